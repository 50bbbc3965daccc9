/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_KUBE_GO_TIME_H
#define RJ_KUBE_GO_TIME_H

/**
 * @file
 * Times of Kubernetes objects: RFC 3339 as Go's time package reads it, with its error texts.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/error.h"
#include "rjinterp/macros.h"

enum {
    RJ_GO_TIME_BYTES = 32
};

/**
 * Reads @p text and writes it to @p out (RJ_GO_TIME_BYTES) as Kubernetes prints it: in UTC, whole
 * seconds. "" for the zero time (year 1), which counts as no time at all.
 */
bool rj_go_time_canonical(const char *text, size_t bytes, char *out, rj_error *err) RJ_MUST_USE;

#endif
