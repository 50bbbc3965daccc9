/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_KUBE_RESOURCE_NAME_H
#define RJ_KUBE_RESOURCE_NAME_H

/**
 * @file
 * Which names of compute resources count, and how their amounts are counted and printed.
 */

#include <stdbool.h>
#include <stddef.h>

typedef enum rj_resource_class {
    RJ_RESOURCE_IGNORED,
    RJ_RESOURCE_CPU,    /**< in thousandths, printed decimal */
    RJ_RESOURCE_BINARY, /**< in units, printed with binary suffixes: memory, hugepages-… */
    RJ_RESOURCE_DECIMAL /**< in units, printed decimal: pods, attachable volumes, extended ones */
} rj_resource_class;

rj_resource_class rj_resource_classify(const char *name, size_t bytes);

#endif
