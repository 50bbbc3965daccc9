/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/edit_load.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/report_lint.h"
#include "cli/save.h"
#include "rjinterp/input.h"
#include "rjinterp/rule.h"
#include "rjinterp/splice.h"

enum {
    FIRST_MINOR = 10, /* --target-version */
    LAST_MINOR = 99
};

typedef struct lint_values {
    const char *explain, *target_version, *output, *severity;
    bool fix, strict, help;
} lint_values;

typedef struct lint_run {
    const lint_values *values;
    rj_lint lint;
    const lint_format *format;
    rj_lint_severity least; /* what is reported */
    bool failed;            /* a file can't be read or saved */
} lint_run;

/* ---- options ---- */

static bool read_target(const char *text, unsigned *minor, rj_error *err) {
    char *end;
    *minor = 0;
    if (!*text || strcmp(text, "latest") == 0)
        return true;
    if (strncmp(text, "1.", 2) == 0) {
        const unsigned long number = strtoul(text + 2, &end, 10);
        *minor = (unsigned)number;
        if (end != text + 2 && *end == '\0' && number >= FIRST_MINOR && number <= LAST_MINOR)
            return true;
    }
    return rj_error_set(err, RJ_ERROR_USAGE,
                        "--target-version takes \"latest\" or a release from 1.%d on, not \"%s\"",
                        (int)FIRST_MINOR, text);
}

static bool read_severity(const char *text, rj_lint_severity *out, rj_error *err) {
    for (*out = RJ_LINT_INFO; *out <= RJ_LINT_ERROR; ++*out)
        if (strcmp(text, lint_severity_name(*out)) == 0)
            return true;
    return rj_error_set(err, RJ_ERROR_USAGE,
                        "there is no severity \"%s\". Use one of: info, warning, error", text);
}

static bool read_options(lint_run *r, rj_error *err) {
    r->format = lint_format_find(r->values->output);
    if (!r->format)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "there is no output format \"%s\". Use one of: pretty, json, sarif, "
                            "github",
                            r->values->output);
    return read_severity(r->values->severity, &r->least, err) &&
           read_target(r->values->target_version, &r->lint.target_minor, err);
}

/* ---- explanations ---- */

static int explain(const char *name) {
    const rj_lint_rule *rule = rj_lint_find_rule(name);
    rj_buf out = RJ_BUF_INIT;
    if (strcmp(name, "all") == 0) {
        lint_report_page(&out);
    } else if (rule) {
        lint_report_rule(rule, &out);
    } else {
        rj_error err = RJ_ERROR_INIT;
        rj_error_set(&err, RJ_ERROR_USAGE, "there is no check \"%s\"", name);
        rj_error_set_hint(&err, "\"rjinterp lint --explain all\" lists all of them");
        cli_print_usage_error(&err, "lint");
        rj_error_clear(&err);
        return CLI_EXIT_FAILURE;
    }
    const bool ok = cli_write_output(&out);
    rj_buf_free(&out);
    return ok ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}

/* ---- files ---- */

static bool look(void *ctx, const rj_customization *customization, rj_error *err) {
    lint_run *r = ctx;
    rj_customization *kept = rj_arena_calloc(r->lint.arena, 1, sizeof *kept);
    if (!kept)
        return rj_error_no_memory(err);
    *kept = *customization;
    return rj_lint_customization(&r->lint, kept, err);
}

/* One customization, or the items of a list of them; other documents are left alone. */
static bool look_at_document(lint_run *r, const rj_document *doc, rj_error *err) {
    const rj_value *list = edit_items_of(&doc->root);
    rj_document part = *doc;
    const size_t count = list ? list->list.count : 1;
    for (size_t i = 0; i < count; i++) {
        rj_customization made;
        if (list)
            part.root = list->list.items[i];
        if (!edit_is_customization(&part.root))
            continue;
        if (!rj_customization_bind(&part, r->lint.arena, &made, err))
            return false;
        made.document.root = doc->root;
        if (!made.other_kind && !look(r, &made, err))
            return false;
    }
    return true;
}

static bool look_at_file(lint_run *r, const rj_source *source, rj_error *err) {
    rj_input input;
    rj_input_failure failure;
    if (!rj_input_open(source, &input, &failure, err))
        return false;
    rj_document_reader *reader =
        rj_document_reader_new(rj_input_read, &input, source->name, true, NULL);
    rj_read_status status = RJ_READ_DOCUMENT;
    bool ok = reader || rj_error_no_memory(err);
    while (ok && status == RJ_READ_DOCUMENT) {
        rj_document doc;
        status = rj_document_next(reader, r->lint.arena, &doc, err);
        ok = status != RJ_READ_DOCUMENT || look_at_document(r, &doc, err);
    }
    rj_document_reader_free(reader);
    rj_input_close(&input);
    return ok && status == RJ_READ_END;
}

