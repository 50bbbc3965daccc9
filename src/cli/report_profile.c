/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_profile.h"

#include <string.h>

#include "cli/snippet.h"
#include "cli/table_writer.h"
#include "rjinterp/utf8.h"

static void write_escaped(const char *text, rj_buf *out) {
    cli_write_escaped(text, strcspn(text, "\n"), out);
}

static void write_place(const char *file, rj_position at, rj_buf *out) {
    write_escaped(file, out);
    rj_buf_printf(out, ":%u", (unsigned)at.line);
}

static bool is_late(const profile_text *text, const rj_profile_rule *rule) {
    return rule->worst_ns >= (uint64_t)text->limit_ms * 1000000U;
}

bool profile_is_fine(const profile_text *text) {
    for (size_t i = 0; i < text->report->count; i++) {
        const rj_profile_rule *rule = &text->report->rules[i];
        if (is_late(text, rule))
            return false;
        for (size_t j = 0; j < rule->growth_count; j++)
            if (rule->growths[j].steep_count)
                return false;
    }
    return true;
}

/* ---- for people ---- */

static void write_row(const profile_text *text, const rj_profile_rule *rule, rj_buf *row) {
    const double ms = (double)rule->worst_ns / 1e6;
    write_escaped(rule->input->directory->path, row);
    rj_buf_printf(row, "\t%s\t%zu\t%.2f ms\t%.1f%%\t%llu\t%llu\n", rule->input->rule->name,
                  rule->input_count, ms, ms * 100 / text->limit_ms,
                  (unsigned long long)rule->worst.instructions,
                  (unsigned long long)rule->worst.bytes);
}

static void write_table(const profile_text *text, rj_buf *out) {
    table_writer table = {0};
    table_puts(&table, "CUSTOMIZATION\tRULE\tINPUTS\tTIME\tOF LIMIT\tINSTRUCTIONS\tBYTES\n", out);
    for (size_t i = 0; i < text->report->count; i++) {
        rj_buf row = RJ_BUF_INIT;
        write_row(text, &text->report->rules[i], &row);
        table_write(&table, rj_buf_text(&row), row.bytes, out);
        rj_buf_free(&row);
    }
    table_flush(&table, out);
    table_writer_free(&table);
}

static void write_lines(const profile_text *text, const rj_profile_rule *rule, rj_buf *out) {
    uint64_t all = 0;
    for (size_t i = 0; i < rule->line_count; i++)
        all += rule->lines[i].cost.instructions;
    for (size_t i = 0; i < rule->line_count && i < text->most_lines; i++) {
        const rj_profile_line *line = &rule->lines[i];
        rj_buf_printf(out, "  %5.1f%%  ", (double)line->cost.instructions * 100 / (double)all);
        write_place(line->file, line->at, out);
        rj_buf_printf(out, ": %llu instructions, %llu bytes\n",
                      (unsigned long long)line->cost.instructions,
                      (unsigned long long)line->cost.bytes);
    }
}

static void write_growth(const rj_profile_growth *growth, rj_buf *out) {
    rj_buf_puts(out, "  with ");
    write_escaped(growth->list, out);
    rj_buf_puts(out, " of 1, 10, 100, 1000 items:");
    for (size_t i = 0; i < growth->count; i++)
        rj_buf_printf(out, "%s %llu", i ? "," : "",
                      (unsigned long long)growth->costs[i].instructions);
    rj_buf_puts(out, " instructions");
    if (growth->problem) {
        rj_buf_puts(out, "; then: ");
        write_escaped(growth->problem, out);
    }
    rj_buf_putc(out, '\n');
    for (size_t i = 0; i < growth->steep_count; i++) {
        const rj_profile_steep_line *line = &growth->steep[i];
        rj_buf_puts(out, "    faster than linear: ");
        write_place(line->file, line->at, out);
        rj_buf_printf(out, ": the %s grow%s as n^%.1f\n",
                      line->in_memory ? "memory it allocates" : "instructions",
                      line->in_memory ? "s" : "", line->exponent);
    }
}

