/* SPDX-License-Identifier: Apache-2.0 */
#include "base/near.h"

#include <string.h>

enum {
    LONGEST_NAME = 64
};

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours that turn one into the other, without
 * regard to case. */
static size_t distance(const char *a, size_t a_bytes, const char *b, size_t b_bytes) {
    size_t rows[3][LONGEST_NAME + 1];
    for (size_t j = 0; j <= b_bytes; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_bytes; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i - 1) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_bytes; j++) {
            const char x = lower(a[i - 1]), y = lower(b[j - 1]);
            size_t best = smaller(above[j - 1] + (x != y), smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
                best = smaller(best, second[j - 2] + 1);
            row[j] = best;
        }
    }
    return rows[a_bytes % 3][b_bytes];
}

void rj_near_offer(rj_near *near, const char *name) {
    const size_t bytes = strlen(name);
    if (bytes > LONGEST_NAME || near->given_bytes > LONGEST_NAME || !near->given_bytes)
        return;
    const size_t d = distance(near->given, near->given_bytes, name, bytes);
    /* A third of the letters may be wrong, and one of a short name. */
    const size_t most = near->given_bytes < 6 ? 1 : near->given_bytes / 3;
    if (d > most || d >= bytes || (near->best && d >= near->best_distance))
        return;
    near->best = name;
    near->best_distance = d;
}
