/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

/* A handler has no other way to tell. */
static volatile sig_atomic_t caught;

static void note(int signal_number) {
    caught = signal_number;
}

void cli_interrupt_watch(void) {
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old;
        /* Who starts a program with the signal ignored (nohup) wants it to be. */
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

bool cli_interrupted(void) {
    return caught != 0;
}

void cli_interrupt_finish(void) {
    if (!caught)
        return;
    signal(caught, SIG_DFL);
    raise(caught);
}

/* ---- programs that run until they are told to end ---- */

static volatile sig_atomic_t exit_status;

static void leave(int signal_number) {
    (void)signal_number;
    _exit(exit_status);
}

void cli_interrupt_exits(int status) {
    struct sigaction action = {.sa_handler = leave}, old;
    sigemptyset(&action.sa_mask);
    exit_status = status;
    if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
}
