/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_OPTIONS_H
#define RJ_CLI_OPTIONS_H

/**
 * @file
 * Options of a command as one table, and the parser that reads arguments by it with the syntax and
 * the error texts of Go's pflag. Help, manual page and completions are rendered from the same
 * table.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

typedef enum cli_option_type {
    CLI_OPTION_BOOL,  /**< bool */
    CLI_OPTION_TEXT,  /**< const char * */
    CLI_OPTION_INT32, /**< int32_t, any Go integer syntax */
    CLI_OPTION_LEVEL, /**< int32_t, decimal */
    CLI_OPTION_SIZE,  /**< size_t: digits, then nothing, Ki, Mi or Gi */
    CLI_OPTION_LIST   /**< cli_list; each value is one CSV record, and the values add up */
} cli_option_type;

/** What a shell may offer as the value. */
typedef enum cli_completion {
    CLI_COMPLETE_NOTHING,
    CLI_COMPLETE_FILE,
    CLI_COMPLETE_MANIFEST, /**< .yaml, .yml, .json, directories */
    CLI_COMPLETE_OPERATION,
    CLI_COMPLETE_WORDS
} cli_completion;

typedef struct cli_option {
    const char *name;
    char short_name; /**< 0: none */
    cli_option_type type;
    bool hidden;              /**< accepted, but not shown */
    cli_completion complete;  /**< of the value */
    const char *words;        /**< of CLI_COMPLETE_WORDS, with blanks between */
    const char *default_text; /**< NULL: false, "", 0 or an empty list */
    const char *argument;     /**< name of the value in help */
    const char *bare_text;  /**< value when none follows with "="; NULL: the next argument is it */
    const char *help;       /**< sentences */
    const char *deprecated; /**< what is said when it is used */
    size_t offset;          /**< of the value in the command's struct */
} cli_option;

typedef struct cli_list {
    rj_arena *arena;
    const char **items;
    size_t count, capacity;
    bool given; /**< the option was there, even if it added nothing */
} cli_list;

typedef struct cli_command cli_command;

struct cli_command {
    const char *name;
    const char *usage;          /**< behind the command's name */
    const char *argument_words; /**< what the positional argument may be; NULL: a file */
    const char *summary;        /**< half a sentence */
    const char *description;    /**< paragraphs */
    const char *examples;       /**< lines; NULL: none */
    const cli_option *options;
    size_t option_count;
    size_t values_bytes; /**< size of the struct of values */
    size_t help_offset;  /**< of the bool of --help in it */
    /** Returns the exit status. @p arguments are the positional ones. */
    int (*run)(const void *values, const cli_list *arguments, rj_arena *arena);
};

/**
 * Fills @p values (values_bytes of room) with defaults, then from @p arguments; what is no option
 * goes to @p positional. Texts borrow from @p arguments or are arena-owned. Warnings (deprecated
 * options) are appended to @p warnings as lines.
 */
bool cli_parse(const cli_command *command, char *const *arguments, size_t argument_count,
               rj_arena *arena, void *values, cli_list *positional, rj_buf *warnings,
               rj_error *err) RJ_MUST_USE;

/** One value into a struct, as `--NAME VALUE` does. */
bool cli_set_option(const cli_option *option, const char *value, rj_arena *arena, void *values,
                    rj_error *err) RJ_MUST_USE;

/** Appends the help of a command. */
void cli_write_help(const cli_command *command, rj_buf *out);

/** Appends the manual page of a command. */
void cli_write_manual(const cli_command *command, rj_buf *out);

/** Appends a text for a manual page: what would be markup there is escaped. */
void cli_write_roff(const char *text, rj_buf *out);

bool cli_list_add(cli_list *list, const char *text) RJ_MUST_USE;

#endif
