/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

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
