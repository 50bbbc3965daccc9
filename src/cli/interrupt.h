/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_INTERRUPT_H
#define RJ_CLI_INTERRUPT_H

/**
 * @file
 * SIGINT, SIGTERM and SIGHUP as a question that a long run asks now and then. A second signal ends
 * the program at once.
 */

#include <stdbool.h>

/** From now on the first such signal is only noted. */
void cli_interrupt_watch(void);

bool cli_interrupted(void);

/** Ends the program by the signal that came, as if it had never been caught. Returns if none came.
 */
void cli_interrupt_finish(void);

/**
 * From now on Ctrl-C ends the program at once with @p status. To be called again with another one;
 * not together with cli_interrupt_watch().
 */
void cli_interrupt_exits(int status);

#endif
