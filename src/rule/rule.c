/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/rule.h"

#include <strings.h>

static const rj_rule rules[RJ_OPERATION_COUNT] = {
    [RJ_OPERATION_RETAIN] =
        {
            .operation = RJ_OPERATION_RETAIN,
            .name = "Retain",
            .field = "retention",
            .function = "Retain",
            .parameters = {RJ_PARAMETER_DESIRED, RJ_PARAMETER_OBSERVED},
            .parameter_count = 2,
            .parameter_names = {"desiredObj", "observedObj"},
            .result_names = {"retained"},
            .result_shapes = {RJ_RESULT_OBJECT},
            .result_count = 1,
            .summary = "keep in the desired object what the member cluster itself has set",
        },
    [RJ_OPERATION_INTERPRET_REPLICA] =
        {
            .operation = RJ_OPERATION_INTERPRET_REPLICA,
            .name = "InterpretReplica",
            .field = "replicaResource",
            .function = "GetReplicas",
            .parameters = {RJ_PARAMETER_OBJECT},
            .parameter_count = 1,
            .parameter_names = {"obj"},
            .result_names = {"replica", "requires"},
            .result_shapes = {RJ_RESULT_REPLICA, RJ_RESULT_REQUIREMENTS},
            .result_count = 2,
            .summary = "tell the number of replicas and what each of them needs",
        },
    [RJ_OPERATION_INTERPRET_COMPONENT] =
        {
            .operation = RJ_OPERATION_INTERPRET_COMPONENT,
            .name = "InterpretComponent",
            .field = "componentResource",
            .function = "GetComponents",
            .parameters = {RJ_PARAMETER_OBJECT},
            .parameter_count = 1,
            .parameter_names = {"obj"},
            .result_names = {"components"},
            .result_shapes = {RJ_RESULT_COMPONENTS},
            .result_count = 1,
            .summary = "tell the components, their replicas and what each replica needs",
        },
    [RJ_OPERATION_REVISE_REPLICA] =
        {
            .operation = RJ_OPERATION_REVISE_REPLICA,
            .name = "ReviseReplica",
            .field = "replicaRevision",
            .function = "ReviseReplica",
            .parameters = {RJ_PARAMETER_OBJECT, RJ_PARAMETER_REPLICA},
            .parameter_count = 2,
            .parameter_names = {"obj", "desiredReplica"},
            .result_names = {"revised"},
            .result_shapes = {RJ_RESULT_OBJECT},
            .result_count = 1,
            .summary = "set the number of replicas in the object",
        },
    [RJ_OPERATION_INTERPRET_STATUS] =
        {
            .operation = RJ_OPERATION_INTERPRET_STATUS,
            .name = "InterpretStatus",
            .field = "statusReflection",
            .function = "ReflectStatus",
            .parameters = {RJ_PARAMETER_OBJECT},
            .parameter_count = 1,
            .parameter_names = {"obj"},
            .result_names = {"status"},
            .result_shapes = {RJ_RESULT_STATUS},
            .result_count = 1,
            .summary = "pick from the object's status what the control plane collects",
        },
    [RJ_OPERATION_AGGREGATE_STATUS] =
        {
            .operation = RJ_OPERATION_AGGREGATE_STATUS,
            .name = "AggregateStatus",
            .field = "statusAggregation",
            .function = "AggregateStatus",
            .parameters = {RJ_PARAMETER_OBJECT, RJ_PARAMETER_STATUS_ITEMS},
            .parameter_count = 2,
            .parameter_names = {"obj", "statusItems"},
            .result_names = {"aggregatedStatus"},
            .result_shapes = {RJ_RESULT_AGGREGATED},
            .result_count = 1,
            .summary = "join the status of all member clusters into the object",
        },
    [RJ_OPERATION_INTERPRET_HEALTH] =
        {
            .operation = RJ_OPERATION_INTERPRET_HEALTH,
            .name = "InterpretHealth",
            .field = "healthInterpretation",
            .function = "InterpretHealth",
            .parameters = {RJ_PARAMETER_OBJECT},
            .parameter_count = 1,
            .parameter_names = {"obj"},
            .result_names = {"healthy"},
            .result_shapes = {RJ_RESULT_HEALTH},
            .result_count = 1,
            .summary = "tell whether the object is healthy",
        },
    [RJ_OPERATION_INTERPRET_DEPENDENCY] =
        {
            .operation = RJ_OPERATION_INTERPRET_DEPENDENCY,
            .name = "InterpretDependency",
            .field = "dependencyInterpretation",
            .function = "GetDependencies",
            .parameters = {RJ_PARAMETER_OBJECT},
            .parameter_count = 1,
            .parameter_names = {"obj"},
            .result_names = {"dependencies"},
            .result_shapes = {RJ_RESULT_DEPENDENCIES},
            .result_count = 1,
            .summary = "list the objects that have to follow this one into member clusters",
        },
};

const rj_rule *rj_rule_of(rj_operation operation) {
    return &rules[operation];
}

const rj_rule *rj_rule_find(const char *name) {
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        if (strcasecmp(rules[i].name, name) == 0)
            return &rules[i];
    }
    return NULL;
}
