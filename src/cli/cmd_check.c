/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/cmd_interpret.h"
#include "cli/load.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/table_writer.h"
#include "rjinterp/script.h"
#include "rjinterp/utf8.h"

enum {
    WRITE_BYTES = 65536 /* of the report are collected before they are written */
};

typedef struct check {
    table_writer table;
    rj_buf report; /* laid out */
    const rj_limits *limits;
    rj_arena *arena;
    bool failed; /* an entry is bad */
    bool write_failed;
} check;

static void put(check *c, const char *text) {
    table_puts(&c->table, text, &c->report);
}

/* Without white space at both ends. */
static void put_trimmed(check *c, const char *text) {
    size_t bytes = strlen(text);
    const char *spaces = " \t\n\v\f\r";
    size_t lead = strspn(text, spaces);
    text += lead;
    bytes -= lead;
    while (bytes && strchr(spaces, text[bytes - 1]))
        bytes--;
    table_write(&c->table, text, bytes, &c->report);
}

static bool check_script(check *c, const rj_rule_script *script, rj_error *err) {
    if (!script->text || !script->text_bytes) {
        put(c, "UNSET\n");
        return true;
    }
    rj_chunk chunk;
    rj_error own = RJ_ERROR_INIT;
    rj_arena_reset(c->arena);
    bool ok = rj_script_compile(script->text, script->text_bytes, NULL, c->limits, c->arena, &chunk,
                                &own);
    if (!ok && own.code == RJ_ERROR_MEMORY) {
        rj_error_move(err, &own);
        return false;
    }
    if (ok) {
        put(c, "PASS\n");
    } else {
        c->failed = true;
        put(c, "ERROR: ");
        put_trimmed(c, own.message);
        put(c, "\t\n");
    }
    rj_error_clear(&own);
    return true;
}

static bool check_rules(check *c, const rj_customization *customization, rj_error *err) {
    put(c, "TARGET: ");
    put(c, customization->api_version);
    put(c, " ");
    put(c, customization->kind);
    put(c, "\t\nRULERS:\n");
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        put(c, "    ");
        put(c, rj_rule_of((rj_operation)i)->name);
        put(c, ":\t");
        if (!check_script(c, &customization->scripts[i], err))
            return false;
    }
    return true;
}

static void write_report(check *c) {
    if (c->report.bytes && !c->write_failed)
        c->write_failed = !cli_write_output(&c->report);
    rj_buf_reset(&c->report);
}

static bool check_one(void *ctx, const rj_customization *customization, rj_error *err) {
    check *c = ctx;
    put(c, "-----------------------------------\nSOURCE: ");
    put(c, *customization->name ? customization->name : customization->source);
    put(c, "\n");
    const char *short_form = customization->other_kind      ? customization->other_kind
                             : !*customization->kind        ? "target.kind no set"
                             : !*customization->api_version ? "target.apiVersion no set"
                                                            : NULL;
    if (short_form) {
        c->failed = true;
        if (customization->other_kind)
            put(c, "not a ResourceInterpreterCustomization, got ");
        put(c, short_form);
        put(c, "\n");
    } else if (!check_rules(c, customization, err)) {
        return false;
    }
    if (c->report.bytes >= WRITE_BYTES)
        write_report(c);
    return true;
}

int cli_check(const cli_sources *sources, const rj_limits *limits) {
    check c = {.limits = limits, .arena = rj_arena_new(limits->max_tree_bytes)};
    rj_error err = RJ_ERROR_INIT;
    const cli_loader loader = {.limits = limits};
    rj_input_failure failure = RJ_INPUT_FAILURE_NONE;
    bool ok = c.arena ? cli_visit_customizations(&loader, &sources->customizations, check_one, &c,
                                                 &failure, &err)
                      : rj_error_no_memory(&err);
    table_flush(&c.table, &c.report);
    if (!rj_buf_ok(&c.report) && ok)
        ok = rj_error_no_memory(&err);
    write_report(&c);
    if (!ok)
        cli_print_source_failure(&err, failure);
    rj_error_clear(&err);
    table_writer_free(&c.table);
    rj_buf_free(&c.report);
    rj_arena_free(c.arena);
    return ok && !c.failed && !c.write_failed ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}
