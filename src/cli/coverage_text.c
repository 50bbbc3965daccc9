/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/coverage.h"
#include "cli/snippet.h"

static void write_escaped(const char *text, rj_buf *out) {
    cli_write_escaped(text, strlen(text), out);
}

/* One column: "100.00% 12/12", the shares one below the other. */
static void write_sum(size_t hit, size_t all, bool is_coloured, rj_buf *out) {
    static const int colours[] = {[COVERAGE_BAD] = 31, [COVERAGE_FAIR] = 33, [COVERAGE_GOOD] = 32};
    rj_buf text = RJ_BUF_INIT;
    coverage_write_share(hit, all, &text);
    rj_buf_puts(out, "  ");
    if (is_coloured)
        rj_buf_printf(out, "\033[%dm", colours[coverage_grade_of(hit, all)]);
    rj_buf_printf(out, "%6s%%", rj_buf_text(&text));
    if (is_coloured)
        rj_buf_puts(out, "\033[0m");
    rj_buf_reset(&text);
    rj_buf_printf(&text, "%zu/%zu", hit, all);
    rj_buf_printf(out, " %-9s", rj_buf_text(&text));
    rj_buf_free(&text);
}

static void write_row(const char *name, size_t width, const rj_coverage_sums *sums,
                      bool is_coloured, rj_buf *out) {
    rj_buf text = RJ_BUF_INIT;
    write_escaped(name, &text);
    rj_buf_puts(out, rj_buf_text(&text));
    rj_buf_fill(out, ' ', text.bytes < width ? width - text.bytes : 0);
    rj_buf_free(&text);
    write_sum(sums->lines_hit, sums->lines, is_coloured, out);
    write_sum(sums->ways_hit, sums->ways, is_coloured, out);
    write_sum(sums->functions_hit, sums->functions, is_coloured, out);
    while (out->bytes && out->data[out->bytes - 1] == ' ')
        out->bytes--; /* no blanks at the end */
    rj_buf_putc(out, '\n');
}

static void write_missed_branch(const rj_coverage_branch *b, rj_buf *out) {
    rj_buf_printf(out, "    %u:%u: %s", (unsigned)b->at.line, (unsigned)b->at.column,
                  coverage_branch_word(b->kind));
    if (!b->hits[0] && !b->hits[1])
        rj_buf_puts(out, " never reached");
    else
        rj_buf_printf(out, " never %s", coverage_way_word(b->kind, b->hits[0] != 0));
    if (b->kind != RJ_POINT_FOR) {
        rj_buf_puts(out, ": ");
        write_escaped(b->text, out);
    }
    rj_buf_putc(out, '\n');
}

static void write_missed(const rj_coverage_rule *rule, rj_buf *out) {
    rj_buf lines = RJ_BUF_INIT;
    if (rule->problem) {
        rj_buf_printf(out, "    %s", rule->is_broken ? "can't be compiled: " : "");
        write_escaped(rule->problem, out);
        rj_buf_putc(out, '\n');
    }
    coverage_write_missed_lines(&rule->part, &lines);
    if (lines.bytes)
        rj_buf_printf(out, "    missed: %s\n", rj_buf_text(&lines));
    rj_buf_free(&lines);
    for (size_t i = 0; i < rule->part.branch_count; i++) {
        const rj_coverage_branch *b = &rule->part.branches[i];
        if (!b->hits[0] || !b->hits[1])
            write_missed_branch(b, out);
    }
}

/* With several customizations in a file, whose rule it is. */
static void name_rule(const rj_coverage_file *file, const rj_coverage_rule *rule, rj_buf *out) {
    bool is_alone = true;
    for (size_t i = 0; i < file->rule_count; i++)
        is_alone = is_alone && file->rules[i].customization == rule->customization;
    rj_buf_puts(out, "  ");
    if (!is_alone && *rule->customization->name)
        rj_buf_printf(out, "%s/", rule->customization->name);
    rj_buf_puts(out, rule->rule->name);
}

static size_t name_width(const coverage_report *report) {
    size_t width = strlen("COVERAGE");
    rj_buf text = RJ_BUF_INIT;
    for (size_t i = 0; i < report->file_count; i++) {
        const rj_coverage_file *file = &report->files[i];
        rj_buf_reset(&text);
        write_escaped(file->path, &text);
        width = text.bytes > width ? text.bytes : width;
        for (size_t j = 0; j < file->rule_count; j++) {
            rj_buf_reset(&text);
            name_rule(file, &file->rules[j], &text);
            width = text.bytes > width ? text.bytes : width;
        }
    }
    rj_buf_free(&text);
    return width;
}

void coverage_write_text(const coverage_report *report, rj_buf *out) {
    const size_t width = name_width(report);
    rj_buf name = RJ_BUF_INIT;
    rj_buf_puts(out, "COVERAGE");
    rj_buf_fill(out, ' ', width - strlen("COVERAGE"));
    rj_buf_printf(out, "  %-17s  %-17s  FUNCTIONS\n", "LINES", "BRANCHES");
    for (size_t i = 0; i < report->file_count; i++) {
        const rj_coverage_file *file = &report->files[i];
        write_row(file->path, width, &file->part.sums, report->is_coloured, out);
        for (size_t j = 0; j < file->rule_count; j++) {
            rj_buf_reset(&name);
            name_rule(file, &file->rules[j], &name);
            write_row(rj_buf_text(&name), width, &file->rules[j].part.sums, report->is_coloured,
                      out);
            write_missed(&file->rules[j], out);
        }
    }
    if (report->file_count != 1)
        write_row("all", width, &report->sums, report->is_coloured, out);
    rj_buf_free(&name);
}
