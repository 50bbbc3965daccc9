/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_CMOCKA_ALL_H
#define RJ_TESTS_CMOCKA_ALL_H

/* cmocka.h needs these first, in any order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
