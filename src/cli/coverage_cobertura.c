/* SPDX-License-Identifier: Apache-2.0 */
/* Cobertura's XML, version 04 of its DTD: a file is a package, a rule is a class in it. */
#include <string.h>
#include <time.h>

#include "cli/coverage.h"
#include "cli/xml.h"

static void write_rate(const char *name, size_t hit, size_t all, rj_buf *out) {
    const uint32_t share = rj_coverage_share(hit, all);
    rj_buf_printf(out, " %s=\"%u.%04u\"", name, (unsigned)(share / 10000),
                  (unsigned)(share % 10000));
}

static void write_rates(const rj_coverage_sums *sums, rj_buf *out) {
    write_rate("line-rate", sums->lines_hit, sums->lines, out);
    write_rate("branch-rate", sums->ways_hit, sums->ways, out);
    rj_buf_puts(out, " complexity=\"0\"");
}

static void write_line(const rj_coverage_part *part, const rj_coverage_line *line, rj_buf *out) {
    size_t first = 0, end, hit = 0;
    while (first < part->branch_count && part->branches[first].at.line < line->line)
        first++;
    for (end = first; end < part->branch_count && part->branches[end].at.line == line->line; end++)
        hit += (part->branches[end].hits[0] > 0) + (part->branches[end].hits[1] > 0);
    const size_t ways = 2 * (end - first);
    rj_buf_printf(out, "<line number=\"%u\" hits=\"%llu\"", (unsigned)line->line,
                  (unsigned long long)line->hits);
    if (!ways) {
        rj_buf_puts(out, " branch=\"false\"/>\n");
        return;
    }
    rj_buf_printf(out, " branch=\"true\" condition-coverage=\"%zu%% (%zu/%zu)\"><conditions>",
                  hit * 100 / ways, hit, ways);
    for (size_t i = first; i < end; i++) {
        const rj_coverage_branch *b = &part->branches[i];
        rj_buf_printf(out, "<condition number=\"%zu\" type=\"jump\" coverage=\"%d%%\"/>", i - first,
                      50 * ((b->hits[0] > 0) + (b->hits[1] > 0)));
    }
    rj_buf_puts(out, "</conditions></line>\n");
}

static void write_method(const rj_coverage_function *f, rj_buf *out) {
    rj_buf_puts(out, "            <method");
    cli_write_xml_attribute("name", f->name, out);
    rj_buf_printf(out,
                  " signature=\"\" line-rate=\"%d.0\" branch-rate=\"%d.0\" "
                  "complexity=\"0\"><lines><line number=\"%u\" hits=\"%llu\"/></lines></method>\n",
                  f->hits > 0, f->hits > 0, (unsigned)f->at.line, (unsigned long long)f->hits);
}

static void write_class(const rj_coverage_file *file, const rj_coverage_rule *rule, rj_buf *out) {
    const rj_coverage_part *part = &rule->part;
    rj_buf name = RJ_BUF_INIT;
    rj_buf_printf(&name, "%s%s%s", rule->customization->name, *rule->customization->name ? "." : "",
                  rule->rule->name);
    rj_buf_puts(out, "        <class");
    cli_write_xml_attribute("name", rj_buf_text(&name), out);
    cli_write_xml_attribute("filename", file->path, out);
    write_rates(&part->sums, out);
    rj_buf_puts(out, ">\n          <methods>\n");
    for (size_t i = 0; i < part->function_count; i++)
        write_method(&part->functions[i], out);
    rj_buf_puts(out, "          </methods>\n          <lines>\n");
    for (size_t i = 0; i < part->line_count; i++) {
        rj_buf_puts(out, "            ");
        write_line(part, &part->lines[i], out);
    }
    rj_buf_puts(out, "          </lines>\n        </class>\n");
    rj_buf_free(&name);
}

static void write_package(const rj_coverage_file *file, rj_buf *out) {
    rj_buf_puts(out, "    <package");
    cli_write_xml_attribute("name", file->path, out);
    write_rates(&file->part.sums, out);
    rj_buf_puts(out, ">\n      <classes>\n");
    for (size_t i = 0; i < file->rule_count; i++)
        write_class(file, &file->rules[i], out);
    rj_buf_puts(out, "      </classes>\n    </package>\n");
}

void coverage_write_cobertura(const coverage_report *report, rj_buf *out) {
    const rj_coverage_sums *sums = &report->sums;
    rj_buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<!DOCTYPE coverage SYSTEM "
                     "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n<coverage");
    write_rates(sums, out);
    rj_buf_printf(out,
                  " lines-covered=\"%zu\" lines-valid=\"%zu\" branches-covered=\"%zu\" "
                  "branches-valid=\"%zu\" version=\"rjinterp\" timestamp=\"%lld\">\n"
                  "  <sources><source>.</source></sources>\n  <packages>\n",
                  sums->lines_hit, sums->lines, sums->ways_hit, sums->ways,
                  (long long)time(NULL) * 1000);
    for (size_t i = 0; i < report->file_count; i++)
        write_package(&report->files[i], out);
    rj_buf_puts(out, "  </packages>\n</coverage>\n");
}