void profile_write_pretty(const profile_text *text, rj_buf *out) {
    write_table(text, out);
    for (size_t i = 0; i < text->report->count; i++) {
        const rj_profile_rule *rule = &text->report->rules[i];
        rj_buf_putc(out, '\n');
        write_escaped(rule->input->directory->path, out);
        rj_buf_printf(out, " %s\n", rule->input->rule->name);
        if (rule->failed_count)
            rj_buf_printf(out, "  fails on %zu of %zu inputs\n", rule->failed_count,
                          rule->input_count);
        write_lines(text, rule, out);
        for (size_t j = 0; j < rule->growth_count; j++)
            write_growth(&rule->growths[j], out);
    }
}

/* ---- for programs ---- */

static void write_text(const char *key, const char *value, rj_buf *out) {
    rj_buf_printf(out, "\"%s\":", key);
    rj_json_quote(value, strlen(value), out);
}

static void write_cost(rj_lua_line cost, rj_buf *out) {
    rj_buf_printf(out, "\"instructions\":%llu,\"bytes\":%llu",
                  (unsigned long long)cost.instructions, (unsigned long long)cost.bytes);
}

static void write_json_growth(const rj_profile_growth *growth, rj_buf *out) {
    rj_buf_putc(out, '{');
    write_text("list", growth->list, out);
    rj_buf_puts(out, ",\"costs\":[");
    for (size_t i = 0; i < growth->count; i++) {
        rj_buf_puts(out, i ? ",{" : "{");
        write_cost(growth->costs[i], out);
        rj_buf_putc(out, '}');
    }
    rj_buf_puts(out, "],");
    if (growth->problem) {
        write_text("problem", growth->problem, out);
        rj_buf_putc(out, ',');
    }
    rj_buf_puts(out, "\"steep\":[");
    for (size_t i = 0; i < growth->steep_count; i++) {
        const rj_profile_steep_line *line = &growth->steep[i];
        rj_buf_puts(out, i ? ",{" : "{");
        write_text("file", line->file, out);
        rj_buf_printf(out, ",\"line\":%u,\"exponent\":%.2f,\"of\":\"%s\"}", (unsigned)line->at.line,
                      line->exponent, line->in_memory ? "bytes" : "instructions");
    }
    rj_buf_puts(out, "]}");
}

static void write_json_rule(const rj_profile_rule *rule, rj_buf *out) {
    rj_buf_putc(out, '{');
    write_text("directory", rule->input->directory->path, out);
    rj_buf_printf(out, ",\"operation\":\"%s\",\"inputs\":%zu,\"failed\":%zu,\"timeNs\":%llu,",
                  rule->input->rule->name, rule->input_count, rule->failed_count,
                  (unsigned long long)rule->worst_ns);
    write_cost(rule->worst, out);
    rj_buf_puts(out, ",\"lines\":[");
    for (size_t i = 0; i < rule->line_count; i++) {
        const rj_profile_line *line = &rule->lines[i];
        rj_buf_puts(out, i ? ",\n{" : "\n{");
        write_text("file", line->file, out);
        rj_buf_printf(out, ",\"line\":%u,", (unsigned)line->at.line);
        write_cost(line->cost, out);
        rj_buf_putc(out, '}');
    }
    rj_buf_puts(out, "],\"growth\":[");
    for (size_t i = 0; i < rule->growth_count; i++) {
        rj_buf_puts(out, i ? ",\n" : "\n");
        write_json_growth(&rule->growths[i], out);
    }
    rj_buf_puts(out, "]}");
}

void profile_write_json(const profile_text *text, rj_buf *out) {
    rj_buf_printf(out, "{\"limitMs\":%u,\"rules\":[", (unsigned)text->limit_ms);
    for (size_t i = 0; i < text->report->count; i++) {
        rj_buf_puts(out, i ? ",\n" : "\n");
        write_json_rule(&text->report->rules[i], out);
    }
    rj_buf_puts(out, "\n]}\n");
}
