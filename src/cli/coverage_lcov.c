/* SPDX-License-Identifier: Apache-2.0 */
/* Trace files as lcov, genhtml and services read them. */
#include <string.h>

#include "cli/coverage.h"

/* The format has no quotes: a line end would begin another record. */
static void write_name(const char *text, rj_buf *out) {
    for (; *text; text++)
        rj_buf_putc(out, *text == '\n' || *text == '\r' ? ' ' : *text);
}

/* Functions are told apart by their names alone: equal ones get their place. */
static void write_function_name(const rj_coverage_part *part, size_t number, rj_buf *out) {
    const rj_coverage_function *f = &part->functions[number];
    write_name(f->name, out);
    for (size_t i = 0; i < part->function_count; i++)
        if (i != number && strcmp(part->functions[i].name, f->name) == 0) {
            rj_buf_printf(out, ":%u:%u", (unsigned)f->at.line, (unsigned)f->at.column);
            return;
        }
}

static void write_functions(const rj_coverage_part *part, rj_buf *out) {
    for (size_t i = 0; i < part->function_count; i++) {
        rj_buf_printf(out, "FN:%u,", (unsigned)part->functions[i].at.line);
        write_function_name(part, i, out);
        rj_buf_putc(out, '\n');
    }
    for (size_t i = 0; i < part->function_count; i++) {
        rj_buf_printf(out, "FNDA:%llu,", (unsigned long long)part->functions[i].hits);
        write_function_name(part, i, out);
        rj_buf_putc(out, '\n');
    }
    rj_buf_printf(out, "FNF:%zu\nFNH:%zu\n", part->sums.functions, part->sums.functions_hit);
}

/* A decision is a block, numbered on its line; "-" where it was never reached. */
static void write_branches(const rj_coverage_part *part, rj_buf *out) {
    size_t block = 0;
    for (size_t i = 0; i < part->branch_count; i++) {
        const rj_coverage_branch *b = &part->branches[i];
        block = i && part->branches[i - 1].at.line == b->at.line ? block + 1 : 0;
        for (size_t way = 0; way < 2; way++) {
            rj_buf_printf(out, "BRDA:%u,%zu,%zu,", (unsigned)b->at.line, block, way);
            if (b->hits[0] || b->hits[1])
                rj_buf_printf(out, "%llu\n", (unsigned long long)b->hits[way]);
            else
                rj_buf_puts(out, "-\n");
        }
    }
    rj_buf_printf(out, "BRF:%zu\nBRH:%zu\n", part->sums.ways, part->sums.ways_hit);
}

static void write_lines(const rj_coverage_part *part, rj_buf *out) {
    for (size_t i = 0; i < part->line_count; i++)
        rj_buf_printf(out, "DA:%u,%llu\n", (unsigned)part->lines[i].line,
                      (unsigned long long)part->lines[i].hits);
    rj_buf_printf(out, "LF:%zu\nLH:%zu\n", part->sums.lines, part->sums.lines_hit);
}

void coverage_write_lcov(const coverage_report *report, rj_buf *out) {
    for (size_t i = 0; i < report->file_count; i++) {
        const rj_coverage_part *part = &report->files[i].part;
        rj_buf_puts(out, "TN:\nSF:");
        write_name(report->files[i].path, out);
        rj_buf_putc(out, '\n');
        write_functions(part, out);
        write_branches(part, out);
        write_lines(part, out);
        rj_buf_puts(out, "end_of_record\n");
    }
}
