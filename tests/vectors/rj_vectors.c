/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Runs the recorded answers of the reference through librjinterp: rj_vectors [--counted] [--only
 * FILE] [DIR]. Prints every case that fails, then for each file "FILE: N passed, N failed, N
 * excepted". The exit status is 1 when a case failed, or when tests/vectors/exceptions.txt is out
 * of date.
 */
#include "vectors.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/json.h"

typedef struct vector_file {
    const char *name;
    vector_run *run;
} vector_file;

static const vector_file files[] = {
#define RJ_VECTOR_FILE(name, run) {name, run},
#include "vector_files.h"
#undef RJ_VECTOR_FILE
    {NULL, NULL},
};

enum {
    MAX_EXCEPTIONS = 256
};

/* A line "FILE ID reason" of exceptions.txt: a case that we know to answer differently. */
typedef struct exception {
    char file[64], id[128];
    bool seen;
} exception;

typedef struct run {
    const char *directory;
    bool is_default_set;
    rj_chunk_detail detail;
    exception exceptions[MAX_EXCEPTIONS];
    size_t exception_count;
    bool failed;
} run;

/* ---- what run_*.c use ---- */

bool vector_same_text(vector_case *c, const char *expected, size_t expected_bytes, const char *got,
                      size_t got_bytes) {
    if (expected_bytes == got_bytes && memcmp(expected, got, got_bytes) == 0)
        return true;
    rj_buf_append(&c->expected, expected, expected_bytes);
    rj_buf_append(&c->got, got, got_bytes);
    return false;
}

bool vector_unexpected(vector_case *c, const char *expected, const char *got) {
    rj_buf_puts(&c->expected, expected);
    rj_buf_puts(&c->got, got);
    return false;
}

/* Steps over "<string>:LINE: "; *line is 0 when there is no such prefix. */
static const char *after_position(const char *text, unsigned long *line) {
    static const char chunk[] = "<string>:";
    *line = 0;
    if (strncmp(text, chunk, sizeof chunk - 1) != 0)
        return text;
    char *end;
    unsigned long number = strtoul(text + sizeof chunk - 1, &end, 10);
    if (strncmp(end, ": ", 2) != 0)
        return text;
    *line = number;
    return end + 2;
}

bool vector_same_error(vector_case *c, const rj_error *got) {
    const rj_value *expected = rj_value_get(c->vector, "message");
    if (!expected)
        expected = rj_value_get(c->vector, "error");
    const char *text = expected->string.data, *ours = got->message ? got->message : "";
    unsigned long line, our_line;
    const char *reason = after_position(text, &line), *our_reason = after_position(ours, &our_line);
    if (strcmp(reason, our_reason) == 0 && (!line || line == our_line))
        return true;
    return vector_unexpected(c, text, ours);
}

/* ---- exceptions ---- */

static bool read_exceptions(run *r, const char *path) {
    FILE *in = fopen(path, "r");
    if (!in) {
        fprintf(stderr, "rj_vectors: %s: %s\n", path, strerror(errno));
        return false;
    }
    char line[4096];
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '#' || line[0] == '\n' || r->exception_count == MAX_EXCEPTIONS)
            continue;
        exception *e = &r->exceptions[r->exception_count];
        if (sscanf(line, "%63s %127s", e->file, e->id) == 2)
            r->exception_count++;
    }
    fclose(in);
    return true;
}

static exception *find_exception(run *r, const char *file, const char *id) {
    for (size_t i = 0; i < r->exception_count; i++)
        if (strcmp(r->exceptions[i].file, file) == 0 && strcmp(r->exceptions[i].id, id) == 0)
            return &r->exceptions[i];
    return NULL;
}

/* In the set that the list was written for, each of its ids has to exist. */
static void check_exceptions_were_seen(run *r, const char *file) {
    for (size_t i = 0; r->is_default_set && i < r->exception_count; i++)
        if (strcmp(r->exceptions[i].file, file) == 0 && !r->exceptions[i].seen) {
            printf("%s %s: excepted, but there is no such case\n", file, r->exceptions[i].id);
            r->failed = true;
        }
}

/* ---- cases ---- */

typedef struct counts {
    size_t passed, failed, excepted;
} counts;

static void print_failure(const char *file, const vector_case *c) {
    printf("%s %s\n    expected: %s\n    got:      %s\n", file, c->id, rj_buf_text(&c->expected),
           rj_buf_text(&c->got));
}

