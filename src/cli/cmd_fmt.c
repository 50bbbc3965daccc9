/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/commands.h"
#include "cli/edit_load.h"
#include "cli/fmt_script.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/save.h"
#include "rjinterp/document.h"
#include "rjinterp/input.h"
#include "rjinterp/rule.h"
#include "rjinterp/splice.h"

enum {
    READ_BYTES = 64 * 1024
};

typedef struct fmt_values {
    bool check;
    bool help;
} fmt_values;

typedef struct formatter {
    const fmt_values *options;
    const char *name; /* of the file at hand */
    rj_arena *arena;  /* for one look at the file */
    rj_buf now;       /* its bytes, as far as they are formatted */
    bool changed;     /* since the reader of now was made */
    bool failed;
} formatter;

/* Where a script stands. */
typedef struct place {
    size_t document;
    size_t item; /* of a list */
    bool is_item;
    rj_operation operation;
} place;

/* ---- finding scripts ---- */

/* The script at a place; NULL: none, or one that is written elsewhere. */
static const rj_value *script_at(const rj_value *root, const place *p) {
    if (p->is_item)
        root = &rj_value_get(root, "items")->list.items[p->item];
    if (!edit_is_customization(root))
        return NULL;
    const rj_value *rules = rj_value_at(root, "spec.customizations");
    const rj_value *rule = rj_value_get(rules, rj_rule_of(p->operation)->field);
    const rj_value *script = rj_value_get(rule, "luaScript");
    return rj_value_is(script, RJ_KIND_STRING) && !script->in_alias && !rules->in_alias &&
                   !rule->in_alias
               ? script
               : NULL;
}

static void write_path(const place *p, rj_buf *out) {
    if (p->is_item)
        rj_buf_printf(out, "items.%zu.", p->item);
    rj_buf_printf(out, "spec.customizations.%s.luaScript", rj_rule_of(p->operation)->field);
}

/* Reads the document of that number; *found is false behind the last. */
static bool read_document(formatter *f, const rj_buf *bytes, size_t index, rj_document *doc,
                          bool *found, rj_error *err) {
    rj_document_reader *reader =
        rj_document_reader_new_bytes(rj_buf_text(bytes), bytes->bytes, f->name, true, NULL);
    if (!reader)
        return rj_error_no_memory(err);
    rj_read_status status;
    do {
        status = rj_document_next(reader, f->arena, doc, err);
    } while (status == RJ_READ_DOCUMENT && doc->index < index);
    rj_document_reader_free(reader);
    doc->file = f->name;
    *found = status == RJ_READ_DOCUMENT;
    return status != RJ_READ_FAILED;
}

/* ---- one script ---- */

static void say_ambiguous(formatter *f, const place *p, const rj_value *script) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_printf(&text,
                  "%s:%u: %s: the folded text means something else than its lines; decide which "
                  "is meant and write it behind |\n",
                  f->name, (unsigned)script->at.line, rj_rule_of(p->operation)->name);
    cli_write_error(rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
    f->failed = true;
}

/* A quoted script that had to stay quoted is left as it was, unless its text is another now. */
static bool is_better(formatter *f, const rj_buf *fresh, const place *p, bool *out, rj_error *err) {
    rj_document doc;
    bool found = false;
    if (!read_document(f, fresh, p->document, &doc, &found, err))
        return false;
    const rj_value *script = found ? script_at(&doc.root, p) : NULL;
    *out = script && script->style == RJ_STYLE_LITERAL;
    return true;
}

static bool replace(formatter *f, const place *p, const rj_value *script, const rj_buf *text,
                    rj_error *err) {
    bool is_other = text->bytes != script->string.bytes ||
                    memcmp(rj_buf_text(text), script->string.data, text->bytes) != 0;
    if (!is_other && (script->style == RJ_STYLE_LITERAL || !strchr(rj_buf_text(text), '\n')))
        return true;
    rj_buf path = RJ_BUF_INIT, fresh = RJ_BUF_INIT;
    write_path(p, &path);
    const rj_splice_change change = {
        .path = rj_buf_text(&path), .text = rj_buf_text(text), .bytes = text->bytes};
    bool better = is_other;
    bool ok = rj_splice(rj_buf_text(&f->now), f->now.bytes, f->name, p->document, &change, 1, NULL,
                        &fresh, err) &&
              (is_other || is_better(f, &fresh, p, &better, err));
    rj_buf_free(&path);
    if (ok && better) {
        rj_buf_free(&f->now);
        f->now = fresh;
        f->changed = true;
    } else {
        rj_buf_free(&fresh);
    }
    return ok;
}