static void complain(lint_run *r, rj_error *err) {
    const cli_documents none = {0};
    cli_print_plain_error(err, &none);
    rj_error_clear(err);
    r->failed = true;
}

static void look_at_files(lint_run *r, const rj_source_list *sources) {
    for (size_t i = 0; i < sources->error_count; i++) {
        rj_error err = RJ_ERROR_INIT;
        rj_error_set(&err, RJ_ERROR_IO, "%s", sources->errors[i]);
        complain(r, &err);
    }
    for (size_t i = 0; i < sources->count; i++) {
        rj_error err = RJ_ERROR_INIT;
        if (!look_at_file(r, &sources->items[i], &err))
            complain(r, &err);
    }
}

/* ---- fixes ---- */

/* A script that is to be changed, and the fixes for it. */
static bool same_script(const rj_lint_finding *a, const rj_lint_finding *b) {
    return a->operation == b->operation && a->document == b->document &&
           strcmp(a->file, b->file) == 0 && strcmp(a->customization, b->customization) == 0;
}

static int compare_fixes(const void *left, const void *right) {
    const rj_lint_finding *const *a = left, *const *b = right;
    return ((*a)->fix_offset < (*b)->fix_offset) - ((*a)->fix_offset > (*b)->fix_offset);
}

typedef struct fix {
    lint_run *run;
    const rj_lint_finding *of; /* any finding of the script */
    rj_buf *text;              /* of the file, as far as it is fixed */
    bool done;
    size_t count;
} fix;

/* The script with all its fixes, the last one first so that offsets stay right. */
static bool fixed_script(const fix *x, const char *script, size_t bytes, rj_buf *out,
                         rj_error *err) {
    const rj_lint *lint = &x->run->lint;
    const rj_lint_finding **all = rj_arena_calloc(lint->arena, lint->count, sizeof *all);
    size_t count = 0;
    if (!all)
        return rj_error_no_memory(err);
    for (size_t i = 0; i < lint->count; i++)
        if (lint->items[i].fix_text && same_script(&lint->items[i], x->of))
            all[count++] = &lint->items[i];
    qsort(all, count, sizeof *all, compare_fixes);
    size_t at = 0;
    for (size_t i = count; i-- > 0;) {
        rj_buf_append(out, script + at, all[i]->fix_offset - at);
        rj_buf_puts(out, all[i]->fix_text);
        at = all[i]->fix_offset + all[i]->fix_bytes;
    }
    rj_buf_append(out, script + at, bytes - at);
    return rj_buf_ok(out) || rj_error_no_memory(err);
}

/* Path of the script in its document: below an item of a list when it stands there. */
static bool write_path(const rj_document *doc, const rj_lint_finding *f, rj_buf *out,
                       const rj_value **script) {
    const rj_value *list = edit_items_of(&doc->root);
    const size_t count = list ? list->list.count : 1;
    for (size_t i = 0; i < count; i++) {
        const rj_value *root = list ? &list->list.items[i] : &doc->root;
        const char *name = rj_value_get_text(rj_value_get(root, "metadata"), "name");
        if (!edit_is_customization(root) || strcmp(name ? name : "", f->customization) != 0)
            continue;
        rj_buf_reset(out);
        if (list)
            rj_buf_printf(out, "items.%zu.", i);
        rj_buf_printf(out, "spec.customizations.%s.luaScript", rj_rule_of(f->operation)->field);
        *script = rj_value_at(&doc->root, rj_buf_text(out));
        return rj_value_is(*script, RJ_KIND_STRING);
    }
    return false;
}

