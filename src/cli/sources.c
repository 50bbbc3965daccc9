/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/sources.h"

#include <string.h>

static const char nothing_given[] =
    "You must provide one or more resources by argument or filename.\n"
    "Example resource specifications include:\n"
    "   '-f rsrc.yaml'\n"
    "   '--filename=rsrc.json'\n"
    "   '<resource> <name>'\n"
    "   '<resource>'";

/* What is wrong with one option. */
typedef struct complaint {
    const char *const *texts;
    size_t count;
    const char *single; /* the only one; gets "error: " when no other option has any */
} complaint;

enum {
    OPTION_COUNT = 4
};

static bool repeated(const complaint *c, size_t i) {
    for (size_t j = 0; j < i; j++) {
        if (strcmp(c->texts[j], c->texts[i]) == 0)
            return true;
    }
    return false;
}

/* All of one option in a line: "[a, b]", the same text once. */
static void write_joined(const complaint *c, rj_buf *out) {
    size_t distinct = 0;
    for (size_t i = 0; i < c->count; i++)
        distinct += !repeated(c, i);
    rj_buf_puts(out, distinct > 1 ? "[" : "");
    for (size_t i = 0, shown = 0; i < c->count; i++) {
        if (repeated(c, i))
            continue;
        rj_buf_puts(out, shown++ ? ", " : "");
        rj_buf_puts(out, c->texts[i]);
    }
    rj_buf_puts(out, distinct > 1 ? "]" : "");
}

static bool complain(const complaint *complaints, rj_error *err) {
    size_t options = 0;
    for (size_t i = 0; i < OPTION_COUNT; i++)
        options += complaints[i].count || complaints[i].single;
    if (!options)
        return true;
    rj_buf text = RJ_BUF_INIT;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const complaint *c = &complaints[i];
        if (c->single) {
            rj_buf_puts(&text, options == 1 ? "error: " : "");
            rj_buf_puts(&text, c->single);
            rj_buf_putc(&text, '\n');
        } else if (options == 1) {
            for (size_t j = 0; j < c->count; j++)
                rj_buf_printf(&text, "%s\n", c->texts[j]);
        } else if (c->count) {
            write_joined(c, &text);
            rj_buf_putc(&text, '\n');
        }
    }
    if (rj_buf_ok(&text)) /* the printer ends the last line */
        rj_error_set_bytes(err, RJ_ERROR_USAGE, rj_buf_text(&text), text.bytes - 1);
    else
        rj_error_no_memory(err);
    rj_buf_free(&text);
    return false;
}

/* Whether the parts of a resource argument before the slash are one resource. */
static bool is_one_resource(const char *text, size_t bytes) {
    size_t first = 0;
    while (first < bytes && text[first] != ',')
        first++;
    for (size_t at = first; at < bytes;) {
        size_t part = at + 1, end = part;
        while (end < bytes && text[end] != ',')
            end++;
        if (end - part != first || memcmp(text + part, text, first) != 0)
            return false;
        at = end;
    }
    return true;
}

/* Names of objects in a cluster may be TYPE/NAME. NULL: nothing wrong. */
static const char *bad_argument(const cli_list *arguments) {
    for (size_t i = 0; i < arguments->count; i++) {
        const char *text = arguments->items[i];
        const char *slash = strchr(text, '/');
        if (!slash)
            continue;
        if (strchr(slash + 1, '/'))
            return "arguments in resource/name form may not have more than one slash";
        if (slash == text || !slash[1] || !is_one_resource(text, (size_t)(slash - text)))
            return "arguments in resource/name form must have a single resource and name";
    }
    return NULL;
}

static bool with_text(complaint *c, const char *text, rj_arena *arena) {
    const char **texts = rj_arena_calloc(arena, c->count + 1, sizeof *texts);
    if (!texts)
        return false;
    if (c->count)
        memcpy(texts, c->texts, c->count * sizeof *texts);
    texts[c->count++] = text;
    c->texts = texts;
    return true;
}

static bool resolve_customizations(const interpret_values *v, const cli_list *arguments,
                                   rj_arena *arena, cli_sources *out, complaint *c) {
    if (!rj_sources_resolve(v->filenames.items, v->filenames.count, v->recursive, arena,
                            &out->customizations))
        return false;
    *c = (complaint){.texts = out->customizations.errors, .count = out->customizations.error_count};
    const char *wrong = bad_argument(arguments);
    if (wrong && !with_text(c, wrong, arena))
        return false;
    if (c->count)
        return true;
    bool has_sources = out->customizations.count > 0;
    if (arguments->count && has_sources)
        c->single = "resource/name arguments cannot be provided when a path is specified";
    else if (arguments->count)
        c->single = "names of objects in a cluster cannot be looked up: rjinterp asks no cluster; "
                    "give the customizations with -f";
    else if (!v->filenames.given && *v->operation && !v->check && !v->edit)
        out->built_in = true;
    else if (!has_sources)
        c->single = nothing_given;
    return true;
}

static bool resolve_one(const char *name, bool recursive, rj_arena *arena, rj_source_list *out,
                        complaint *c) {
    if (!*name)
        return true;
    if (!rj_sources_resolve(&name, 1, recursive, arena, out))
        return false;
    *c = (complaint){.texts = out->errors, .count = out->error_count};
    return true;
}

static bool reads_stdin(const rj_source_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].kind == RJ_SOURCE_STDIN)
            return true;
    }
    return false;
}

/* An object can't come from a standard input that another option has read to its end. (Status items
 * may: none is a valid number of them.) */
static const char *shared_stdin(const cli_sources *s) {
    size_t readers = (size_t)reads_stdin(&s->customizations) + reads_stdin(&s->desired) +
                     reads_stdin(&s->observed);
    return readers > 1 ? "standard input cannot be used for multiple arguments" : NULL;
}

/* The first address among the sources, or NULL. */
static const char *first_address(const cli_sources *s) {
    const rj_source_list *lists[] = {&s->customizations, &s->desired, &s->observed, &s->status};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t j = 0; j < lists[i]->count; j++)
            if (lists[i]->items[j].kind == RJ_SOURCE_URL)
                return lists[i]->items[j].name;
    return NULL;
}

bool cli_resolve_sources(const interpret_values *v, const cli_list *arguments, rj_arena *arena,
                         cli_sources *out, rj_error *err) {
    complaint complaints[OPTION_COUNT] = {0};
    cli_sources found = {0};
    const bool is_deep = v->each && v->recursive;
    if (!resolve_customizations(v, arguments, arena, &found, &complaints[0]) ||
        !resolve_one(v->desired_file, is_deep, arena, &found.desired, &complaints[1]) ||
        !resolve_one(v->observed_file, is_deep, arena, &found.observed, &complaints[2]) ||
        !resolve_one(v->status_file, false, arena, &found.status, &complaints[3]))
        return rj_error_no_memory(err);
    if (!complain(complaints, err))
        return false;
    const char *address = v->offline ? first_address(&found) : NULL;
    if (address) {
        rj_error_set(err, RJ_ERROR_USAGE, "\"%s\" is not read: --offline is given", address);
        rj_error_set_hint(err, "give a file instead, or leave --offline out");
        return false;
    }
    const char *shared = v->check || v->edit ? NULL : shared_stdin(&found);
    if (shared)
        return rj_error_set(err, RJ_ERROR_USAGE, "%s", shared);
    *out = found;
    return true;
}