static void run_case(run *r, const vector_file *file, vector_case *c, counts *n) {
    exception *excepted = find_exception(r, file->name, c->id);
    bool passed = file->run(c);
    if (excepted)
        excepted->seen = true;
    if (passed && excepted) {
        printf("%s %s: excepted, but it passes\n", file->name, c->id);
        n->failed++;
    } else if (passed) {
        n->passed++;
    } else if (excepted) {
        n->excepted++;
    } else {
        print_failure(file->name, c);
        n->failed++;
    }
    rj_buf_free(&c->expected);
    rj_buf_free(&c->got);
}

static bool run_line(run *r, const vector_file *file, rj_arena *arena, const char *line,
                     size_t bytes, counts *n) {
    rj_value vector;
    rj_error err = RJ_ERROR_INIT;
    if (!rj_json_read(arena, line, bytes, file->name, NULL, &vector, &err)) {
        fprintf(stderr, "rj_vectors: %s: %s\n", file->name, err.message);
        rj_error_clear(&err);
        return false;
    }
    vector_case c = {.id = rj_value_get_text(&vector, "id"),
                     .vector = &vector,
                     .arena = arena,
                     .detail = r->detail};
    if (!c.id) {
        fprintf(stderr, "rj_vectors: %s: a line without id\n", file->name);
        return false;
    }
    run_case(r, file, &c, n);
    return true;
}

/* A file that isn't there is none of this set. */
static void run_file(run *r, const vector_file *file) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", r->directory, file->name);
    FILE *in = fopen(path, "r");
    if (!in) {
        if (errno != ENOENT || r->is_default_set) {
            fprintf(stderr, "rj_vectors: %s: %s\n", path, strerror(errno));
            r->failed = true;
        }
        return;
    }
    counts n = {0};
    rj_arena *arena = rj_arena_new(0);
    char *line = NULL;
    size_t capacity = 0;
    ssize_t bytes;
    while (arena && (bytes = getline(&line, &capacity, in)) > 0) {
        if (!run_line(r, file, arena, line, (size_t)bytes, &n))
            r->failed = true;
        rj_arena_reset(arena);
    }
    free(line);
    rj_arena_free(arena);
    fclose(in);
    check_exceptions_were_seen(r, file->name);
    printf("%s: %zu passed, %zu failed, %zu excepted\n", file->name, n.passed, n.failed,
           n.excepted);
    r->failed |= n.failed > 0 || !arena;
}

vector_compile_fn *const vector_compilers[] = {[RJ_CHUNK_PLAIN] = rj_script_compile,
                                               [RJ_CHUNK_COUNTED] = rj_script_compile_counted,
                                               [RJ_CHUNK_TRACED] = rj_script_compile_traced};

const rj_trace_options *vector_trace(rj_chunk_detail detail) {
    static const rj_trace_options options = {.max_events = 10000, .max_text_bytes = 1 << 20};
    return detail == RJ_CHUNK_TRACED ? &options : NULL;
}

int main(int argc, char **argv) {
    static run r;
    const char *only = NULL;
    int next = 1;
    if (argc > next &&
        (strcmp(argv[next], "--counted") == 0 || strcmp(argv[next], "--traced") == 0))
        r.detail = strcmp(argv[next++], "--traced") == 0 ? RJ_CHUNK_TRACED : RJ_CHUNK_COUNTED;
    if (argc >= next + 2 && strcmp(argv[next], "--only") == 0) {
        only = argv[next + 1];
        next += 2;
    }
    if (argc > next + 1 || (argc > next && argv[next][0] == '-')) {
        fprintf(stderr, "usage: rj_vectors [--counted | --traced] [--only FILE] [DIR]\n");
        return 2;
    }
    r.is_default_set = argc == next;
    r.directory = r.is_default_set ? RJ_SOURCE_DIR "/tests/vectors" : argv[next];
    if (!read_exceptions(&r, RJ_SOURCE_DIR "/tests/vectors/exceptions.txt"))
        return 1;
    bool known = false;
    for (const vector_file *file = files; file->name; file++)
        if (!only || strcmp(only, file->name) == 0) {
            run_file(&r, file);
            known = true;
        }
    if (!known) {
        fprintf(stderr, "rj_vectors: no vectors named %s\n", only);
        return 2;
    }
    return r.failed ? 1 : 0;
}
