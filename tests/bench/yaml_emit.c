/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The baseline of writing: libyaml's emitter is given the events of a file, which were read before
 * the clock started. It frees each event; that they were made doesn't count.
 *
 *   bench_yaml_emit FILE [RUNS]
 *
 * prints the milliseconds of each run on a line. Give it what rjinterp wrote, so that both write
 * the same.
 */

#include <stdbool.h>
#include <string.h>
#include <yaml.h>

#include "bench/bench.h"

typedef struct events {
    yaml_event_t *items;
    size_t count, capacity;
} events;

static events read_events(const bench_text *text) {
    yaml_parser_t parser;
    events all = {NULL, 0, 0};
    bool ended = false;
    if (!yaml_parser_initialize(&parser))
        bench_fail("out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->data, text->bytes);
    while (!ended) {
        if (all.count == all.capacity) {
            all.capacity = all.capacity ? all.capacity * 2 : 1024;
            all.items = realloc(all.items, all.capacity * sizeof *all.items);
            if (!all.items)
                bench_fail("out of memory");
        }
        if (!yaml_parser_parse(&parser, &all.items[all.count]))
            bench_fail("libyaml can't read the file");
        ended = all.items[all.count++].type == YAML_STREAM_END_EVENT;
    }
    yaml_parser_delete(&parser);
    return all;
}

/* As a growing buffer would take it. */
typedef struct output {
    char *data;
    size_t bytes, capacity;
} output;

static int take(void *ctx, unsigned char *data, size_t bytes) {
    output *out = ctx;
    while (out->capacity - out->bytes < bytes) {
        out->capacity = out->capacity ? out->capacity * 2 : 65536;
        out->data = realloc(out->data, out->capacity);
        if (!out->data)
            return 0;
    }
    memcpy(out->data + out->bytes, data, bytes);
    out->bytes += bytes;
    return 1;
}

static void emit_all(events *all, output *out) {
    yaml_emitter_t emitter;
    if (!yaml_emitter_initialize(&emitter))
        bench_fail("out of memory");
    yaml_emitter_set_output(&emitter, take, out);
    yaml_emitter_set_unicode(&emitter, 1);
    for (size_t i = 0; i < all->count; i++)
        if (!yaml_emitter_emit(&emitter, &all->items[i]))
            bench_fail(emitter.problem ? emitter.problem : "libyaml can't write");
    yaml_emitter_delete(&emitter);
}

int main(int argc, char **argv) {
    int runs;
    const bench_text text = bench_read_file(bench_arguments(argc, argv, &runs));
    output out = {NULL, 0, 0};
    for (int i = 0; i < runs; i++) {
        events all = read_events(&text);
        out.bytes = 0;
        const double start = bench_now_ms();
        emit_all(&all, &out);
        printf("%.3f\n", bench_now_ms() - start);
        free(all.items);
    }
    free(out.data);
    free(text.data);
    return 0;
}
