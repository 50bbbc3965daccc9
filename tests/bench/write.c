/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Writing: every document of a file, read before the clock starts, as YAML text.
 *
 *   bench_write FILE [RUNS]
 *
 * prints the milliseconds of each run on a line.
 */

#include "bench/bench.h"
#include "rjinterp/document.h"
#include "rjinterp/yaml.h"

typedef struct trees {
    rj_value *roots;
    size_t count, capacity;
} trees;

static trees read_all(const bench_text *text, rj_arena *arena) {
    rj_error err = RJ_ERROR_INIT;
    rj_document_reader *reader =
        rj_document_reader_new_bytes(text->data, text->bytes, "bench", true, NULL);
    rj_document doc;
    trees all = {NULL, 0, 0};
    while (reader && rj_document_next(reader, arena, &doc, &err) == RJ_READ_DOCUMENT) {
        all.roots = rj_arena_grow(arena, all.roots, all.count, &all.capacity, sizeof *all.roots);
        if (!all.roots)
            bench_fail("out of memory");
        all.roots[all.count++] = doc.root;
    }
    if (err.message || !all.count)
        bench_fail(err.message ? err.message : "no documents");
    rj_document_reader_free(reader);
    return all;
}

int main(int argc, char **argv) {
    int runs;
    const bench_text text = bench_read_file(bench_arguments(argc, argv, &runs));
    rj_arena *arena = rj_arena_new(0);
    if (!arena)
        bench_fail("out of memory");
    const trees all = read_all(&text, arena);
    rj_buf out = RJ_BUF_INIT;
    for (int i = 0; i < runs; i++) {
        rj_error err = RJ_ERROR_INIT;
        rj_buf_reset(&out);
        const double start = bench_now_ms();
        for (size_t k = 0; k < all.count; k++)
            if (!rj_yaml_write(&all.roots[k], &out, &err))
                bench_fail(err.message);
        printf("%.3f\n", bench_now_ms() - start);
    }
    rj_buf_free(&out);
    rj_arena_free(arena);
    free(text.data);
    return 0;
}
