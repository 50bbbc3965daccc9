/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_PROBE_H
#define RJINTERP_PROBE_H

/**
 * @file
 * Scripts run with arguments in which a field is missing, null, empty or of another type; failures
 * are gathered by the line of the script, and the smallest arguments that fail there are found.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/document.h"
#include "rjinterp/error.h"
#include "rjinterp/jail.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/suite.h"
#include "rjinterp/value.h"

/** The kinds of changes, as bits. */
enum {
    RJ_PROBE_REMOVE = 1, /**< fields and items */
    RJ_PROBE_NULL = 2,
    RJ_PROBE_EMPTY = 4, /**< "", 0, false, [], {} */
    RJ_PROBE_TYPE = 8,  /**< a value of each other type */
    RJ_PROBE_ALL = 15
};

/** A schema of one version of a kind. */
typedef struct rj_probe_crd {
    const char *api_version, *kind;
    const rj_value *schema;
} rj_probe_crd;

/** Zero-initialise with the arena. */
typedef struct rj_probe_crds {
    rj_arena *arena;
    rj_probe_crd *items;
    size_t count, capacity;
} rj_probe_crds;

/** Adds the versions of a CustomResourceDefinition; borrows from the document. */
RJ_API bool rj_probe_crds_add(rj_probe_crds *crds, const rj_document *doc,
                              rj_error *err) RJ_MUST_USE;

/** Arguments for one rule of one set of customizations. */
typedef struct rj_probe_input {
    const rj_suite_directory *directory; /**< with one set */
    const rj_rule *rule;
    /** A map with the fields of a case: desiredObj, observedObj, statusItems, inputReplicas. */
    rj_value arguments;
    const char *file; /**< where the arguments come from */
    rj_position at;
} rj_probe_input;

/** Zero-initialise with the arena. */
typedef struct rj_probe_inputs {
    rj_arena *arena;
    rj_probe_input *items;
    size_t count, capacity;
} rj_probe_inputs;

/**
 * Adds what @p given has arguments for: each rule (or only @p rule, if not NULL) that a
 * customization of its directory has for these objects. Its own operation doesn't matter. What is
 * there already isn't added again.
 */
RJ_API bool rj_probe_inputs_add(rj_probe_inputs *inputs, const rj_suite_case *given,
                                const rj_rule *rule, rj_error *err) RJ_MUST_USE;

typedef struct rj_probe_options {
    const rj_limits *limits;     /**< NULL: defaults */
    const rj_jail_options *jail; /**< may be NULL */
    size_t jobs;                 /**< 0 is 1 */
    unsigned changes;            /**< RJ_PROBE_… */
    unsigned depth;              /**< 1: one change at a time; 2: pairs too */
    size_t max_mutants;          /**< of each input; what goes beyond is sampled */
    uint64_t seed;
    const rj_probe_crds *crds; /**< NULL: any object that has its kind */
    /** Told how many runs there were, and how many failed. False ends the probe. May be NULL. */
    bool (*progress)(void *ctx, uint64_t runs, uint64_t failed);
    void *ctx;
} rj_probe_options;

typedef enum rj_probe_kind {
    RJ_PROBE_CRASH,   /**< the script raised an error */
    RJ_PROBE_REFUSED, /**< it returned what production refuses */
    RJ_PROBE_HANG,    /**< it ran out of time */
    RJ_PROBE_LIMIT,   /**< it ran out of memory or another limit */
    RJ_PROBE_BROKEN   /**< it doesn't compile, has no such function, or ended its process */
} rj_probe_kind;

/** "crash", "refused", "hang", "limit", "broken" */
RJ_API const char *rj_probe_kind_name(rj_probe_kind kind);

/** All failures of one kind at one line. */
typedef struct rj_probe_finding {
    rj_probe_kind kind;
    const rj_probe_input *input; /**< of the first one */
    const char *file;            /**< of the script */
    rj_position at;
    const char *message; /**< of the smallest one, as production prints it */
    const char *path;    /**< what was nil or failed, or NULL */
    const char *detail;  /**< frames of the script, or NULL */
    uint64_t count;      /**< mutants */
    const char *changes; /**< of the first one: "observedObj.status removed"; "" when none */
    rj_value arguments;  /**< the smallest ones */
} rj_probe_finding;

/** An input that wasn't probed, because it isn't admitted itself. */
typedef struct rj_probe_left_out {
    const rj_probe_input *input;
    const char *reason;
} rj_probe_left_out;

typedef struct rj_probe_report {
    rj_probe_finding *findings; /**< by customization, operation, place */
    size_t count;
    rj_probe_left_out *left_out;
    size_t left_out_count;
    uint64_t runs;     /**< mutants that were run, and the inputs themselves */
    uint64_t possible; /**< that there are within the depth */
    uint64_t failed;
    bool is_sampled;
    bool was_stopped;
    rj_arena *arena; /* what the texts live in */
} rj_probe_report;

/**
 * The same report for the same inputs and seed, whatever the number of jobs. Free with
 * rj_probe_report_free(). False when no worker can be started or memory is out.
 */
RJ_API bool rj_probe_run(const rj_probe_inputs *inputs, const rj_probe_options *options,
                         rj_probe_report *out, rj_error *err) RJ_MUST_USE;

RJ_API void rj_probe_report_free(rj_probe_report *report);

/** A finding as a case (docs/test-format.md) that holds it. *out is arena-owned. */
RJ_API bool rj_probe_finding_case(const rj_probe_finding *finding, rj_arena *arena,
                                  rj_value *out) RJ_MUST_USE;

#endif
