/* SPDX-License-Identifier: Apache-2.0 */
/* One page that needs nothing but itself. */
#include <string.h>

#include "cli/coverage.h"
#include "cli/save.h"
#include "cli/xml.h"

static const char style[] =
    ":root{color-scheme:light dark;--back:#fbfbfa;--card:#fff;--text:#1f2328;--faint:#656d76;"
    "--rule:#d8dee4;--good:#1a7f37;--fair:#9a6700;--bad:#cf222e;--hit:#e9f7ec;--miss:#ffebe9;"
    "--part:#fff5d6;--link:#0969da}\n"
    "@media(prefers-color-scheme:dark){:root{--back:#0d1117;--card:#151b23;--text:#e6edf3;"
    "--faint:#9198a1;--rule:#30363d;--good:#3fb950;--fair:#d29922;--bad:#f85149;--hit:#10281a;"
    "--miss:#3b1518;--part:#332a10;--link:#4493f8}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}\n"
    "main{max-width:76rem;margin:0 auto;padding:1.5rem}\n"
    "h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2.5rem 0 .5rem;"
    "overflow-wrap:anywhere}h3{font-size:1rem;margin:0}\n"
    "a{color:var(--link);text-decoration:none}a:hover,a:focus-visible{text-decoration:underline}\n"
    "p{margin:.25rem 0 1rem;color:var(--faint)}kbd{border:1px solid var(--rule);border-radius:4px;"
    "padding:0 .35em;font:inherit;font-size:.85em}\n"
    ".card{background:var(--card);border:1px solid var(--rule);border-radius:8px;"
    "margin:0 0 1.25rem;overflow:hidden}\n"
    ".head{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:baseline;padding:.6rem 1rem;"
    "border-bottom:1px solid var(--rule)}.head span{color:var(--faint)}.head h3{margin-right:auto}"
    "\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}\n"
    ".sums th{text-align:left;font-weight:600;color:var(--faint);padding:.5rem 1rem}\n"
    ".sums td{padding:.35rem 1rem;border-top:1px solid var(--rule);white-space:nowrap}\n"
    ".sums td:first-child{white-space:normal;overflow-wrap:anywhere}\n"
    ".sums .rule td:first-child{padding-left:2.25rem}.sums .file td{font-weight:600}\n"
    ".n{font-variant-numeric:tabular-nums}.n small{color:var(--faint)}\n"
    ".bar{display:inline-block;width:5rem;height:.5rem;border-radius:4px;background:var(--rule);"
    "margin-right:.6rem;overflow:hidden;vertical-align:.05rem}.bar i{display:block;height:100%}\n"
    ".good{color:var(--good)}.fair{color:var(--fair)}.bad{color:var(--bad)}\n"
    ".bar .good{background:var(--good)}.bar .fair{background:var(--fair)}"
    ".bar .bad{background:var(--bad)}\n"
    ".code{font:13px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;tab-size:4}\n"
    ".code td{padding:0 .75rem;vertical-align:top;white-space:pre}\n"
    ".code .l,.code .h{text-align:right;color:var(--faint);user-select:none;width:1%}\n"
    ".code .l a{color:inherit}.code tr.hit{background:var(--hit)}"
    ".code tr.miss{background:var(--miss)}.code tr.part{background:var(--part)}\n"
    ".code tr.why td{padding-bottom:.15rem}.code tr.why{background:var(--part);color:var(--fair);"
    "font-size:12px}.code tr.why.never{background:var(--miss);color:var(--bad)}\n"
    "tr:target td,tr.now td{box-shadow:inset 0 2px var(--link),inset 0 -2px var(--link)}\n"
    ".note{padding:.6rem 1rem;color:var(--bad)}\n";

/* Every miss is a link to the next one; with keys it is quicker. */
static const char script[] =
    "(()=>{const all=[...document.querySelectorAll('[data-miss]')];let at=-1;\n"
    "const go=n=>{if(!all.length)return;at=(n+all.length)%all.length;"
    "document.querySelectorAll('.now').forEach(e=>e.classList.remove('now'));"
    "all[at].classList.add('now');all[at].scrollIntoView({block:'center'})};\n"
    "addEventListener('keydown',e=>{if(e.ctrlKey||e.metaKey||e.altKey)return;"
    "if(e.key==='n'||e.key==='j')go(at+1);else if(e.key==='p'||e.key==='k')go(at<0?-1:at-1);"
    "else if(e.key==='t')scrollTo(0,0)});})();\n";

static void write_text(const char *text, rj_buf *out) {
    cli_write_xml(text, strlen(text), out);
}

/* ---- the table ---- */

