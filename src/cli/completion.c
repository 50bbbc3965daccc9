/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/commands.h"
#include "rjinterp/rule.h"

/* What may stand for the value of an option or argument, with blanks between; "" when it is
 * anything, or a file. */
static void write_words(cli_completion complete, const char *words, rj_buf *out) {
    if (complete == CLI_COMPLETE_WORDS)
        rj_buf_puts(out, words);
    for (size_t i = 0; complete == CLI_COMPLETE_OPERATION && i < RJ_OPERATION_COUNT; i++)
        rj_buf_printf(out, "%s%s", i ? " " : "", rj_rule_of((rj_operation)i)->name);
    if (complete == CLI_COMPLETE_OPERATION)
        rj_buf_puts(out, " all");
}

static bool takes_file(cli_completion complete) {
    return complete == CLI_COMPLETE_FILE || complete == CLI_COMPLETE_MANIFEST;
}

static bool takes_value(const cli_option *o) {
    return o->type != CLI_OPTION_BOOL && !o->bare_text;
}

static void write_command_names(rj_buf *out) {
    for (size_t i = 0; i < cli_command_count; i++)
        rj_buf_printf(out, "%s%s", i ? " " : "", cli_commands[i]->name);
}

/* The positional argument's words; those of help are the commands. */
static void write_arguments(const cli_command *command, rj_buf *out) {
    if (strcmp(command->name, "help") == 0)
        write_command_names(out);
    else if (command->argument_words)
        rj_buf_puts(out, command->argument_words);
}

/* Up to the end of the first sentence, without what quotes mean to a shell. */
static void write_sentence(const char *help, const char *unwanted, rj_buf *out) {
    for (const char *p = help; *p && !(*p == '.' && (!p[1] || p[1] == ' ')); p++)
        if (!strchr(unwanted, *p))
            rj_buf_putc(out, *p);
}

/* ---- bash ---- */

static void bash_option_names(const cli_option *o, const char *between, rj_buf *out) {
    if (o->short_name)
        rj_buf_printf(out, "-%c%s", o->short_name, between);
    rj_buf_printf(out, "--%s", o->name);
}

/* What follows an option that takes a value. */
static void bash_values(const cli_command *command, rj_buf *out) {
    for (size_t i = 0; i < command->option_count; i++) {
        const cli_option *o = &command->options[i];
        if (o->hidden || !takes_value(o))
            continue;
        rj_buf_printf(out, "    %s:", command->name);
        rj_buf_printf(out, "--%s", o->name);
        if (o->short_name)
            rj_buf_printf(out, " | %s:-%c", command->name, o->short_name);
        rj_buf_puts(out, ")\n        ");
        if (takes_file(o->complete)) {
            rj_buf_puts(out, "files=1");
        } else {
            rj_buf_puts(out, "words='");
            write_words(o->complete, o->words, out);
            rj_buf_putc(out, '\'');
        }
        rj_buf_puts(out, "\n        ;;\n");
    }
}

static void bash_command(const cli_command *command, rj_buf *out) {
    rj_buf_printf(out, "    %s:*)\n        words='", command->name);
    for (size_t i = 0, shown = 0; i < command->option_count; i++) {
        if (command->options[i].hidden)
            continue;
        rj_buf_puts(out, shown++ ? " " : "");
        bash_option_names(&command->options[i], " ", out);
    }
    rj_buf_puts(out, "'\n");
    if (command->argument_words) {
        rj_buf_puts(out, "        [[ $current == -* ]] || words='");
        write_arguments(command, out);
        rj_buf_puts(out, "'\n");
    } else {
        rj_buf_puts(out, "        [[ $current == -* ]] || files=1\n");
    }
    rj_buf_puts(out, "        ;;\n");
}

static void write_bash(rj_buf *out) {
    rj_buf_puts(out, "# bash completion for rjinterp\n"
                     "_rjinterp() {\n"
                     "    local command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]}\n"
                     "    local previous=${COMP_WORDS[COMP_CWORD - 1]} words='' files=''\n"
                     "    # --name=value comes as three words.\n"
                     "    [[ $current == = ]] && current=''\n"
                     "    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
                     "    ((COMP_CWORD > 1)) || command='' previous=''\n"
                     "    case $command:$previous in\n"
                     "    :*)\n"
                     "        words='");
    write_command_names(out);
    rj_buf_puts(out, "'\n        ;;\n");
    for (size_t i = 0; i < cli_command_count; i++)
        bash_values(cli_commands[i], out);
    for (size_t i = 0; i < cli_command_count; i++)
        bash_command(cli_commands[i], out);
    rj_buf_puts(out, "    esac\n"
                     "    if [[ $files ]]; then\n"
                     "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
                     "        compopt -o filenames 2>/dev/null || return 0\n"
                     "    else\n"
                     "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
                     "    fi\n"
                     "}\n"
                     "complete -F _rjinterp rjinterp\n");
}

/* ---- zsh ---- */

