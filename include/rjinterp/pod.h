/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_POD_H
#define RJINTERP_POD_H

/**
 * @file
 * What a pod template asks for and refers to: the functions behind the kube library of scripts
 * (accuratePodRequirements, getPodDependencies). They take a template that rj_typed_decode() has
 * shaped.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/**
 * nodeClaim and resourceRequest of a v1.PodTemplateSpec as a map; null when neither part exists.
 * Kubernetes' pod resource computation (maximum of init containers, sum of containers, plus
 * overhead).
 */
RJ_API bool rj_pod_requirements(const rj_value *pod_template, rj_arena *arena, rj_value *out,
                                rj_error *err) RJ_MUST_USE;

/**
 * Secrets, ConfigMaps, ServiceAccount and PersistentVolumeClaims that the template names: a list of
 * {apiVersion, kind, name, namespace}, grouped ConfigMap, Secret, ServiceAccount,
 * PersistentVolumeClaim and sorted by name inside a group (the reference's order there is random);
 * null when there is none. An empty @p name_space is left out.
 */
RJ_API bool rj_pod_dependencies(const rj_value *pod_template, const char *name_space,
                                size_t name_space_bytes, rj_arena *arena, rj_value *out,
                                rj_error *err) RJ_MUST_USE;

#endif
