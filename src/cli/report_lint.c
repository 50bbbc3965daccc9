/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_lint.h"

#include <string.h>

#include "cli/snippet.h"
#include "rjinterp/json.h"
#include "rjinterp/version.h"

const char *lint_severity_name(rj_lint_severity severity) {
    static const char *const names[] = {"info", "warning", "error"};
    return names[severity];
}

size_t lint_report_count(const rj_lint *lint, rj_lint_severity severity) {
    size_t count = 0;
    for (size_t i = 0; i < lint->count; i++)
        count += lint->items[i].rule->severity == severity;
    return count;
}

static void write_number(size_t count, const char *thing, rj_buf *out) {
    rj_buf_printf(out, "%zu %s%s", count, thing, count == 1 ? "" : "s");
}

void lint_report_counts(const rj_lint *lint, rj_buf *out) {
    write_number(lint_report_count(lint, RJ_LINT_ERROR), "error", out);
    rj_buf_puts(out, ", ");
    write_number(lint_report_count(lint, RJ_LINT_WARNING), "warning", out);
    rj_buf_puts(out, ", ");
    write_number(lint_report_count(lint, RJ_LINT_INFO), "note", out);
    rj_buf_puts(out, " in ");
    write_number(lint->customizations, "customization", out);
    if (lint->ignored)
        rj_buf_printf(out, ", %zu ignored", lint->ignored);
    rj_buf_putc(out, '\n');
}

static void write_quoted(const char *text, rj_buf *out) {
    rj_json_write_string(text, strlen(text), out);
}

/* ---- pretty ---- */

static void write_pretty(const lint_report_data *report, rj_buf *out) {
    static const int colours[] = {36, 33, 31};
    const cli_documents none = {0};
    for (size_t i = 0; i < report->lint->count; i++) {
        const rj_lint_finding *f = &report->lint->items[i];
        cli_write_escaped(f->file, strlen(f->file), out);
        rj_buf_printf(out, ":%u:%u: ", (unsigned)f->at.line, (unsigned)f->at.column);
        if (report->is_coloured)
            rj_buf_printf(out, "\033[%dm", colours[f->rule->severity]);
        rj_buf_puts(out, lint_severity_name(f->rule->severity));
        if (report->is_coloured)
            rj_buf_puts(out, "\033[0m");
        rj_buf_printf(out, " %s: ", f->rule->id);
        cli_write_escaped(f->message, strlen(f->message), out);
        rj_buf_putc(out, '\n');
        cli_write_snippet(&none, f->file, f->at, out);
        if (f->hint) {
            rj_buf_puts(out, "    hint: ");
            cli_write_escaped(f->hint, strlen(f->hint), out);
            rj_buf_putc(out, '\n');
        }
    }
    lint_report_counts(report->lint, out);
}

/* ---- JSON ---- */

static void write_json_finding(const rj_lint_finding *f, rj_buf *out) {
    rj_buf_printf(out, "{\"id\":\"%s\",\"name\":\"%s\",\"severity\":\"%s\",\"file\":", f->rule->id,
                  f->rule->name, lint_severity_name(f->rule->severity));
    write_quoted(f->file, out);
    rj_buf_printf(out, ",\"line\":%u,\"column\":%u", (unsigned)f->at.line, (unsigned)f->at.column);
    if (f->end.line)
        rj_buf_printf(out, ",\"endLine\":%u,\"endColumn\":%u", (unsigned)f->end.line,
                      (unsigned)f->end.column);
    rj_buf_puts(out, ",\"customization\":");
    write_quoted(f->customization, out);
    rj_buf_puts(out, ",\"rule\":");
    write_quoted(f->field, out);
    rj_buf_puts(out, ",\"message\":");
    write_quoted(f->message, out);
    if (f->hint) {
        rj_buf_puts(out, ",\"hint\":");
        write_quoted(f->hint, out);
    }
    rj_buf_printf(out, ",\"fixable\":%s}", f->fix_text ? "true" : "false");
}

static void write_json(const lint_report_data *report, rj_buf *out) {
    const rj_lint *lint = report->lint;
    rj_buf_puts(out, "{\"findings\":[");
    for (size_t i = 0; i < lint->count; i++) {
        rj_buf_puts(out, i ? ",\n" : "\n");
        write_json_finding(&lint->items[i], out);
    }
    rj_buf_printf(out, "%s],\"errors\":%zu,\"warnings\":%zu,\"notes\":%zu,\"ignored\":%zu,",
                  lint->count ? "\n" : "", lint_report_count(lint, RJ_LINT_ERROR),
                  lint_report_count(lint, RJ_LINT_WARNING), lint_report_count(lint, RJ_LINT_INFO),
                  lint->ignored);
    rj_buf_printf(out, "\"customizations\":%zu}\n", lint->customizations);
}

/* ---- SARIF 2.1.0 ---- */

static const char *sarif_level(rj_lint_severity severity) {
    static const char *const levels[] = {"note", "warning", "error"};
    return levels[severity];
}

static void write_sarif_rule(const rj_lint_rule *rule, rj_buf *out) {
    rj_buf_printf(out, "{\"id\":\"%s\",\"name\":\"%s\",\"shortDescription\":{\"text\":", rule->id,
                  rule->name);
    write_quoted(rule->summary, out);
    rj_buf_puts(out, "},\"fullDescription\":{\"text\":");
    write_quoted(rule->explanation, out);
    rj_buf_puts(out, "},\"help\":{\"text\":");
    write_quoted(rule->explanation, out);
    rj_buf_printf(out, "},\"defaultConfiguration\":{\"level\":\"%s\"}}",
                  sarif_level(rule->severity));
}