static bool format_script(formatter *f, const rj_document *doc, const place *p, rj_error *err) {
    const rj_value *script = script_at(&doc->root, p);
    if (!script || !script->string.bytes)
        return true;
    rj_buf text = RJ_BUF_INIT;
    fmt_verdict verdict;
    bool ok = fmt_script(doc, script, f->arena, &text, &verdict, err);
    if (ok && verdict == FMT_AMBIGUOUS)
        say_ambiguous(f, p, script);
    else
        ok = ok && replace(f, p, script, &text, err);
    rj_buf_free(&text);
    return ok;
}

/* ---- one file ---- */

/* How far the file is done. */
typedef struct progress {
    size_t document, step;
} progress;

/* The scripts of a document, up to one that changes the file. */
static bool format_document(formatter *f, const rj_document *doc, progress *done, rj_error *err) {
    const rj_value *list = edit_items_of(&doc->root);
    size_t items = list ? list->list.count : edit_is_customization(&doc->root) ? 1 : 0;
    while (done->step < items * RJ_OPERATION_COUNT) {
        size_t i = done->step++;
        const place p = {.document = doc->index,
                         .item = i / RJ_OPERATION_COUNT,
                         .is_item = list != NULL,
                         .operation = (rj_operation)(i % RJ_OPERATION_COUNT)};
        if (!format_script(f, doc, &p, err))
            return false;
        if (f->changed)
            return true;
    }
    *done = (progress){.document = doc->index + 1};
    return true;
}

/* All documents that aren't done, up to a change. *ended: there are no more. */
static bool format_on(formatter *f, progress *done, bool *ended, rj_error *err) {
    rj_document_reader *reader =
        rj_document_reader_new_bytes(rj_buf_text(&f->now), f->now.bytes, f->name, true, NULL);
    if (!reader)
        return rj_error_no_memory(err);
    rj_document doc;
    rj_read_status status = RJ_READ_DOCUMENT;
    bool ok = true;
    f->changed = false;
    while (ok && !f->changed && status == RJ_READ_DOCUMENT) {
        rj_arena_reset(f->arena);
        status = rj_document_next(reader, f->arena, &doc, err);
        doc.file = f->name;
        if (status == RJ_READ_DOCUMENT && doc.index >= done->document)
            ok = format_document(f, &doc, done, err);
    }
    rj_document_reader_free(reader);
    *ended = status == RJ_READ_END;
    return ok && status != RJ_READ_FAILED;
}

/* After a change the file is read again. */
static bool format_documents(formatter *f, rj_error *err) {
    progress done = {0};
    bool ended = false;
    while (!ended)
        if (!format_on(f, &done, &ended, err))
            return false;
    return true;
}

static bool read_source(const rj_source *source, rj_buf *out, rj_error *err) {
    rj_input input;
    rj_input_failure failure;
    if (!rj_input_open(source, &input, &failure, err))
        return false;
    ssize_t got = 0;
    char *room;
    while ((room = rj_buf_reserve(out, READ_BYTES)) &&
           (got = rj_input_read(&input, room, READ_BYTES)) > 0)
        out->bytes += (size_t)got;
    int error = input.error;
    rj_input_close(&input);
    if (!room)
        return rj_error_no_memory(err);
    char words[128];
    return got == 0 || rj_error_set(err, RJ_ERROR_IO, "read %s: %s", source->name,
                                    rj_input_errno_text(error, words, sizeof words));
}

/* Names of files that were or would be changed go to standard output, one a line; standard input
 * itself does, formatted. */
