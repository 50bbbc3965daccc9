/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The inputs of the measurements: the same for the same count and seed.
 *
 *   bench_inputs fleet COUNT [SEED]      RayJobs, as a stream of documents
 *   bench_inputs statuses COUNT [SEED]   what COUNT members report about a RayJob, for
 *                                        interpret --operation AggregateStatus --status-file
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t below(uint64_t *seed, uint32_t bound) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % bound;
}

static const char *pick(uint64_t *seed, const char *const *texts, size_t count) {
    return texts[below(seed, (uint32_t)count)];
}

#define PICK(seed, ...)                                                                            \
    pick(seed, (const char *const[]){__VA_ARGS__},                                                 \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void print_time(uint64_t *seed, const char *before) {
    printf("%s\"2025-%02u-%02uT%02u:%02u:%02uZ\"\n", before, 1 + below(seed, 12),
           1 + below(seed, 28), below(seed, 24), below(seed, 60), below(seed, 60));
}

/* ---- RayJobs ---- */

static void print_template(uint64_t *seed, const char *container, const char *indent) {
    printf("%stemplate:\n%s  spec:\n%s    containers:\n%s    - name: %s\n", indent, indent, indent,
           indent, container);
    printf("%s      image: rayproject/ray:2.%u.%u\n", indent, 40 + below(seed, 10), below(seed, 3));
    printf("%s      resources:\n%s        limits:\n%s          cpu: \"%u\"\n", indent, indent,
           indent, 1 + below(seed, 16));
    printf("%s          memory: %uGi\n", indent, 1 + below(seed, 64));
    if (below(seed, 4) == 0)
        printf("%s          nvidia.com/gpu: %u\n", indent, 1 + below(seed, 8));
}

static void print_worker_group(uint64_t *seed, uint32_t number) {
    const uint32_t least = below(seed, 3), replicas = least + below(seed, 4);
    printf("    - groupName: %s-workers-%" PRIu32 "\n", PICK(seed, "small", "large", "gpu"),
           number);
    printf("      replicas: %" PRIu32 "\n      minReplicas: %" PRIu32
           "\n      maxReplicas: %" PRIu32 "\n",
           replicas, least, replicas + below(seed, 5));
    printf("      rayStartParams: {}\n");
    print_template(seed, "ray-worker", "      ");
}

static void print_job_status(uint64_t *seed, uint32_t number) {
    const char *state = PICK(seed, "Running", "Running", "Complete", "Failed", "Initializing");
    printf("status:\n  jobId: job-%" PRIu32 "-%05x\n", number, below(seed, 1u << 20));
    printf("  rayClusterName: job-%" PRIu32 "-%05x\n", number, below(seed, 1u << 20));
    printf("  jobStatus: %s\n  jobDeploymentStatus: %s\n",
           strcmp(state, "Complete") == 0 ? "SUCCEEDED" : "RUNNING", state);
    print_time(seed, "  startTime: ");
}

static void print_fleet(uint32_t count, uint64_t seed) {
    for (uint32_t i = 0; i < count; i++) {
        printf("%sapiVersion: ray.io/v1\nkind: RayJob\nmetadata:\n", i ? "---\n" : "");
        printf("  name: job-%" PRIu32 "\n  namespace: team-%u\n", i, below(&seed, 50));
        if (below(&seed, 2))
            printf("  labels:\n    app.kubernetes.io/name: %s\n    tier: \"%u\"\n",
                   PICK(&seed, "training", "tuning", "batch-inference"), below(&seed, 4));
        printf("spec:\n  entrypoint: python /home/ray/samples/%s.py --rounds %u\n",
               PICK(&seed, "train", "tune", "infer"), below(&seed, 1000));
        printf("  shutdownAfterJobFinishes: %s\n  ttlSecondsAfterFinished: %u\n",
               PICK(&seed, "true", "false"), below(&seed, 3600));
        printf("  rayClusterSpec:\n    rayVersion: 2.46.0\n    headGroupSpec:\n"
               "      rayStartParams: {}\n");
        print_template(&seed, "ray-head", "      ");
        printf("    workerGroupSpecs:\n");
        for (uint32_t group = 0, groups = 1 + below(&seed, 2); group < groups; group++)
            print_worker_group(&seed, group);
        print_job_status(&seed, i);
    }
}

/* ---- statuses ---- */

static void print_condition(uint64_t *seed, const char *type, const char *reason) {
    print_time(seed, "    - lastTransitionTime: ");
    printf("      message: %s\n      reason: %s\n      status: \"%s\"\n      type: %s\n",
           PICK(seed, "\"\"", "All Ray Pods are ready for the first time"), reason,
           PICK(seed, "True", "False"), type);
}

static void print_statuses(uint32_t count, uint64_t seed) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t workers = 1 + below(&seed, 8);
        printf("%sapplied: true\nclusterName: member-%" PRIu32 "\nhealth: Healthy\nstatus:\n",
               i ? "---\n" : "", i);
        printf("  failed: %u\n  jobDeploymentStatus: %s\n  jobStatus: %s\n", below(&seed, 2),
               PICK(&seed, "Running", "Complete", "Failed"),
               PICK(&seed, "RUNNING", "SUCCEEDED", "FAILED"));
        printf("  rayClusterStatus:\n    availableWorkerReplicas: %" PRIu32 "\n    conditions:\n",
               workers);
        print_condition(&seed, "HeadPodReady", "HeadPodRunningAndReady");
        print_condition(&seed, "RayClusterProvisioned", "AllPodRunningAndReadyFirstTime");
        printf("    desiredCPU: \"%u\"\n    desiredGPU: \"%u\"\n    desiredMemory: %uGi\n",
               1 + below(&seed, 64), below(&seed, 8), 1 + below(&seed, 256));
        printf("    desiredTPU: \"0\"\n    desiredWorkerReplicas: %" PRIu32
               "\n    maxWorkerReplicas: %" PRIu32 "\n    minWorkerReplicas: 1\n",
               workers, workers + 2);
        printf("    readyWorkerReplicas: %" PRIu32 "\n    state: ready\n", workers);
        print_time(&seed, "  startTime: ");
        printf("  succeeded: %u\n", below(&seed, 2));
    }
}

int main(int argc, char **argv) {
    const uint32_t count = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if (count && strcmp(argv[1], "fleet") == 0) {
        print_fleet(count, seed);
    } else if (count && strcmp(argv[1], "statuses") == 0) {
        print_statuses(count, seed);
    } else {
        fputs("usage: bench_inputs fleet|statuses COUNT [SEED]\n", stderr);
        return 2;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
