/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_BENCH_SUITE_SCRIPTS_H
#define RJ_TESTS_BENCH_SUITE_SCRIPTS_H

/* The scripts of the row `suite`: suite_inputs writes them into customizations, suite_baseline
 * compiles and runs them. */

#include <stddef.h>

typedef struct suite_script {
    const char *field, *operation, *function;
    const char *text;
} suite_script;

static const suite_script suite_scripts[] = {
    {"healthInterpretation", "InterpretHealth", "InterpretHealth",
     "function InterpretHealth(observedObj)\n"
     "  if observedObj.status == nil or observedObj.status.readyReplicas == nil then\n"
     "    return false\n"
     "  end\n"
     "  if observedObj.metadata.generation ~= observedObj.status.observedGeneration then\n"
     "    return false\n"
     "  end\n"
     "  return observedObj.status.readyReplicas == observedObj.spec.replicas\n"
     "end\n"},
    {"replicaResource", "InterpretReplica", "GetReplicas",
     "function GetReplicas(desiredObj)\n"
     "  local replica = desiredObj.spec.replicas\n"
     "  local requires = { resourceRequest = {} }\n"
     "  requires.resourceRequest.cpu = desiredObj.spec.cpu\n"
     "  return replica, requires\n"
     "end\n"},
    {"replicaRevision", "ReviseReplica", "ReviseReplica",
     "function ReviseReplica(desiredObj, desiredReplica)\n"
     "  desiredObj.spec.replicas = desiredReplica\n"
     "  return desiredObj\n"
     "end\n"},
    {"statusReflection", "InterpretStatus", "ReflectStatus",
     "function ReflectStatus(observedObj)\n"
     "  local status = {}\n"
     "  if observedObj.status ~= nil then\n"
     "    status.readyReplicas = observedObj.status.readyReplicas\n"
     "    status.observedGeneration = observedObj.status.observedGeneration\n"
     "  end\n"
     "  return status\n"
     "end\n"},
};

enum {
    SUITE_SCRIPT_COUNT = sizeof suite_scripts / sizeof *suite_scripts
};

#endif
