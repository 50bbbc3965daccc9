/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_YAML_STYLE_H
#define RJ_TEXT_YAML_STYLE_H

/**
 * @file
 * Styles of scalars in libyaml's terms and in ours.
 */

#include <yaml.h>

#include "rjinterp/value.h"

static inline rj_style rj_yaml_style_of(yaml_scalar_style_t style) {
    switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
        return RJ_STYLE_SINGLE;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
        return RJ_STYLE_DOUBLE;
    case YAML_LITERAL_SCALAR_STYLE:
        return RJ_STYLE_LITERAL;
    case YAML_FOLDED_SCALAR_STYLE:
        return RJ_STYLE_FOLDED;
    default:
        return RJ_STYLE_PLAIN;
    }
}

#endif
