/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_KUBE_NUMBER_TEXT_H
#define RJ_KUBE_NUMBER_TEXT_H

#include <stddef.h>

#include "rjinterp/number.h"
#include "rjinterp/value.h"

/** The JSON text of a number at @p out (RJ_DOUBLE_TEXT_BYTES); returns its length. */
size_t rj_number_text(const rj_value *number, char *out);

#endif
