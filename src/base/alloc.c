/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

void *rj_alloc_zeroed(size_t bytes) {
    return calloc(1, bytes ? bytes : 1);
}

void *rj_alloc_resize(void *memory, size_t bytes) {
    return realloc(memory, bytes ? bytes : 1);
}

char *rj_alloc_copy(const char *text, size_t bytes) {
    char *copy = malloc(bytes + 1);
    if (!copy)
        return NULL;
    if (bytes)
        memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    return copy;
}

void rj_alloc_free(void *memory) {
    free(memory);
}
