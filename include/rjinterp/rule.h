/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_RULE_H
#define RJINTERP_RULE_H

/**
 * @file
 * The eight operations in one table: the field of the customization, the Lua function, its
 * parameters, its results. A new operation is one row.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/macros.h"

typedef enum rj_operation {
    RJ_OPERATION_RETAIN = 0,
    RJ_OPERATION_INTERPRET_REPLICA,
    RJ_OPERATION_INTERPRET_COMPONENT,
    RJ_OPERATION_REVISE_REPLICA,
    RJ_OPERATION_INTERPRET_STATUS,
    RJ_OPERATION_AGGREGATE_STATUS,
    RJ_OPERATION_INTERPRET_HEALTH,
    RJ_OPERATION_INTERPRET_DEPENDENCY,
    RJ_OPERATION_COUNT
} rj_operation;

/** What stands for a parameter of the rule's function. */
typedef enum rj_parameter {
    RJ_PARAMETER_NONE = 0,
    RJ_PARAMETER_OBJECT, /**< the desired or the observed object, whichever is given */
    RJ_PARAMETER_DESIRED,
    RJ_PARAMETER_OBSERVED,
    RJ_PARAMETER_REPLICA,     /**< a number */
    RJ_PARAMETER_STATUS_ITEMS /**< a list of aggregated status items, or nil */
} rj_parameter;

/** What a result of the rule's function must be, and how it becomes a value. */
typedef enum rj_result_shape {
    RJ_RESULT_NONE = 0,
    RJ_RESULT_OBJECT,       /**< a table with a kind, references: the argument objects */
    RJ_RESULT_AGGREGATED,   /**< a table with a kind, no references */
    RJ_RESULT_STATUS,       /**< any table */
    RJ_RESULT_REPLICA,      /**< a number, cut to int32 */
    RJ_RESULT_REQUIREMENTS, /**< nil or v1alpha2.ReplicaRequirements */
    RJ_RESULT_COMPONENTS,   /**< nil or []v1alpha2.Component */
    RJ_RESULT_HEALTH,       /**< a boolean */
    RJ_RESULT_DEPENDENCIES  /**< []v1alpha1.DependentObjectReference, validated */
} rj_result_shape;

enum {
    RJ_RULE_MAX_PARAMETERS = 2,
    RJ_RULE_MAX_RESULTS = 2
};

typedef struct rj_rule {
    rj_operation operation;
    const char *name;     /**< "InterpretHealth" */
    const char *field;    /**< below spec.customizations: "healthInterpretation" */
    const char *function; /**< the Lua global: "InterpretHealth" */
    rj_parameter parameters[RJ_RULE_MAX_PARAMETERS];
    size_t parameter_count;
    const char *parameter_names[RJ_RULE_MAX_PARAMETERS]; /**< as documentation names them */
    const char *result_names[RJ_RULE_MAX_RESULTS];       /**< "replica", "requires" */
    rj_result_shape result_shapes[RJ_RULE_MAX_RESULTS];
    size_t result_count;
    const char *summary; /**< one line for help and documentation */
} rj_rule;

/** The row of an operation; never NULL for a valid one. */
RJ_API const rj_rule *rj_rule_of(rj_operation operation);

/** The row named @p name without regard to case, or NULL. Blanks are not trimmed. */
RJ_API const rj_rule *rj_rule_find(const char *name);

#endif
