/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_BENCH_AGGREGATE_INPUTS_H
#define RJ_TESTS_BENCH_AGGREGATE_INPUTS_H

/*
 * The trees that AggregateStatus gets, read before any clock starts.
 */

#include "bench/bench.h"
#include "rjinterp/document.h"
#include "rjinterp/json.h"

/* All documents of a file. */
static inline rj_value aggregate_read(const char *path, rj_arena *arena) {
    rj_error err = RJ_ERROR_INIT;
    const bench_text text = bench_read_file(path);
    rj_document_reader *reader =
        rj_document_reader_new_bytes(text.data, text.bytes, path, true, NULL);
    rj_list_builder list = {.arena = arena};
    rj_document doc;
    while (reader && rj_document_next(reader, arena, &doc, &err) == RJ_READ_DOCUMENT)
        if (!rj_list_append(&list, &doc.root))
            bench_fail("out of memory");
    if (err.message || !list.count)
        bench_fail(err.message ? err.message : "no documents");
    rj_document_reader_free(reader);
    free(text.data);
    return rj_list_finish(&list);
}

static inline void aggregate_print(const rj_value *result) {
    rj_buf out = RJ_BUF_INIT;
    rj_json_write(result, &out);
    puts(rj_buf_text(&out));
    rj_buf_free(&out);
}

#endif
