/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd_interpret.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/messages.h"
#include "cli/new_text.h"
#include "cli/output.h"
#include "cli/save.h"
#include "rjinterp/input.h"
#include "rjinterp/probe.h"

enum {
    FILES = 3,
    MOST_DIRECTORIES = 64 /* that are made on the way to a file */
};

typedef struct new_values {
    const char *api_version, *crd;
    cli_list operations;
    bool dry_run, help;
} new_values;

typedef struct new_run {
    const new_values *values;
    rj_arena *arena;
    const char *directory; /* that all is made in */
    new_kind kind;
    rj_buf texts[FILES];
    const char *paths[FILES];
    const char *made_directories[MOST_DIRECTORIES];
    size_t made_count;
} new_run;

/* ---- names ---- */

static bool is_kind(const char *text) {
    if (!(*text >= 'A' && *text <= 'Z'))
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text))
            return false;
    return true;
}

static bool is_label(const char *text, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (!(islower((unsigned char)text[i]) || isdigit((unsigned char)text[i]) ||
              ((text[i] == '-' || text[i] == '.') && i && i + 1 < bytes && text[i - 1] != '.')))
            return false;
    return bytes > 0;
}

/* "group/v1", or "v1" of the core group. */
static bool is_api_version(const char *text) {
    const char *slash = strchr(text, '/');
    const char *version = slash ? slash + 1 : text;
    return version[0] == 'v' && isdigit((unsigned char)version[1]) &&
           is_label(version, strlen(version)) && !strchr(version, '.') &&
           (!slash || is_label(text, (size_t)(slash - text)));
}

static const char *name_of(const char *kind, rj_arena *arena) {
    char *name = rj_arena_copy(arena, kind, strlen(kind));
    for (char *p = name; p && *p; p++)
        *p = (char)tolower((unsigned char)*p);
    return name;
}

static bool read_names(new_run *r, const cli_list *arguments, rj_error *err) {
    const new_values *v = r->values;
    if (!arguments->count || arguments->count > 2)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            arguments->count ? "give a kind and a directory, and nothing else"
                                             : "give the kind that is to be interpreted");
    r->kind.kind = arguments->items[0];
    r->directory = arguments->count > 1 ? arguments->items[1] : ".";
    if (!is_kind(r->kind.kind)) {
        rj_error_set(err, RJ_ERROR_USAGE, "\"%s\" is no kind", r->kind.kind);
        rj_error_set_hint(err, "kinds begin with a capital letter, and have letters and digits: "
                               "RayJob");
        return false;
    }
    if (!*v->api_version)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "--api-version is missing: --api-version ray.io/v1");
    if (!is_api_version(v->api_version)) {
        rj_error_set(err, RJ_ERROR_USAGE, "\"%s\" is no apiVersion", v->api_version);
        rj_error_set_hint(err, "it is a group and a version (ray.io/v1), or a version alone for "
                               "the core group (v1)");
        return false;
    }
    r->kind.api_version = v->api_version;
    r->kind.name = name_of(r->kind.kind, r->arena);
    return r->kind.name || rj_error_no_memory(err);
}

/* ---- the schema ---- */

static bool find_schema(const rj_probe_crds *crds, const new_run *r, const rj_value **out,
                        rj_error *err) {
    const char *same_kind = NULL;
    for (size_t i = 0; i < crds->count; i++) {
        if (strcmp(crds->items[i].kind, r->kind.kind) != 0)
            continue;
        same_kind = crds->items[i].api_version;
        if (strcmp(same_kind, r->kind.api_version) == 0) {
            *out = crds->items[i].schema;
            return true;
        }
    }
    rj_error_set(err, RJ_ERROR_RULE, "%s has no %s of %s", r->values->crd, r->kind.kind,
                 r->kind.api_version);
    if (same_kind)
        rj_error_set_hint(err, "it has one of %s", same_kind);
    else if (crds->count)
        rj_error_set_hint(err, "it has %s of %s", crds->items[0].kind, crds->items[0].api_version);
    return false;
}

static bool read_shape(new_run *r, rj_error *err) {
    cli_loader loader = {.arena = r->arena, .limits = rj_limits_default()};
    rj_probe_crds crds = {.arena = r->arena};
    rj_source_list sources;
    const rj_value *schema;
    if (!*r->values->crd) {
        r->kind.shape = new_shape_usual();
        return true;
    }
    if (!rj_sources_resolve(&r->values->crd, 1, false, r->arena, &sources))
        return rj_error_no_memory(err);
    if (sources.error_count)
        return rj_error_set(err, RJ_ERROR_IO, "%s", sources.errors[0]);
    if (!cli_load_crds(&loader, &sources, &crds, err) || !find_schema(&crds, r, &schema, err))
        return false;
    r->kind.shape = new_shape_of_schema(schema);
    return true;
}