static bool fix_script(fix *x, rj_error *err) {
    rj_document_reader *reader =
        rj_document_reader_new_bytes(rj_buf_text(x->text), x->text->bytes, x->of->file, true, NULL);
    rj_document doc;
    rj_read_status status = RJ_READ_DOCUMENT;
    if (!reader)
        return rj_error_no_memory(err);
    do {
        status = rj_document_next(reader, x->run->lint.arena, &doc, err);
    } while (status == RJ_READ_DOCUMENT && doc.index < x->of->document);
    rj_document_reader_free(reader);
    if (status != RJ_READ_DOCUMENT)
        return rj_error_set(err, RJ_ERROR_IO, "%s was changed meanwhile", x->of->file);
    rj_buf path = RJ_BUF_INIT, script = RJ_BUF_INIT, fresh = RJ_BUF_INIT;
    const rj_value *old = NULL;
    bool ok = write_path(&doc, x->of, &path, &old) &&
              fixed_script(x, old->string.data, old->string.bytes, &script, err);
    const rj_splice_change change = {
        .path = rj_buf_text(&path), .text = rj_buf_text(&script), .bytes = script.bytes};
    ok = ok && rj_splice(rj_buf_text(x->text), x->text->bytes, x->of->file, x->of->document,
                         &change, 1, NULL, &fresh, err);
    if (ok) {
        rj_buf_free(x->text);
        *x->text = fresh;
    } else {
        rj_buf_free(&fresh);
    }
    rj_buf_free(&path);
    rj_buf_free(&script);
    return ok;
}

/* Whether an earlier finding stands for the same script. */
static bool is_first_of_script(const rj_lint *lint, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (lint->items[j].fix_text && same_script(&lint->items[j], &lint->items[i]))
            return false;
    return true;
}

static bool fix_file(lint_run *r, const char *file, size_t *count, rj_error *err) {
    rj_buf old = RJ_BUF_INIT, text = RJ_BUF_INIT;
    bool ok = cli_read_file(file, &old, err);
    if (ok)
        rj_buf_append(&text, rj_buf_text(&old), old.bytes);
    *count = 0;
    for (size_t i = 0; ok && i < r->lint.count; i++) {
        const rj_lint_finding *f = &r->lint.items[i];
        if (!f->fix_text || strcmp(f->file, file) != 0)
            continue;
        ++*count;
        fix x = {.run = r, .of = f, .text = &text};
        if (is_first_of_script(&r->lint, i))
            ok = fix_script(&x, err);
    }
    ok = ok && (rj_buf_ok(&text) || rj_error_no_memory(err)) &&
         cli_save_file(file, &old, &text, err);
    rj_buf_free(&old);
    rj_buf_free(&text);
    return ok;
}

/* Tells each file that was changed. What was fixed is no finding any more. */
static void fix_all(lint_run *r) {
    for (size_t i = 0; i < r->lint.count; i++) {
        const char *file = r->lint.items[i].file;
        bool is_first = r->lint.items[i].fix_text != NULL;
        for (size_t j = 0; j < i; j++)
            is_first &= !(r->lint.items[j].fix_text && strcmp(r->lint.items[j].file, file) == 0);
        if (!is_first)
            continue;
        rj_error err = RJ_ERROR_INIT;
        size_t count;
        if (!fix_file(r, file, &count, &err)) {
            complain(r, &err);
            continue;
        }
        rj_buf line = RJ_BUF_INIT;
        rj_buf_printf(&line, "fixed %s: %zu finding%s\n", file, count, count == 1 ? "" : "s");
        cli_write_error(rj_buf_text(&line), line.bytes);
        rj_buf_free(&line);
    }
}

/* ---- the command ---- */

static void keep_severe(rj_lint *lint, rj_lint_severity least) {
    size_t kept = 0;
    for (size_t i = 0; i < lint->count; i++)
        if (lint->items[i].rule->severity >= least)
            lint->items[kept++] = lint->items[i];
    lint->count = kept;
}

static bool wants_colour(void) {
    const char *no_colour = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
}

static bool write_report(const lint_run *r) {
    const lint_report_data report = {.lint = &r->lint, .is_coloured = wants_colour()};
    rj_buf out = RJ_BUF_INIT, counts = RJ_BUF_INIT;
    r->format->write(&report, &out);
    if (r->format->counts_apart)
        lint_report_counts(&r->lint, &counts);
    const bool ok = cli_write_output(&out);
    cli_write_error(rj_buf_text(&counts), counts.bytes);
    rj_buf_free(&out);
    rj_buf_free(&counts);
    return ok;
}

static int finish(lint_run *r) {
    const bool ok = write_report(r);
    const size_t errors = lint_report_count(&r->lint, RJ_LINT_ERROR);
    const size_t warnings = lint_report_count(&r->lint, RJ_LINT_WARNING);
    return ok && !r->failed && !errors && !(r->values->strict && warnings) ? CLI_EXIT_OK
                                                                           : CLI_EXIT_FAILURE;
}

