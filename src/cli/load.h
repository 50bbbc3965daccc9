/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_LOAD_H
#define RJ_CLI_LOAD_H

/**
 * @file
 * Sources into customizations, objects and status items.
 */

#include <stdbool.h>

#include "cli/snippet.h"
#include "rjinterp/arena.h"
#include "rjinterp/customization.h"
#include "rjinterp/error.h"
#include "rjinterp/input.h"
#include "rjinterp/limits.h"
#include "rjinterp/probe.h"

/** What reading needs, and the documents that were read (for messages). */
typedef struct cli_loader {
    rj_arena *arena;
    const rj_limits *limits;
    rj_document *documents;
    size_t document_count, document_capacity;
} cli_loader;

cli_documents cli_loaded_documents(const cli_loader *loader);

/** Receives one customization, which lives until it returns. False stops with *err. */
typedef bool (*cli_customization_fn)(void *ctx, const rj_customization *customization,
                                     rj_error *err);

/**
 * Reads all of @p sources; one that fails doesn't stop those behind it. False with the first
 * failure; *failure tells whether that is one of opening. Memory is the largest document's.
 */
bool cli_visit_customizations(const cli_loader *loader, const rj_source_list *sources,
                              cli_customization_fn visit, void *ctx, rj_input_failure *failure,
                              rj_error *err) RJ_MUST_USE;

/** Reads all of @p sources into @p set, whose items live in the loader's arena. */
bool cli_load_customizations(cli_loader *loader, const rj_source_list *sources,
                             rj_customization_set *set, rj_error *err) RJ_MUST_USE;

/** Adds the built-in customizations whose target is that of @p object; all of them when NULL. */
bool cli_load_built_in(cli_loader *loader, const rj_value *object, rj_customization_set *set,
                       rj_error *err) RJ_MUST_USE;

/** Reads all of @p sources as CustomResourceDefinitions. */
bool cli_load_crds(cli_loader *loader, const rj_source_list *sources, rj_probe_crds *crds,
                   rj_error *err) RJ_MUST_USE;

/** The one object in @p sources. *out is arena-owned. */
bool cli_load_object(cli_loader *loader, const rj_source_list *sources, const rj_value **out,
                     rj_error *err) RJ_MUST_USE;

/** All status items in @p sources as a list; *out is arena-owned. */
bool cli_load_status_items(cli_loader *loader, const rj_source_list *sources, const rj_value **out,
                           rj_error *err) RJ_MUST_USE;

#endif
