/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_interpret.h"

#include <string.h>
#include <unistd.h>

#include "cli/edit_load.h"
#include "cli/edit_object.h"
#include "cli/edit_text.h"
#include "cli/editor.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/save.h"
#include "rjinterp/splice.h"
#include "rjinterp/yaml.h"

enum {
    MAX_CHANGES = RJ_OPERATION_COUNT + 3,
    /* A person may try for ever; a program that is the editor might. */
    MAX_TRIES_WITHOUT_TERMINAL = 10
};

typedef struct session {
    const interpret_values *options;
    rj_arena *arena;
    edit_subject subject;
    edit_values old;
    edit_output form;
    cli_list files; /* given to the editor */
    rj_buf text;    /* that came back */
} session;

typedef enum outcome {
    OUTCOME_DONE,   /* saved, or nothing to save */
    OUTCOME_STORED, /* not saved: the last file is kept for the user, and *err says why */
    OUTCOME_FAILED, /* *err says why; files stay */
    OUTCOME_TRY_AGAIN
} outcome;

static void say(const char *text) {
    cli_write_error_text(text);
}

static void remove_files(session *s) {
    for (size_t i = 0; i < s->files.count; i++)
        unlink(s->files.items[i]);
    s->files.count = 0;
}

/* ---- saving ---- */

typedef struct change_list {
    rj_splice_change items[MAX_CHANGES];
    size_t count;
} change_list;

static bool add_change(session *s, change_list *list, const char *path, const char *text,
                       size_t bytes, rj_error *err) {
    rj_buf whole = RJ_BUF_INIT;
    rj_buf_printf(&whole, "%s%s", s->subject.prefix, path);
    const char *copy = rj_buf_ok(&whole) ? rj_arena_copy(s->arena, whole.data, whole.bytes) : NULL;
    rj_buf_free(&whole);
    if (!copy)
        return rj_error_no_memory(err);
    list->items[list->count++] =
        (rj_splice_change){.path = copy, .text = text, .bytes = text ? bytes : 0};
    return true;
}

static bool add_value(session *s, change_list *list, const char *path, const char *old,
                      const char *fresh, bool keeps_empty, rj_error *err) {
    if (strcmp(old, fresh) == 0)
        return true;
    return add_change(s, list, path, *fresh || keeps_empty ? fresh : NULL, strlen(fresh), err);
}

static bool add_script(session *s, change_list *list, size_t i, const edit_script *fresh,
                       rj_error *err) {
    rj_buf path = RJ_BUF_INIT;
    rj_buf_printf(&path, "spec.customizations.%s%s", rj_rule_of((rj_operation)i)->field,
                  fresh->bytes ? ".luaScript" : "");
    bool ok = rj_buf_ok(&path) ? add_change(s, list, rj_buf_text(&path),
                                            fresh->bytes ? fresh->text : NULL, fresh->bytes, err)
                               : rj_error_no_memory(err);
    rj_buf_free(&path);
    return ok;
}

static bool list_changes(session *s, const edit_values *fresh, change_list *list, rj_error *err) {
    const edit_values *old = &s->old;
    list->count = 0;
    if (!add_value(s, list, "metadata.name", old->name, fresh->name, false, err) ||
        !add_value(s, list, "spec.target.apiVersion", old->api_version, fresh->api_version, true,
                   err) ||
        !add_value(s, list, "spec.target.kind", old->kind, fresh->kind, true, err))
        return false;
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        if (!edit_script_equal(&old->scripts[i], &fresh->scripts[i]) &&
            !add_script(s, list, i, &fresh->scripts[i], err))
            return false;
    }
    return true;
}

/* Behind what is in the file already, which can only be comments. */
static bool make_new_file(const session *s, const rj_value *object, rj_buf *out, rj_error *err) {
    const rj_buf *old = &s->subject.bytes;
    rj_buf_append(out, old->data, old->bytes);
    if (old->bytes && old->data[old->bytes - 1] != '\n')
        rj_buf_putc(out, '\n');
    return rj_yaml_write(object, out, err);
}

static bool make_file(session *s, const edit_values *fresh, const rj_value *object, rj_buf *out,
                      rj_error *err) {
    if (s->subject.is_new)
        return make_new_file(s, object, out, err);
    change_list changes;
    return list_changes(s, fresh, &changes, err) &&
           rj_splice(s->subject.bytes.data, s->subject.bytes.bytes, s->subject.path,
                     s->subject.document_index, changes.items, changes.count, NULL, out, err);
}

/* Where there is no file to change, the object goes to standard output. */
static bool save(session *s, const edit_values *fresh, const rj_value *object, rj_error *err) {
    rj_buf out = RJ_BUF_INIT;
    bool ok;
    if (s->subject.path) {
        ok = make_file(s, fresh, object, &out, err) &&
             cli_save_file(s->subject.path, &s->subject.bytes, &out, err);
    } else {
        ok = rj_yaml_write(object, &out, err) &&
             (cli_write_output(&out) ||
              rj_error_set(err, RJ_ERROR_IO, "the object could not be written"));
    }
    rj_buf_free(&out);
    return ok;
}