static void zsh_option(const cli_option *o, rj_buf *out) {
    const char *repeat = o->type == CLI_OPTION_LIST ? "*" : "";
    rj_buf words = RJ_BUF_INIT;
    write_words(o->complete, o->words, &words);
    for (int is_short = 0; is_short < (o->short_name ? 2 : 1); is_short++) {
        rj_buf_puts(out, " \\\n            ");
        if (is_short)
            rj_buf_printf(out, "'%s-%c", repeat, o->short_name);
        else
            rj_buf_printf(out, "'%s--%s%s", repeat, o->name, takes_value(o) ? "=" : "");
        rj_buf_putc(out, '[');
        write_sentence(o->help, "'[]:\\", out);
        rj_buf_putc(out, ']');
        if (takes_value(o)) {
            rj_buf_puts(out, ":value:");
            if (takes_file(o->complete))
                rj_buf_puts(out, "_files");
            else if (words.bytes)
                rj_buf_printf(out, "(%s)", rj_buf_text(&words));
        }
        rj_buf_putc(out, '\'');
    }
    rj_buf_free(&words);
}

static void write_zsh(rj_buf *out) {
    rj_buf_puts(out, "#compdef rjinterp\n"
                     "# zsh completion for rjinterp\n"
                     "_rjinterp() {\n"
                     "    if ((CURRENT == 2)); then\n"
                     "        local -a commands=(\n");
    for (size_t i = 0; i < cli_command_count; i++) {
        rj_buf_printf(out, "            '%s:", cli_commands[i]->name);
        write_sentence(cli_commands[i]->summary, "':\\", out);
        rj_buf_puts(out, "'\n");
    }
    rj_buf_puts(out, "        )\n"
                     "        _describe command commands\n"
                     "        return\n"
                     "    fi\n"
                     "    local command=$words[2]\n"
                     "    shift words\n"
                     "    ((CURRENT--))\n"
                     "    case $command in\n");
    for (size_t i = 0; i < cli_command_count; i++) {
        const cli_command *command = cli_commands[i];
        rj_buf_printf(out, "    %s)\n        _arguments", command->name);
        for (size_t j = 0; j < command->option_count; j++)
            if (!command->options[j].hidden)
                zsh_option(&command->options[j], out);
        rj_buf_puts(out, " \\\n            '*:argument:");
        if (command->argument_words) {
            rj_buf_putc(out, '(');
            write_arguments(command, out);
            rj_buf_puts(out, ")'\n        ;;\n");
        } else {
            rj_buf_puts(out, "_files'\n        ;;\n");
        }
    }
    rj_buf_puts(out, "    esac\n"
                     "}\n"
                     "if [ \"$funcstack[1]\" = _rjinterp ]; then\n"
                     "    _rjinterp \"$@\"\n"
                     "else\n"
                     "    compdef _rjinterp rjinterp\n"
                     "fi\n");
}

/* ---- fish ---- */

static void fish_option(const cli_command *command, const cli_option *o, rj_buf *out) {
    rj_buf_printf(out, "complete -c rjinterp -n '__fish_seen_subcommand_from %s' -l %s",
                  command->name, o->name);
    if (o->short_name)
        rj_buf_printf(out, " -s %c", o->short_name);
    rj_buf words = RJ_BUF_INIT;
    write_words(o->complete, o->words, &words);
    if (takes_value(o))
        rj_buf_puts(out, takes_file(o->complete) ? " -r -F" : " -x");
    if (words.bytes)
        rj_buf_printf(out, " -a '%s'", rj_buf_text(&words));
    rj_buf_free(&words);
    rj_buf_puts(out, " -d '");
    write_sentence(o->help, "'\\", out);
    rj_buf_puts(out, "'\n");
}

static void write_fish(rj_buf *out) {
    rj_buf_puts(out, "# fish completion for rjinterp\n");
    for (size_t i = 0; i < cli_command_count; i++) {
        const cli_command *command = cli_commands[i];
        rj_buf_printf(out, "complete -c rjinterp -n __fish_use_subcommand -f -a %s -d '",
                      command->name);
        write_sentence(command->summary, "'\\", out);
        rj_buf_puts(out, "'\n");
    }
    for (size_t i = 0; i < cli_command_count; i++) {
        const cli_command *command = cli_commands[i];
        if (command->argument_words) {
            rj_buf_printf(out, "complete -c rjinterp -n '__fish_seen_subcommand_from %s' -f -a '",
                          command->name);
            write_arguments(command, out);
            rj_buf_puts(out, "'\n");
        }
        for (size_t j = 0; j < command->option_count; j++)
            if (!command->options[j].hidden)
                fish_option(command, &command->options[j], out);
    }
}

/* ---- all ---- */

bool cli_write_completion(const char *shell, rj_buf *out) {
    static const struct {
        const char *name;
        void (*write)(rj_buf *out);
    } shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, shell) != 0)
            continue;
        shells[i].write(out);
        return true;
    }
    return false;
}