static void write_sum(size_t hit, size_t all, rj_buf *out) {
    static const char *const classes[] = {
        [COVERAGE_BAD] = "bad", [COVERAGE_FAIR] = "fair", [COVERAGE_GOOD] = "good"};
    const char *colour = classes[coverage_grade_of(hit, all)];
    if (!all) {
        rj_buf_puts(out, "<td class=\"n\"><small>none</small></td>");
        return;
    }
    rj_buf_puts(out, "<td class=\"n\"><span class=\"bar\"><i class=\"");
    rj_buf_printf(out, "%s\" style=\"width:", colour);
    coverage_write_share(hit, all, out);
    rj_buf_printf(out, "%%\"></i></span><span class=\"%s\">", colour);
    coverage_write_share(hit, all, out);
    rj_buf_printf(out, "%%</span> <small>%zu of %zu</small></td>", hit, all);
}

static void write_sums(const rj_coverage_sums *sums, rj_buf *out) {
    write_sum(sums->lines_hit, sums->lines, out);
    write_sum(sums->ways_hit, sums->ways, out);
    write_sum(sums->functions_hit, sums->functions, out);
    rj_buf_puts(out, "</tr>\n");
}

static void write_table(const coverage_report *report, rj_buf *out) {
    rj_buf_puts(out, "<div class=\"card scroll\"><table class=\"sums\"><tr><th>Scripts</th>"
                     "<th>Lines</th><th>Branches</th><th>Functions</th></tr>\n");
    for (size_t i = 0; i < report->file_count; i++) {
        const rj_coverage_file *file = &report->files[i];
        rj_buf_printf(out, "<tr class=\"file\"><td><a href=\"#f%zu\">", i);
        write_text(file->path, out);
        rj_buf_puts(out, "</a></td>");
        write_sums(&file->part.sums, out);
        for (size_t j = 0; j < file->rule_count; j++) {
            rj_buf_printf(out, "<tr class=\"rule\"><td><a href=\"#f%zur%zu\">", i, j);
            write_text(file->rules[j].rule->name, out);
            rj_buf_puts(out, "</a></td>");
            write_sums(&file->rules[j].part.sums, out);
        }
    }
    if (report->file_count != 1) {
        rj_buf_puts(out, "<tr class=\"file\"><td>All</td>");
        write_sums(&report->sums, out);
    }
    rj_buf_puts(out, "</table></div>\n");
}

/* ---- the source ---- */

typedef struct page {
    rj_buf *out;
    size_t misses;     /* written so far */
    size_t file, rule; /* numbers, for anchors */
    const char *text;  /* what is left of the file, from the line in work on */
    const char *end;
    uint32_t line; /* number of that line */
} page;

/* The attributes of the next miss's row, and a link to the one behind it. */
static void write_miss(page *p) {
    p->misses++;
    rj_buf_printf(p->out, " id=\"m%zu\" data-miss", p->misses);
}

static void write_next(const page *p) {
    rj_buf_printf(p->out, " <a href=\"#m%zu\" title=\"next miss\">&#8595;</a>", p->misses + 1);
}

static void write_branch(page *p, const rj_coverage_branch *b) {
    const bool is_never = !b->hits[0] && !b->hits[1];
    rj_buf_printf(p->out, "<tr class=\"why%s\"", is_never ? " never" : "");
    write_miss(p);
    rj_buf_puts(p->out, "><td></td><td></td><td>");
    rj_buf_fill(p->out, ' ', b->at.column > 1 && b->at.column < 80 ? b->at.column - 1 : 0);
    rj_buf_printf(p->out, "&#9650; <b>%s</b> ", coverage_branch_word(b->kind));
    if (is_never)
        rj_buf_puts(p->out, "never reached");
    else
        rj_buf_printf(p->out, "never %s", coverage_way_word(b->kind, b->hits[0] != 0));
    if (b->kind != RJ_POINT_FOR) {
        rj_buf_puts(p->out, ": ");
        write_text(b->text, p->out);
    }
    write_next(p);
    rj_buf_puts(p->out, "</td></tr>\n");
}

static size_t line_bytes(const page *p) {
    const char *end = memchr(p->text, '\n', (size_t)(p->end - p->text));
    return (size_t)((end ? end : p->end) - p->text);
}

static void skip_to(page *p, uint32_t line) {
    while (p->line < line && p->text < p->end) {
        const size_t bytes = line_bytes(p);
        p->text += bytes + (p->text + bytes < p->end);
        p->line++;
    }
}