/* An address relative to where the run was started: no drive, no host. */
static void write_uri(const char *file, rj_buf *out) {
    rj_buf_putc(out, '"');
    for (; *file; file++) {
        const unsigned char c = (unsigned char)*file;
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || strchr("/-._~", c);
        if (is_plain)
            rj_buf_putc(out, *file);
        else
            rj_buf_printf(out, "%%%02X", c);
    }
    rj_buf_putc(out, '"');
}

static void write_sarif_result(const rj_lint_finding *f, rj_buf *out) {
    rj_buf message = RJ_BUF_INIT;
    rj_buf_puts(&message, f->message);
    if (f->hint)
        rj_buf_printf(&message, "\n%s", f->hint);
    rj_buf_printf(out, "{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":", f->rule->id,
                  sarif_level(f->rule->severity));
    rj_json_write_string(rj_buf_text(&message), message.bytes, out);
    rj_buf_free(&message);
    rj_buf_puts(out, "},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    write_uri(f->file, out);
    rj_buf_printf(out, "},\"region\":{\"startLine\":%u,\"startColumn\":%u",
                  (unsigned)(f->at.line ? f->at.line : 1),
                  (unsigned)(f->at.column ? f->at.column : 1));
    if (f->end.line)
        rj_buf_printf(out, ",\"endLine\":%u,\"endColumn\":%u", (unsigned)f->end.line,
                      (unsigned)f->end.column);
    rj_buf_puts(out, "}}}]}");
}

static void write_sarif(const lint_report_data *report, rj_buf *out) {
    size_t count;
    const rj_lint_rule *rules = rj_lint_rules(&count);
    rj_buf_printf(out,
                  "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                  "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"rjinterp\","
                  "\"version\":\"%s\",\"rules\":[",
                  rj_version());
    for (size_t i = 0; i < count; i++) {
        rj_buf_puts(out, i ? ",\n" : "\n");
        write_sarif_rule(&rules[i], out);
    }
    rj_buf_puts(out, "\n]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
    for (size_t i = 0; i < report->lint->count; i++) {
        rj_buf_puts(out, i ? ",\n" : "\n");
        write_sarif_result(&report->lint->items[i], out);
    }
    rj_buf_puts(out, "]}]}\n");
}

/* ---- annotations ---- */

static void write_github(const lint_report_data *report, rj_buf *out) {
    for (size_t i = 0; i < report->lint->count; i++) {
        const rj_lint_finding *f = &report->lint->items[i];
        rj_buf_printf(out, "::%s file=",
                      f->rule->severity == RJ_LINT_INFO ? "notice"
                                                        : lint_severity_name(f->rule->severity));
        cli_write_command_text(f->file, true, out);
        rj_buf_printf(out, ",line=%u,col=%u,title=%s %s::", (unsigned)(f->at.line ? f->at.line : 1),
                      (unsigned)(f->at.column ? f->at.column : 1), f->rule->id, f->rule->name);
        cli_write_command_text(f->message, false, out);
        if (f->hint) {
            rj_buf_puts(out, "%0A");
            cli_write_command_text(f->hint, false, out);
        }
        rj_buf_putc(out, '\n');
    }
    lint_report_counts(report->lint, out);
}

/* ---- checks ---- */

static void write_indented(const char *text, const char *indent, rj_buf *out) {
    while (*text) {
        const size_t bytes = strcspn(text, "\n");
        rj_buf_printf(out, "%s%.*s\n", indent, (int)bytes, text);
        text += bytes;
        text += *text == '\n';
    }
}

void lint_report_rule(const rj_lint_rule *rule, rj_buf *out) {
    rj_buf_printf(out, "%s %s (%s)\n%s\n\n%s\n", rule->id, rule->name,
                  lint_severity_name(rule->severity), rule->summary, rule->explanation);
    if (rule->bad) {
        rj_buf_printf(out, "\nFound, on line %u of a script of %s:\n\n", rule->bad_line,
                      rule->field);
        write_indented(rule->bad, "    ", out);
        rj_buf_puts(out, "\nFine:\n\n");
        write_indented(rule->good, "    ", out);
    }
}

void lint_report_page(rj_buf *out) {
    size_t count;
    const rj_lint_rule *rules = rj_lint_rules(&count);
    rj_buf_puts(
        out,
        "# Checks of `rjinterp lint`\n\n"
        "Written by `rjinterp lint --explain all`. A comment `-- rjinterp: ignore RJ103` leaves "
        "findings of its line out; on a line of its own, those of the next line with code.\n\n"
        "An error fails in production, whatever the object; a warning is likely wrong. "
        "`--strict` fails on warnings, too.\n\n"
        "| id | name | |\n|---|---|---|\n");
    for (size_t i = 0; i < count; i++)
        rj_buf_printf(out, "| [%s](#rj%s) | %s | %s: %s |\n", rules[i].id, rules[i].id + 2,
                      rules[i].name, lint_severity_name(rules[i].severity), rules[i].summary);
    for (size_t i = 0; i < count; i++) {
        rj_buf_printf(out, "\n## %s\n\n**%s** (%s) %s\n\n%s\n", rules[i].id, rules[i].name,
                      lint_severity_name(rules[i].severity), rules[i].summary,
                      rules[i].explanation);
        if (!rules[i].bad)
            continue;
        rj_buf_printf(
            out,
            "\nFound, on line %u of a script of `%s`:\n\n```lua\n%s```\n\nFine:\n\n```lua\n%s```\n",
            rules[i].bad_line, rules[i].field, rules[i].bad, rules[i].good);
    }
}

/* ---- the table of formats ---- */

static const lint_format formats[] = {
    {"pretty", write_pretty, false},
    {"json", write_json, true},
    {"sarif", write_sarif, true},
    {"github", write_github, false},
};

const lint_format *lint_format_find(const char *name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}
