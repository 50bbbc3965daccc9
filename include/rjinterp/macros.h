/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_MACROS_H
#define RJINTERP_MACROS_H

/**
 * @file
 * Attributes used by the public headers.
 */

/** The caller has to look at the result. */
#define RJ_MUST_USE __attribute__((warn_unused_result))

/** A printf-like function: @p fmt is the position of the format, @p args of the first argument. */
#define RJ_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

/** Part of the installed interface; everything else stays hidden in a shared build. */
#define RJ_API __attribute__((visibility("default")))

#endif