static outcome save_and_print(session *s, const edit_values *fresh, rj_error *err) {
    rj_value object;
    const rj_value *old = s->subject.is_new ? NULL : &s->subject.root;
    if (!edit_object(old, fresh, s->arena, &object, err) || !save(s, fresh, &object, err))
        return OUTCOME_STORED;
    remove_files(s);
    rj_buf out = RJ_BUF_INIT;
    bool ok =
        edit_output_write(s->form, *s->old.name ? s->old.name : fresh->name, &object, &out, err);
    if (ok && !cli_write_output(&out))
        ok = rj_error_set(err, RJ_ERROR_IO, "the object was saved, but not printed");
    rj_buf_free(&out);
    return ok ? OUTCOME_DONE : OUTCOME_FAILED;
}

/* ---- one try ---- */

static bool let_edit(session *s, const rj_buf *offered, rj_error *err) {
    const char *path;
    if (s->files.count > 1) /* the last one stays, should the user want it back */
        unlink(s->files.items[s->files.count - 2]);
    if (!editor_make_file(offered, s->arena, &path, err))
        return false;
    if (!cli_list_add(&s->files, path))
        return rj_error_no_memory(err);
    rj_buf_reset(&s->text);
    return editor_run(path, s->arena, err) && cli_read_file(path, &s->text, err);
}

/* The same text with the same mistakes: the user has given up. */
static bool is_body(const rj_buf *last, const edit_text *text, const rj_buf *bytes) {
    size_t length = bytes->bytes - text->body;
    return last->bytes == length &&
           memcmp(rj_buf_text(last), bytes->data + text->body, length) == 0;
}

static outcome refuse(session *s, const edit_text *text, rj_buf *last, size_t tries,
                      rj_error *err) {
    bool is_last = tries == MAX_TRIES_WITHOUT_TERMINAL && !isatty(STDIN_FILENO);
    if (tries > 1 && (is_last || is_body(last, text, &s->text))) {
        rj_error_set(err, RJ_ERROR_RULE, "Edit cancelled, no valid changes were saved.");
        return OUTCOME_STORED;
    }
    rj_buf message = RJ_BUF_INIT;
    rj_buf_printf(&message, "error: resourceinterpretercustomizations \"%s\" is invalid\n",
                  s->old.name);
    for (size_t i = 0; i < text->problem_count; i++) {
        const edit_problem *p = &text->problems[i];
        if (p->is_in_script)
            rj_buf_printf(&message, "  line %u: %s\n", (unsigned)edit_problem_line(text, p),
                          p->reason);
    }
    say(rj_buf_text(&message));
    rj_buf_free(&message);
    rj_buf_reset(last);
    rj_buf_append(last, s->text.data + text->body, s->text.bytes - text->body);
    return OUTCOME_TRY_AGAIN;
}

static outcome judge(session *s, const edit_text *text, rj_buf *last, size_t tries, rj_error *err) {
    if (text->problem_count)
        return refuse(s, text, last, tries, err);
    bool is_unchanged = edit_values_equal(&s->old, &text->values);
    if (!text->is_empty && !is_unchanged)
        return save_and_print(s, &text->values, err);
    say(is_unchanged ? "Edit cancelled, no changes made.\n"
                     : "Edit cancelled, the saved file was empty.\n");
    remove_files(s);
    return OUTCOME_DONE;
}

/* Until something is saved or the user gives up. */
static outcome edit(session *s, rj_error *err) {
    rj_buf offered = RJ_BUF_INIT, last = RJ_BUF_INIT;
    outcome result = OUTCOME_TRY_AGAIN;
    edit_text_write(&s->old, s->options->show_doc, &offered);
    for (size_t tries = 1; result == OUTCOME_TRY_AGAIN; tries++) {
        edit_text text;
        bool ok = rj_buf_ok(&offered) ? let_edit(s, &offered, err) : rj_error_no_memory(err);
        ok = ok &&
             edit_text_read(rj_buf_text(&s->text), s->text.bytes, &s->old, s->arena, &text, err);
        result = ok ? judge(s, &text, &last, tries, err) : OUTCOME_FAILED;
        if (result == OUTCOME_TRY_AGAIN) {
            rj_buf_reset(&offered);
            edit_text_write_again(&text, rj_buf_text(&s->text), s->text.bytes, &offered);
        }
    }
    rj_buf_free(&offered);
    rj_buf_free(&last);
    return result;
}

/* ---- the mode ---- */

static void say_where_stored(const session *s) {
    rj_buf message = RJ_BUF_INIT;
    rj_buf_printf(&message, "A copy of your changes has been stored to \"%s\"\n",
                  s->files.items[s->files.count - 1]);
    say(rj_buf_text(&message));
    rj_buf_free(&message);
}

int cli_edit(const interpret_values *values, const cli_sources *sources, rj_arena *arena) {
    session s = {.options = values, .arena = arena, .files = {.arena = arena}};
    rj_error err = RJ_ERROR_INIT;
    rj_input_failure failure = RJ_INPUT_FAILURE_NONE;
    outcome result = OUTCOME_FAILED;
    if (edit_output_of(values->output, &s.form, &err) &&
        edit_load(values, sources, arena, &s.subject, &failure, &err)) {
        const rj_customization none = {.name = "", .api_version = "", .kind = ""};
        s.old = edit_values_of(s.subject.is_new ? &none : &s.subject.customization);
        result = edit(&s, &err);
    }
    if (result == OUTCOME_STORED)
        say_where_stored(&s);
    if (result != OUTCOME_DONE)
        cli_print_source_failure(&err, failure);
    rj_error_clear(&err);
    edit_subject_free(&s.subject);
    rj_buf_free(&s.text);
    return result == OUTCOME_DONE ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}