/* ---- operations ---- */

static bool wants(new_run *r, const char *name, rj_error *err) {
    const rj_rule *rule = rj_rule_find(name);
    if (!rule)
        return cli_refuse_operation(name, err);
    if (!new_has_fields_for(&r->kind.shape, rule->operation)) {
        rj_error_set(err, RJ_ERROR_RULE, "%s has no fields for %s that are known", r->kind.kind,
                     rule->name);
        return false;
    }
    r->kind.operations[rule->operation] = true;
    return true;
}

static bool choose_operations(new_run *r, rj_error *err) {
    bool any = false;
    for (size_t i = 0; i < r->values->operations.count; i++)
        if (!wants(r, r->values->operations.items[i], err))
            return false;
    for (int i = 0; i < RJ_OPERATION_COUNT; i++) {
        /* Whether a field is the member's to set, nobody but the author knows. */
        if (!r->values->operations.count && i != RJ_OPERATION_RETAIN)
            r->kind.operations[i] = new_has_fields_for(&r->kind.shape, (rj_operation)i);
        any |= r->kind.operations[i];
    }
    return any || rj_error_set(err, RJ_ERROR_RULE,
                               "the schema of %s has neither pod templates nor replicas nor a "
                               "status that could be interpreted",
                               r->kind.kind);
}

/* ---- files ---- */

static bool name_files(new_run *r, rj_error *err) {
    rj_buf path = RJ_BUF_INIT;
    const char *const slash = strchr(r->kind.api_version, '/');
    rj_buf_printf(&path, "%s/%s%s/%s/", r->directory, slash ? "" : "core/", r->kind.api_version,
                  r->kind.kind);
    const size_t base = path.bytes;
    for (size_t i = 0; i < FILES; i++) {
        path.bytes = base;
        if (i == 0)
            rj_buf_puts(&path, "customizations.yaml");
        else if (i == 1)
            rj_buf_printf(&path, "testdata/%s-test.yaml", r->kind.name);
        else
            rj_buf_puts(&path, "README.md");
        r->paths[i] =
            rj_buf_ok(&path) ? rj_arena_copy(r->arena, rj_buf_text(&path), path.bytes) : NULL;
    }
    rj_buf_free(&path);
    return (r->paths[0] && r->paths[1] && r->paths[2]) || rj_error_no_memory(err);
}

static bool refuse_existing(const new_run *r, rj_error *err) {
    struct stat info;
    for (size_t i = 0; i < FILES; i++)
        if (lstat(r->paths[i], &info) == 0) {
            rj_error_set(err, RJ_ERROR_IO, "%s is there already", r->paths[i]);
            rj_error_set_hint(err, "nothing was written; choose another directory, or --dry-run");
            return false;
        }
    return true;
}

static bool io_error(const char *what, const char *path, rj_error *err) {
    char room[128];
    return rj_error_set(err, RJ_ERROR_IO, "%s %s: %s", what, path,
                        rj_input_errno_text(errno, room, sizeof room));
}

/* All directories on the way to a file; what is made is remembered. */
static bool make_directories(new_run *r, const char *path, rj_error *err) {
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        const char *part = rj_arena_copy(r->arena, path, (size_t)(slash - path));
        if (!part)
            return rj_error_no_memory(err);
        if (r->made_count == MOST_DIRECTORIES)
            return rj_error_set(err, RJ_ERROR_LIMIT,
                                "%s has too many directories that aren't there", path);
        if (mkdir(part, 0777) == 0)
            r->made_directories[r->made_count++] = part;
        else if (errno != EEXIST)
            return io_error("mkdir", part, err);
    }
    return true;
}

static bool write_file(const char *path, const rj_buf *text, rj_error *err) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return io_error("open", path, err);
    const bool ok = cli_write_all(fd, text) && fsync(fd) == 0;
    const int write_errno = errno;
    const bool is_closed = close(fd) == 0;
    if (ok && is_closed)
        return true;
    if (!ok)
        errno = write_errno;
    io_error("write", path, err);
    unlink(path);
    return false;
}