static bool finish_file(formatter *f, const rj_source *source, const rj_buf *old, rj_error *err) {
    bool is_same = old->bytes == f->now.bytes &&
                   memcmp(rj_buf_text(old), rj_buf_text(&f->now), old->bytes) == 0;
    bool prints_text = source->kind != RJ_SOURCE_FILE && !f->options->check;
    rj_buf line = RJ_BUF_INIT;
    bool ok = true;
    if (!is_same && f->options->check)
        f->failed = true;
    else if (!is_same && source->kind == RJ_SOURCE_FILE)
        ok = cli_save_file(source->name, old, &f->now, err);
    if (ok && !is_same && !prints_text)
        rj_buf_printf(&line, "%s\n", source->name);
    if (ok && !cli_write_output(prints_text ? &f->now : &line))
        f->failed = true;
    rj_buf_free(&line);
    return ok;
}

static void format_file(formatter *f, const rj_source *source) {
    rj_buf old = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    f->name = source->name;
    rj_buf_reset(&f->now);
    bool ok = read_source(source, &old, &err);
    if (ok) {
        rj_buf_append(&f->now, old.data, old.bytes);
        ok = (rj_buf_ok(&f->now) || rj_error_no_memory(&err)) && format_documents(f, &err) &&
             finish_file(f, source, &old, &err);
    }
    if (!ok) {
        const cli_documents none = {0};
        rj_error_prefix(&err, "%s: ", source->name);
        cli_print_plain_error(&err, &none);
        f->failed = true;
    }
    rj_error_clear(&err);
    rj_buf_free(&old);
}

/* ---- the command ---- */

static int run_fmt(const void *values, const cli_list *arguments, rj_arena *arena) {
    static const char *const here[] = {"."};
    formatter f = {.options = values, .arena = rj_arena_new(rj_limits_default()->max_tree_bytes)};
    rj_source_list sources;
    bool ok = f.arena && (arguments->count ? rj_sources_resolve(arguments->items, arguments->count,
                                                                true, arena, &sources)
                                           : rj_sources_resolve(here, 1, true, arena, &sources));
    if (!ok) {
        cli_write_error_text("error: out of memory\n");
        rj_arena_free(f.arena);
        return CLI_EXIT_FAILURE;
    }
    for (size_t i = 0; i < sources.error_count; i++) {
        rj_error err = RJ_ERROR_INIT;
        const cli_documents none = {0};
        rj_error_set(&err, RJ_ERROR_IO, "%s", sources.errors[i]);
        cli_print_plain_error(&err, &none);
        rj_error_clear(&err);
        f.failed = true;
    }
    for (size_t i = 0; i < sources.count; i++)
        format_file(&f, &sources.items[i]);
    rj_buf_free(&f.now);
    rj_arena_free(f.arena);
    return f.failed ? CLI_EXIT_FAILURE : CLI_EXIT_OK;
}

static const cli_option fmt_options[] = {
    {.name = "check",
     .type = CLI_OPTION_BOOL,
     .help = "Change nothing; name the files that would be changed and exit with 1 when there are "
             "any.",
     .offset = offsetof(fmt_values, check)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = offsetof(fmt_values, help)},
};

const cli_command cli_fmt_command = {
    .name = "fmt",
    .usage = "[--check] [PATH]...",
    .summary = "Give scripts in customizations lines of their own",
    .description =
        "Puts the scripts of customizations behind |, line by line, and takes blanks from the ends "
        "of their lines. Nothing else in a file changes, and no script's meaning: folded ones "
        "(behind >) get their lines back only when these mean the same. In JSON and inside braces "
        "only the blanks go.\n"
        "\n"
        "Paths are files, directories with all that is below them, or - for standard input to "
        "standard output; without any, the current directory. Documents that are no customizations "
        "are left alone. The names of changed files are printed.\n"
        "\n"
        "Exit status: 1 when a file can't be read or saved, or a folded script is ambiguous; with "
        "--check also when a file isn't formatted.",
    .options = fmt_options,
    .option_count = sizeof fmt_options / sizeof *fmt_options,
    .values_bytes = sizeof(fmt_values),
    .help_offset = offsetof(fmt_values, help),
    .run = run_fmt,
};
