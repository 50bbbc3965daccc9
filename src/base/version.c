/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/version.h"

const char *rj_version(void) {
    return RJ_VERSION;
}
