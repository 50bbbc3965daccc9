/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/coverage.h"

#include <string.h>

#include "cli/messages.h"
#include "cli/output.h"
#include "cli/sink.h"
#include "cli/snippet.h"

typedef struct coverage_format {
    const char *name;
    const char *file; /* where it goes when no file is named; "": standard output */
    void (*write)(const coverage_report *report, rj_buf *out);
} coverage_format;

static const coverage_format formats[] = {
    {"text", "", coverage_write_text},
    {"lcov", "lcov.info", coverage_write_lcov},
    {"cobertura", "cobertura.xml", coverage_write_cobertura},
    {"html", "coverage.html", coverage_write_html},
};

enum {
    FORMAT_COUNT = sizeof formats / sizeof *formats,
    HUNDRED = 10000 /* percent, in hundredths */
};

/* ---- options ---- */

static const coverage_format *find_format(const char *text, const char **path) {
    const size_t bytes = strcspn(text, "=");
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (strlen(formats[i].name) == bytes && memcmp(formats[i].name, text, bytes) == 0) {
            *path = text[bytes] ? text + bytes + 1 : formats[i].file;
            return &formats[i];
        }
    return NULL;
}

static bool check_output(const char *text, rj_error *err) {
    const char *path;
    if (!find_format(text, &path))
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "there is no coverage format \"%.*s\". Use one of: text, lcov, "
                            "cobertura, html; each may be followed by =FILE",
                            (int)strcspn(text, "="), text);
    return text[strcspn(text, "=")] != '=' || *path ||
           rj_error_set(err, RJ_ERROR_USAGE,
                        "--coverage has to be FORMAT or FORMAT=FILE, not "
                        "\"%s\"",
                        text);
}

/* "80", "80.5", "100.00" */
static bool read_percent(const char *text, uint32_t *out) {
    uint32_t whole = 0, part = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9' && whole <= 100; p++)
        whole = whole * 10 + (uint32_t)(*p - '0');
    if (p == text)
        return false;
    if (*p == '.') {
        uint32_t weight = 10;
        for (p++; *p >= '0' && *p <= '9' && weight; p++, weight /= 10)
            part += (uint32_t)(*p - '0') * weight;
    }
    *out = whole * 100 + part;
    return !*p && *out <= HUNDRED;
}

bool coverage_read_plan(const cli_list *outputs, const char *least, coverage_plan *plan,
                        rj_error *err) {
    *plan = (coverage_plan){.outputs = outputs, .has_least = *least != '\0'};
    for (size_t i = 0; i < outputs->count; i++)
        if (!check_output(outputs->items[i], err))
            return false;
    return !plan->has_least || read_percent(least, &plan->least) ||
           rj_error_set(err, RJ_ERROR_USAGE,
                        "--coverage-min has to be a percentage from 0 to 100, with at most two "
                        "digits behind the point, not \"%s\"",
                        least);
}

bool coverage_is_wanted(const coverage_plan *plan) {
    return plan->has_least || plan->outputs->count;
}

/* ---- words ---- */

const char *coverage_branch_word(rj_point_kind kind) {
    static const char *const words[] = {
        [RJ_POINT_IF] = "if",       [RJ_POINT_ELSEIF] = "elseif", [RJ_POINT_AND] = "and",
        [RJ_POINT_OR] = "or",       [RJ_POINT_WHILE] = "while",   [RJ_POINT_FOR] = "for",
        [RJ_POINT_REPEAT] = "until"};
    return words[kind];
}

const char *coverage_way_word(rj_point_kind kind, size_t way) {
    if (kind == RJ_POINT_FOR)
        return way ? "run to its end" : "entered";
    return way ? "false" : "true";
}

coverage_grade coverage_grade_of(size_t hit, size_t all) {
    const uint32_t share = rj_coverage_share(hit, all);
    return share == HUNDRED           ? COVERAGE_GOOD
           : share >= HUNDRED * 3 / 4 ? COVERAGE_FAIR
                                      : COVERAGE_BAD;
}

void coverage_write_share(size_t hit, size_t all, rj_buf *out) {
    const uint32_t share = rj_coverage_share(hit, all);
    rj_buf_printf(out, "%u.%02u", (unsigned)(share / 100), (unsigned)(share % 100));
}

void coverage_write_missed_lines(const rj_coverage_part *part, rj_buf *out) {
    const char *separator = "";
    for (size_t i = 0; i < part->line_count; i++) {
        const rj_coverage_line *line = &part->lines[i];
        if (line->hits && !line->missed_column)
            continue;
        rj_buf_printf(out, "%s%u", separator, (unsigned)line->line);
        separator = ", ";
        if (line->hits) {
            rj_buf_printf(out, ":%u", (unsigned)line->missed_column);
            continue;
        }
        size_t last = i;
        while (last + 1 < part->line_count && !part->lines[last + 1].hits)
            last++;
        if (last > i)
            rj_buf_printf(out, "-%u", (unsigned)part->lines[last].line);
        i = last;
    }
}

/* ---- writing ---- */

static bool write_file(const coverage_format *format, const char *path,
                       const coverage_report *report, rj_error *err) {
    cli_sink sink;
    coverage_report plain = *report;
    plain.is_coloured = false;
    if (!cli_sink_open(path, &sink, err))
        return false;
    rj_buf text = RJ_BUF_INIT;
    format->write(&plain, &text);
    const bool ok = (rj_buf_ok(&text) || rj_error_no_memory(err)) &&
                    cli_sink_write(&sink, rj_buf_text(&text), text.bytes, err) &&
                    cli_sink_commit(&sink, err);
    cli_sink_abandon(&sink);
    rj_buf_free(&text);
    return ok;
}

