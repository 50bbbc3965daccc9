/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asks a customization about an object, as a program of your own would:
 *
 *   embed CUSTOMIZATIONS OBJECT OPERATION
 *
 * prints each result as YAML. The script runs in a jail, so it may come from a stranger.
 */
#include <rjinterp/customization.h>
#include <rjinterp/document.h>
#include <rjinterp/jail.h>
#include <rjinterp/object.h>
#include <rjinterp/yaml.h>
#include <stdio.h>
#include <stdlib.h>

static ssize_t read_file(void *ctx, char *into, size_t bytes) {
    const size_t count = fread(into, 1, bytes, ctx);
    return count == 0 && ferror(ctx) ? -1 : (ssize_t)count;
}

/* "customizations.yaml:14:29: reason", the frames of the script, and how to go on. */
static void print_error(const rj_error *err) {
    if (err->file)
        fprintf(stderr, "%s:%u:%u: ", err->file, (unsigned)err->at.line, (unsigned)err->at.column);
    fprintf(stderr, "%s\n", rj_error_reason(err));
    if (err->detail)
        fprintf(stderr, "%s\n", err->detail);
    if (err->hint)
        fprintf(stderr, "hint: %s\n", err->hint);
}

/* All customizations of a file. They live as long as the set's arena. */
static bool load_customizations(FILE *file, const char *name, rj_customization_set *set,
                                rj_error *err) {
    rj_document_reader *reader = rj_document_reader_new(read_file, file, name, true, NULL);
    rj_document doc;
    rj_read_status status = RJ_READ_FAILED;
    bool ok = reader || rj_error_no_memory(err);
    while (ok && (status = rj_document_next(reader, set->arena, &doc, err)) == RJ_READ_DOCUMENT) {
        rj_customization customization;
        ok = rj_customization_bind(&doc, set->arena, &customization, err) &&
             (customization.other_kind || rj_customization_set_add(set, &customization) ||
              rj_error_no_memory(err));
    }
    rj_document_reader_free(reader);
    return ok && status == RJ_READ_END;
}

/* The first object of a file. */
static bool load_object(FILE *file, const char *name, rj_arena *arena, rj_value *out,
                        rj_error *err) {
    rj_document_reader *reader = rj_document_reader_new(read_file, file, name, true, NULL);
    rj_document doc;
    bool ok = reader || rj_error_no_memory(err);
    if (ok) {
        const rj_read_status status = rj_document_next(reader, arena, &doc, err);
        if (status == RJ_READ_END)
            rj_error_set(err, RJ_ERROR_TYPE, "%s holds no object", name);
        ok = status == RJ_READ_DOCUMENT && rj_object_bind(&doc, arena, out, err);
    }
    rj_document_reader_free(reader);
    return ok;
}

static bool interpret(const rj_customization_set *set, const rj_value *object,
                      rj_operation operation, rj_arena *arena, rj_error *err) {
    const rj_request request = {
        .customizations = set,
        .operation = operation,
        .observed = object,
    };
    rj_result result;
    if (!rj_jail_run(&request, NULL, arena, &result, err))
        return false;
    for (size_t i = 0; i < result.count; i++) {
        rj_buf text = RJ_BUF_INIT;
        const bool ok = rj_yaml_write(&result.values[i], &text, err);
        if (ok)
            printf("%s:\n%s", result.names[i], rj_buf_text(&text));
        rj_buf_free(&text);
        if (!ok)
            return false;
    }
    return true;
}

int main(int count, char **arguments) {
    const rj_rule *rule = count == 4 ? rj_rule_find(arguments[3]) : NULL;
    if (!rule) {
        fprintf(stderr, "usage: embed CUSTOMIZATIONS OBJECT OPERATION\n");
        return 2;
    }
    rj_error err = RJ_ERROR_INIT;
    rj_arena *arena = rj_arena_new(0);
    rj_customization_set set = {.arena = arena};
    rj_value object;
    FILE *customizations = fopen(arguments[1], "r");
    FILE *objects = fopen(arguments[2], "r");
    bool ok = arena && customizations && objects;
    if (!ok)
        perror("embed");
    ok = ok && load_customizations(customizations, arguments[1], &set, &err) &&
         load_object(objects, arguments[2], arena, &object, &err) &&
         interpret(&set, &object, rule->operation, arena, &err);
    if (err.code != RJ_ERROR_NONE)
        print_error(&err);
    rj_error_clear(&err);
    if (customizations)
        fclose(customizations);
    if (objects)
        fclose(objects);
    rj_arena_free(arena);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