/* All files, or none. */
static bool write_files(new_run *r, rj_error *err) {
    size_t written = 0;
    bool ok = refuse_existing(r, err);
    if (!ok)
        return false;
    for (; ok && written < FILES; written += ok)
        ok = make_directories(r, r->paths[written], err) &&
             write_file(r->paths[written], &r->texts[written], err);
    if (ok)
        return true;
    while (written-- > 0)
        unlink(r->paths[written]);
    while (r->made_count-- > 0)
        rmdir(r->made_directories[r->made_count]);
    return false;
}

static bool print_files(const new_run *r) {
    rj_buf out = RJ_BUF_INIT;
    for (size_t i = 0; i < FILES; i++) {
        if (r->values->dry_run)
            rj_buf_printf(&out, "%s# %s\n%s", i ? "\n" : "", r->paths[i],
                          rj_buf_text(&r->texts[i]));
        else
            rj_buf_printf(&out, "%s\n", r->paths[i]);
    }
    const bool ok = cli_write_output(&out);
    rj_buf_free(&out);
    return ok;
}

/* ---- the command ---- */

static bool make(new_run *r, const cli_list *arguments, rj_error *err) {
    if (!read_names(r, arguments, err) || !read_shape(r, err) || !choose_operations(r, err) ||
        !name_files(r, err))
        return false;
    new_write_customization(&r->kind, &r->texts[0]);
    new_write_cases(&r->kind, &r->texts[1]);
    new_write_readme(&r->kind, &r->texts[2]);
    for (size_t i = 0; i < FILES; i++)
        if (!rj_buf_ok(&r->texts[i]))
            return rj_error_no_memory(err);
    return r->values->dry_run || write_files(r, err);
}

static int run_new(const void *values, const cli_list *arguments, rj_arena *arena) {
    new_run r = {.values = values, .arena = arena};
    rj_error err = RJ_ERROR_INIT;
    const bool ok = make(&r, arguments, &err);
    if (!ok) {
        const cli_documents none = {0};
        if (err.code == RJ_ERROR_USAGE)
            cli_print_usage_error(&err, "new");
        else
            cli_print_plain_error(&err, &none);
    }
    const bool is_printed = ok && print_files(&r);
    rj_error_clear(&err);
    for (size_t i = 0; i < FILES; i++)
        rj_buf_free(&r.texts[i]);
    return is_printed ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}

#define VALUE(field) offsetof(new_values, field)

static const cli_option new_options[] = {
    {.name = "api-version",
     .type = CLI_OPTION_TEXT,
     .argument = "GROUP/VERSION",
     .help = "The apiVersion of the kind: ray.io/v1, or v1 of the core group.",
     .offset = VALUE(api_version)},
    {.name = "crd",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "The kind's CustomResourceDefinition: its fields are used. Without it the usual ones "
             "are: spec.replicas, spec.template, status.conditions.",
     .offset = VALUE(crd)},
    {.name = "operations",
     .type = CLI_OPTION_LIST,
     .complete = CLI_COMPLETE_OPERATION,
     .argument = "NAME,...",
     .help = "Operations that get a rule; without it, all but Retain for which there are fields.",
     .offset = VALUE(operations)},
    {.name = "dry-run",
     .type = CLI_OPTION_BOOL,
     .help = "Print the files; write nothing.",
     .offset = VALUE(dry_run)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = VALUE(help)},
};

static const char new_examples[] =
    "  # From the definition of the kind\n"
    "  rjinterp new RayJob --api-version ray.io/v1 --crd rayjobs.yaml customizations\n"
    "\n"
    "  # Look first\n"
    "  rjinterp new Tank --api-version brew.example.com/v1 --dry-run\n";

const cli_command cli_new_command = {
    .name = "new",
    .usage = "KIND --api-version GROUP/VERSION [DIR]",
    .argument_words = "",
    .summary = "Begin a customization, with test cases",
    .description =
        "Writes DIR/GROUP/VERSION/KIND/customizations.yaml with a rule for each operation that the "
        "kind has fields for, test cases for each, and a README; DIR is the working directory "
        "unless it is given. Rules look whether a field is there before they use it. What is "
        "written passes rjinterp test and lint as it is; then it is yours. Look at it: of several "
        "pod "
        "templates beside each other only the first is seen, and the cases don't know which fields "
        "the "
        "definition requires.\n"
        "\n"
        "Nothing is overwritten: when one of the files is there, none is written. The names of the "
        "new files are printed.",
    .examples = new_examples,
    .options = new_options,
    .option_count = sizeof new_options / sizeof *new_options,
    .values_bytes = sizeof(new_values),
    .help_offset = VALUE(help),
    .run = run_new,
};