static int run_lint(const void *values, const cli_list *arguments, rj_arena *arena) {
    static const char *const here[] = {"."};
    lint_run r = {.values = values, .lint = {.arena = arena}};
    rj_error err = RJ_ERROR_INIT;
    rj_source_list sources;
    if (*r.values->explain)
        return explain(r.values->explain);
    if (!read_options(&r, &err)) {
        cli_print_usage_error(&err, "lint");
        rj_error_clear(&err);
        return CLI_EXIT_FAILURE;
    }
    if (!rj_sources_resolve(arguments->count ? arguments->items : here,
                            arguments->count ? arguments->count : 1, true, arena, &sources)) {
        rj_error_no_memory(&err);
        complain(&r, &err);
        return CLI_EXIT_FAILURE;
    }
    look_at_files(&r, &sources);
    if (r.values->fix) {
        fix_all(&r);
        const lint_run first = r;
        r.lint = (rj_lint){.arena = arena, .target_minor = first.lint.target_minor};
        if (!first.failed)
            look_at_files(&r, &sources);
        else
            r.lint = first.lint;
    }
    if (!r.lint.customizations && !r.failed) {
        rj_error_set(&err, RJ_ERROR_USAGE, "there is no customization to look at");
        complain(&r, &err);
        return CLI_EXIT_FAILURE;
    }
    keep_severe(&r.lint, r.least);
    rj_lint_sort(&r.lint);
    return finish(&r);
}

#define VALUE(field) offsetof(lint_values, field)

static const cli_option lint_options[] = {
    {.name = "explain",
     .type = CLI_OPTION_TEXT,
     .argument = "ID",
     .help =
         "Explain a check, with an example that it finds and one that it doesn't; all: the page "
         "of all checks.",
     .offset = VALUE(explain)},
    {.name = "fix",
     .type = CLI_OPTION_BOOL,
     .help = "Change the files where a fix is certain (\"local\" in front of accidental globals, "
             "comments that ignore nothing), and report what is left.",
     .offset = VALUE(fix)},
    {.name = "target-version",
     .type = CLI_OPTION_TEXT,
     .argument = "VERSION",
     .default_text = "latest",
     .help = "The Karmada that has to take the customizations: latest, or a release such as 1.14.",
     .offset = VALUE(target_version)},
    {.name = "severity",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_WORDS,
     .words = "info warning error",
     .argument = "LEAST",
     .default_text = "info",
     .help = "Report nothing below this severity.",
     .offset = VALUE(severity)},
    {.name = "strict",
     .type = CLI_OPTION_BOOL,
     .help = "Warnings fail, too.",
     .offset = VALUE(strict)},
    {.name = "output",
     .short_name = 'o',
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_WORDS,
     .words = "pretty json sarif github",
     .argument = "FORMAT",
     .default_text = "pretty",
     .help = "pretty, json, sarif (2.1.0), or github: annotations of a workflow.",
     .offset = VALUE(output)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = VALUE(help)},
};

static const char lint_examples[] = "  # All customizations below this directory\n"
                                    "  rjinterp lint\n"
                                    "\n"
                                    "  # What is RJ106, and what can be done about it?\n"
                                    "  rjinterp lint --explain RJ106\n"
                                    "\n"
                                    "  # For the code scanning of GitHub\n"
                                    "  rjinterp lint customizations -o sarif >rjinterp.sarif\n";

const cli_command cli_lint_command = {
    .name = "lint",
    .usage = "[PATH]...",
    .summary = "Find mistakes in customizations without running them",
    .description =
        "Looks at the Lua and at the YAML around it: functions that production doesn't find or "
        "refuses, accidental globals, fields that may be nil, results that production can't "
        "encode or that differ from run to run. Each check has an id and a page "
        "(--explain ID). A comment \"-- rjinterp: ignore RJ106\" leaves findings of its line out, "
        "or, on a line of its own, of the next line with code.\n"
        "\n"
        "Paths are files, directories with all that is below them, or - for standard input; "
        "without "
        "any, the current directory. Documents that are no customizations are left alone.\n"
        "\n"
        "Exit status: 1 when there is an error (with --strict: or a warning), or a file can't be "
        "read.",
    .examples = lint_examples,
    .options = lint_options,
    .option_count = sizeof lint_options / sizeof *lint_options,
    .values_bytes = sizeof(lint_values),
    .help_offset = VALUE(help),
    .run = run_lint,
};
