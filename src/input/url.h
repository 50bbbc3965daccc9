/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INPUT_URL_H
#define RJ_INPUT_URL_H

/**
 * @file
 * Files behind http:// and https:// addresses: redirects followed, status 200 only, three attempts
 * on transport errors and 5xx. libcurl is loaded when the first address is fetched, so that a run
 * without one doesn't pay for it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

typedef struct rj_url_options {
    size_t max_bytes;            /**< largest body */
    uint32_t connect_timeout_ms; /**< for each attempt */
    uint32_t stall_timeout_ms;   /**< without a byte */
    uint32_t total_timeout_ms;   /**< for each attempt */
    uint32_t attempts;
    uint32_t retry_delay_ms;
} rj_url_options;

/** The reference's three attempts, one second apart; the time limits are ours. */
#define RJ_URL_OPTIONS_DEFAULT                                                                     \
    ((rj_url_options){.max_bytes = (size_t)256 << 20,                                              \
                      .connect_timeout_ms = 10000,                                                 \
                      .stall_timeout_ms = 15000,                                                   \
                      .total_timeout_ms = 300000,                                                  \
                      .attempts = 3,                                                               \
                      .retry_delay_ms = 1000})

/** True for what the reference takes for an address: http:// or https://, in lower case. */
bool rj_url_is(const char *text);

/**
 * Checks an address as Go's net/url does and appends it in the form that messages show
 * (re-escaped). Message on failure: parse "URL": reason.
 */
bool rj_url_normalise(const char *url, rj_buf *out, rj_error *err) RJ_MUST_USE;

/** What kept an address from being read; messages of the command differ by it. */
typedef enum rj_url_failure {
    RJ_URL_FAILURE_NONE,
    RJ_URL_FAILURE_REFUSED,   /**< nobody listens; the host and port are the error's path */
    RJ_URL_FAILURE_TRANSPORT, /**< no answer came */
    RJ_URL_FAILURE_STATUS,    /**< an answer with another status than 200 */
    RJ_URL_FAILURE_LOCAL      /**< this side: a limit, memory, no libcurl */
} rj_url_failure;

/** Appends the body of a normalised address to @p out, which is untouched on failure. */
bool rj_url_fetch(const char *url, const rj_url_options *options, rj_buf *out,
                  rj_url_failure *failure, rj_error *err) RJ_MUST_USE;

#endif
