/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/edit_explain.h"

static const char *meaning_of_parameter(rj_parameter parameter) {
    switch (parameter) {
    case RJ_PARAMETER_NONE:
        break;
    case RJ_PARAMETER_OBJECT:
        return "the object";
    case RJ_PARAMETER_DESIRED:
        return "the object as the control plane wants it";
    case RJ_PARAMETER_OBSERVED:
        return "the object as the member cluster has it";
    case RJ_PARAMETER_REPLICA:
        return "the number of replicas to set";
    case RJ_PARAMETER_STATUS_ITEMS:
        return "a list with an item for each member cluster: clusterName, status, applied, "
               "appliedMessage, health; nil when there is none";
    }
    return "";
}

static const char *meaning_of_result(rj_result_shape shape) {
    switch (shape) {
    case RJ_RESULT_NONE:
        break;
    case RJ_RESULT_OBJECT:
    case RJ_RESULT_AGGREGATED:
        return "the changed object";
    case RJ_RESULT_STATUS:
        return "a table, which becomes the status that is collected";
    case RJ_RESULT_REPLICA:
        return "a number";
    case RJ_RESULT_REQUIREMENTS:
        return "nil or what one replica needs: a table with resourceRequest, nodeClaim, namespace, "
               "priorityClassName (kube.accuratePodRequirements makes it from a pod template)";
    case RJ_RESULT_COMPONENTS:
        return "nil or a list of tables: name, replicas, replicaRequirements";
    case RJ_RESULT_HEALTH:
        return "true or false";
    case RJ_RESULT_DEPENDENCIES:
        return "a list of tables: apiVersion, kind, namespace, and name or labelSelector";
    }
    return "";
}

void edit_explain(const rj_rule *rule, const char *prefix, rj_buf *out) {
    rj_buf_printf(out, "%s%s: %s.\n%sfunction %s(", prefix, rule->name, rule->summary, prefix,
                  rule->function);
    for (size_t i = 0; i < rule->parameter_count; i++)
        rj_buf_printf(out, "%s%s", i ? ", " : "", rule->parameter_names[i]);
    rj_buf_puts(out, ")\n");
    for (size_t i = 0; i < rule->parameter_count; i++)
        rj_buf_printf(out, "%s  %s: %s\n", prefix, rule->parameter_names[i],
                      meaning_of_parameter(rule->parameters[i]));
    for (size_t i = 0; i < rule->result_count; i++)
        rj_buf_printf(out, "%s  returns %s: %s\n", prefix, rule->result_names[i],
                      meaning_of_result(rule->result_shapes[i]));
}
