/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a fuzz target once on every file of the directories given: its corpus as an ordinary test.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"

static int replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        return -1;
    }
    long bytes = ftell(file);
    rewind(file);
    uint8_t *data = malloc(bytes > 0 ? (size_t)bytes : 1);
    int status = -1;
    if (data && bytes >= 0 && fread(data, 1, (size_t)bytes, file) == (size_t)bytes)
        status = LLVMFuzzerTestOneInput(data, (size_t)bytes);
    else
        perror(path);
    free(data);
    fclose(file);
    return status;
}

static int replay_directory(const char *path, size_t *count) {
    DIR *directory = opendir(path);
    if (!directory) {
        perror(path);
        return -1;
    }
    int status = 0;
    for (const struct dirent *entry; status == 0 && (entry = readdir(directory));) {
        char file[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        status = replay_file(file);
        ++*count;
    }
    closedir(directory);
    return status;
}

int main(int argc, char **argv) {
    size_t count = 0;
    for (int i = 1; i < argc; i++)
        if (replay_directory(argv[i], &count) != 0)
            return 1;
    printf("%zu inputs replayed\n", count);
    return count > 0 ? 0 : 1;
}
