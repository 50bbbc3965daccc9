/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The baseline of reading: libyaml's events of a file, each looked at and thrown away.
 *
 *   bench_yaml_events FILE [RUNS]
 *
 * prints the milliseconds of each run on a line.
 */

#include <stdbool.h>
#include <yaml.h>

#include "bench/bench.h"

static size_t count_events(const bench_text *text) {
    yaml_parser_t parser;
    size_t count = 0;
    bool ended = false;
    if (!yaml_parser_initialize(&parser))
        bench_fail("out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->data, text->bytes);
    while (!ended) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event))
            bench_fail("libyaml can't read the file");
        ended = event.type == YAML_STREAM_END_EVENT;
        count++;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return count;
}

int main(int argc, char **argv) {
    int runs;
    const bench_text text = bench_read_file(bench_arguments(argc, argv, &runs));
    for (int i = 0; i < runs; i++) {
        const double start = bench_now_ms();
        const size_t count = count_events(&text);
        printf("%.3f\n", bench_now_ms() - start);
        if (!count)
            return 1;
    }
    free(text.data);
    return 0;
}
