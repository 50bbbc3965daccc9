/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Reading as the fleet does it: every document of a file into a value tree, which is then let go.
 *
 *   bench_read FILE [RUNS]
 *
 * prints the milliseconds of each run on a line.
 */

#include "bench/bench.h"
#include "rjinterp/document.h"

static size_t read_all(const bench_text *text, rj_arena *arena) {
    rj_error err = RJ_ERROR_INIT;
    rj_document_reader *reader =
        rj_document_reader_new_bytes(text->data, text->bytes, "bench", true, NULL);
    rj_document doc;
    rj_read_status status = RJ_READ_DOCUMENT;
    size_t count = 0;
    while (reader && status == RJ_READ_DOCUMENT) {
        status = rj_document_next(reader, arena, &doc, &err);
        count += status == RJ_READ_DOCUMENT;
        rj_arena_reset(arena);
    }
    if (status != RJ_READ_END)
        bench_fail(err.message ? err.message : "cannot read");
    rj_document_reader_free(reader);
    return count;
}

int main(int argc, char **argv) {
    int runs;
    const bench_text text = bench_read_file(bench_arguments(argc, argv, &runs));
    rj_arena *arena = rj_arena_new(0);
    if (!arena)
        bench_fail("out of memory");
    for (int i = 0; i < runs; i++) {
        const double start = bench_now_ms();
        const size_t count = read_all(&text, arena);
        printf("%.3f\n", bench_now_ms() - start);
        if (!count)
            bench_fail("no documents");
    }
    rj_arena_free(arena);
    free(text.data);
    return 0;
}
