/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A tree of customizations and cases for `rjinterp test`, all of which pass; the same for the same
 * count and seed.
 *
 *   bench_suite_inputs DIRECTORY COUNT [SEED]
 *
 * makes DIRECTORY/example.com/v1/KindN with 200 cases each, over four operations.
 */

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/bench.h"
#include "bench/suite_scripts.h"

enum {
    CASES_PER_KIND = 200,
    CASES_PER_FILE = 50
};

static unsigned below(uint64_t *seed, unsigned bound) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*seed >> 33) % bound;
}

static void make_directory(const char *path) {
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        bench_fail(path);
}

static FILE *create(const char *directory, const char *name) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path)
        bench_fail("the path is too long");
    FILE *file = fopen(path, "w");
    if (!file)
        bench_fail(path);
    return file;
}

static void close_file(FILE *file) {
    if (fclose(file) != 0)
        bench_fail("cannot write");
}

static void write_script(const char *text, FILE *file) {
    while (*text) {
        const size_t bytes = strcspn(text, "\n") + 1;
        fprintf(file, "        %.*s", (int)bytes, text);
        text += bytes;
    }
}

static void write_customization(const char *directory, unsigned kind) {
    FILE *file = create(directory, "customizations.yaml");
    fprintf(file,
            "apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\n"
            "metadata:\n  name: kind-%u\nspec:\n  target:\n    apiVersion: example.com/v1\n"
            "    kind: Kind%u\n  customizations:\n",
            kind, kind);
    for (size_t i = 0; i < SUITE_SCRIPT_COUNT; i++) {
        fprintf(file, "    %s:\n      luaScript: |\n", suite_scripts[i].field);
        write_script(suite_scripts[i].text, file);
    }
    close_file(file);
}

static void write_object(const char *key, unsigned kind, unsigned number, unsigned replicas,
                         unsigned ready, unsigned generation, FILE *file) {
    fprintf(file, "%s:\n  apiVersion: example.com/v1\n  kind: Kind%u\n", key, kind);
    fprintf(file, "  metadata:\n    name: object-%u\n    generation: %u\n", number, generation);
    fprintf(file, "  spec:\n    replicas: %u\n    cpu: %um\n", replicas, 100 * (number % 7 + 1));
    if (ready)
        fprintf(file, "  status:\n    readyReplicas: %u\n    observedGeneration: %u\n", ready,
                generation);
}

static void write_case(uint64_t *seed, unsigned kind, unsigned number, FILE *file) {
    const size_t operation = number % SUITE_SCRIPT_COUNT;
    const unsigned replicas = 1 + below(seed, 20), generation = 1 + below(seed, 9);
    const unsigned ready = 1 + below(seed, replicas);
    fprintf(file, "%sname: case %u\n", number % CASES_PER_FILE ? "---\n" : "", number);
    write_object(operation == 1 || operation == 2 ? "desiredObj" : "observedObj", kind, number,
                 replicas, operation == 1 || operation == 2 ? 0 : ready, generation, file);
    fprintf(file, "operation: %s\n", suite_scripts[operation].operation);
    switch (operation) {
    case 0:
        fprintf(file, "output:\n  healthy: %s\n", ready == replicas ? "true" : "false");
        break;
    case 1:
        fprintf(file, "output:\n  replica: %u\n  requires:\n    resourceRequest:\n      cpu: %um\n",
                replicas, 100 * (number % 7 + 1));
        break;
    case 2:
        fprintf(file, "inputReplicas: %u\noutput:\n", ready);
        fprintf(file, "  revised:\n    apiVersion: example.com/v1\n    kind: Kind%u\n", kind);
        fprintf(file, "    metadata:\n      name: object-%u\n      generation: %u\n", number,
                generation);
        fprintf(file, "    spec:\n      replicas: %u\n      cpu: %um\n", ready,
                100 * (number % 7 + 1));
        break;
    default:
        fprintf(file, "output:\n  status:\n    readyReplicas: %u\n    observedGeneration: %u\n",
                ready, generation);
    }
}

static void write_kind(const char *root, unsigned kind, unsigned cases, uint64_t *seed) {
    char directory[4000], testdata[4096], name[64];
    if (snprintf(directory, sizeof directory, "%s/Kind%u", root, kind) >= (int)sizeof directory)
        bench_fail("the path is too long");
    make_directory(directory);
    write_customization(directory, kind);
    snprintf(testdata, sizeof testdata, "%s/testdata", directory);
    make_directory(testdata);
    FILE *file = NULL;
    for (unsigned i = 0; i < cases; i++) {
        if (i % CASES_PER_FILE == 0) {
            if (file)
                close_file(file);
            snprintf(name, sizeof name, "cases-%u-test.yaml", i / CASES_PER_FILE);
            file = create(testdata, name);
        }
        write_case(seed, kind, i, file);
    }
    if (file)
        close_file(file);
}

int main(int argc, char **argv) {
    char root[4000];
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: %s DIRECTORY COUNT [SEED]\n", argv[0]);
        return 2;
    }
    const unsigned count = (unsigned)strtoul(argv[2], NULL, 10);
    uint64_t seed = argc == 4 ? strtoull(argv[3], NULL, 10) : 1;
    static const char *const levels[] = {"", "/example.com", "/example.com/v1"};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        if (snprintf(root, sizeof root, "%s%s", argv[1], levels[i]) >= (int)sizeof root)
            bench_fail("the path is too long");
        make_directory(root);
    }
    for (unsigned done = 0, kind = 0; done < count; done += CASES_PER_KIND, kind++)
        write_kind(root, kind, count - done < CASES_PER_KIND ? count - done : CASES_PER_KIND,
                   &seed);
    return 0;
}