static bool write_output(const char *text, const coverage_report *report, rj_buf *out,
                         rj_error *err) {
    const char *path = "";
    const coverage_format *format = find_format(text, &path);
    if (!format)
        return true; /* refused before */
    if (*path)
        return write_file(format, path, report, err);
    format->write(report, out);
    return rj_buf_ok(out) || rj_error_no_memory(err);
}

static void add_sums(rj_coverage_sums *to, const rj_coverage_sums *sums) {
    to->lines_hit += sums->lines_hit;
    to->lines += sums->lines;
    to->ways_hit += sums->ways_hit;
    to->ways += sums->ways;
    to->functions_hit += sums->functions_hit;
    to->functions += sums->functions;
}

/* ---- the least ---- */

/* One kind of thing that is covered. */
typedef struct measure {
    const char *name;
    size_t (*hit)(const rj_coverage_sums *sums);
    size_t (*all)(const rj_coverage_sums *sums);
} measure;

static size_t lines_hit(const rj_coverage_sums *sums) {
    return sums->lines_hit;
}

static size_t lines_all(const rj_coverage_sums *sums) {
    return sums->lines;
}

static size_t ways_hit(const rj_coverage_sums *sums) {
    return sums->ways_hit;
}

static size_t ways_all(const rj_coverage_sums *sums) {
    return sums->ways;
}

static const measure measures[] = {{"lines", lines_hit, lines_all},
                                   {"branches", ways_hit, ways_all}};

static bool is_below(const measure *m, const rj_coverage_sums *sums, uint32_t least) {
    return (uint64_t)m->hit(sums) * HUNDRED < (uint64_t)least * m->all(sums);
}

static void write_percent(uint32_t share, rj_buf *out) {
    rj_buf_printf(out, share % 100 ? "%u.%02u%%" : "%u%%", (unsigned)(share / 100),
                  (unsigned)(share % 100));
}

static bool check_measure(const coverage_plan *plan, const rj_coverage_file *file,
                          const measure *m) {
    const rj_coverage_sums *sums = &file->part.sums;
    if (!is_below(m, sums, plan->least))
        return true;
    rj_buf text = RJ_BUF_INIT;
    cli_write_label("error:", &text);
    rj_buf_putc(&text, ' ');
    cli_write_escaped(file->path, strlen(file->path), &text);
    rj_buf_puts(&text, ": ");
    coverage_write_share(m->hit(sums), m->all(sums), &text);
    rj_buf_printf(&text, "%% of %s are covered (%zu of %zu), less than the ", m->name, m->hit(sums),
                  m->all(sums));
    write_percent(plan->least, &text);
    rj_buf_puts(&text, " of --coverage-min");
    const char *separator = ": ";
    for (size_t i = 0; i < file->rule_count; i++) {
        const rj_coverage_rule *rule = &file->rules[i];
        if (!is_below(m, &rule->part.sums, plan->least))
            continue;
        rj_buf_printf(&text, "%s%s ", separator, rule->rule->name);
        coverage_write_share(m->hit(&rule->part.sums), m->all(&rule->part.sums), &text);
        rj_buf_putc(&text, '%');
        separator = ", ";
    }
    rj_buf_putc(&text, '\n');
    cli_write_error(rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
    return false;
}

/* What can't be counted isn't covered. */
static bool check_problems(const rj_coverage_file *file) {
    bool ok = true;
    for (size_t i = 0; i < file->rule_count; i++) {
        const rj_coverage_rule *rule = &file->rules[i];
        if (!rule->problem)
            continue;
        rj_buf text = RJ_BUF_INIT;
        cli_write_label("error:", &text);
        rj_buf_putc(&text, ' ');
        cli_write_escaped(file->path, strlen(file->path), &text);
        rj_buf_printf(&text, ":%u: the coverage of %s is not known: %s", (unsigned)rule->first_line,
                      rule->rule->name, rule->is_broken ? "it can't be compiled: " : "");
        cli_write_escaped(rule->problem, strlen(rule->problem), &text);
        rj_buf_putc(&text, '\n');
        cli_write_error(rj_buf_text(&text), text.bytes);
        rj_buf_free(&text);
        ok = false;
    }
    return ok;
}

static bool check_least(const coverage_plan *plan, const coverage_report *report) {
    bool ok = true;
    for (size_t i = 0; plan->has_least && i < report->file_count; i++) {
        if (plan->least && !check_problems(&report->files[i]))
            ok = false;
        for (size_t j = 0; j < sizeof measures / sizeof *measures; j++)
            if (!check_measure(plan, &report->files[i], &measures[j]))
                ok = false;
    }
    return ok;
}

bool coverage_write(const coverage_plan *plan, const rj_coverage *coverage, bool is_coloured,
                    rj_arena *arena, rj_buf *out, bool *is_enough, rj_error *err) {
    coverage_report report = {.is_coloured = is_coloured};
    if (!rj_coverage_view(coverage, arena, &report.files, &report.file_count, err))
        return false;
    for (size_t i = 0; i < report.file_count; i++)
        add_sums(&report.sums, &report.files[i].part.sums);
    for (size_t i = 0; i < plan->outputs->count; i++)
        if (!write_output(plan->outputs->items[i], &report, out, err))
            return false;
    *is_enough = check_least(plan, &report);
    return true;
}