static void write_line(page *p, const rj_coverage_line *line) {
    size_t bytes = line_bytes(p);
    const bool is_miss = line && !line->hits;
    const bool has_miss = is_miss || (line && line->missed_column);
    rj_buf_puts(p->out, "<tr");
    if (line)
        rj_buf_printf(p->out, " class=\"%s\"",
                      is_miss               ? "miss"
                      : line->missed_column ? "part"
                                            : "hit");
    if (has_miss)
        write_miss(p);
    rj_buf_printf(p->out,
                  "><td class=\"l\"><a id=\"f%zur%zul%u\" href=\"#f%zur%zul%u\">%u</a></td>"
                  "<td class=\"h\">",
                  p->file, p->rule, (unsigned)p->line, p->file, p->rule, (unsigned)p->line,
                  (unsigned)p->line);
    if (line)
        rj_buf_printf(p->out, "%llu", (unsigned long long)line->hits);
    rj_buf_puts(p->out, "</td><td>");
    if (bytes && p->text[bytes - 1] == '\r')
        bytes--;
    cli_write_xml(p->text, bytes, p->out);
    if (has_miss)
        write_next(p);
    rj_buf_puts(p->out, "</td></tr>\n");
}

static void write_source(page *p, const rj_coverage_rule *rule) {
    const rj_coverage_part *part = &rule->part;
    size_t line = 0, branch = 0;
    rj_buf_puts(p->out, "<div class=\"scroll\"><table class=\"code\">\n");
    for (uint32_t n = rule->first_line; n && n <= rule->last_line; n++) {
        skip_to(p, n);
        if (p->text >= p->end)
            break;
        const bool is_code = line < part->line_count && part->lines[line].line == n;
        write_line(p, is_code ? &part->lines[line] : NULL);
        line += is_code;
        for (; branch < part->branch_count && part->branches[branch].at.line <= n; branch++)
            if (!part->branches[branch].hits[0] || !part->branches[branch].hits[1])
                write_branch(p, &part->branches[branch]);
    }
    rj_buf_puts(p->out, "</table></div>");
}

static void write_head(page *p, const rj_coverage_rule *rule) {
    const rj_coverage_sums *sums = &rule->part.sums;
    rj_buf_printf(p->out, "<section class=\"card\" id=\"f%zur%zu\"><div class=\"head\"><h3>",
                  p->file, p->rule);
    write_text(rule->rule->name, p->out);
    rj_buf_puts(p->out, "</h3><span>");
    write_text(rule->customization->name, p->out);
    rj_buf_printf(p->out,
                  "</span><span>%zu of %zu lines</span><span>%zu of %zu branches</span></div>\n",
                  sums->lines_hit, sums->lines, sums->ways_hit, sums->ways);
    if (!rule->problem)
        return;
    rj_buf_printf(p->out, "<div class=\"note\">%s",
                  rule->is_broken ? "It can't be compiled: " : "It is ");
    write_text(rule->problem, p->out);
    rj_buf_puts(p->out, "</div>\n");
}

static void write_file(page *p, const rj_coverage_file *file) {
    rj_buf text = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    const bool is_read = cli_read_file(file->path, &text, &err);
    rj_buf_printf(p->out, "<h2 id=\"f%zu\">", p->file);
    write_text(file->path, p->out);
    rj_buf_puts(p->out, "</h2>\n");
    for (p->rule = 0; p->rule < file->rule_count; p->rule++) {
        write_head(p, &file->rules[p->rule]);
        if (is_read) {
            p->text = rj_buf_text(&text);
            p->end = p->text + text.bytes;
            p->line = 1;
            write_source(p, &file->rules[p->rule]);
        } else {
            rj_buf_puts(p->out, "<div class=\"note\">");
            write_text(err.message ? err.message : "", p->out);
            rj_buf_puts(p->out, "</div>");
        }
        rj_buf_puts(p->out, "</section>\n");
    }
    rj_error_clear(&err);
    rj_buf_free(&text);
}

void coverage_write_html(const coverage_report *report, rj_buf *out) {
    page p = {.out = out};
    rj_buf_printf(out,
                  "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                  "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
                  "<title>Coverage of the scripts</title>\n<style>\n%s</style></head>\n<body><main>"
                  "\n<h1>Coverage of the scripts</h1>\n<p><kbd>n</kbd> next miss, <kbd>p</kbd> "
                  "previous one, <kbd>t</kbd> top. <a href=\"#m1\">First miss</a></p>\n",
                  style);
    write_table(report, out);
    for (p.file = 0; p.file < report->file_count; p.file++)
        write_file(&p, &report->files[p.file]);
    /* What the last miss leads to. */
    rj_buf_printf(out, "<p id=\"m%zu\">%s</p>\n</main>\n<script>\n%s</script>\n</body></html>\n",
                  p.misses + 1, p.misses ? "No more misses." : "Nothing was missed.", script);
}
