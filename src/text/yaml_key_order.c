/* SPDX-License-Identifier: Apache-2.0 */
#include "text/yaml_key_order.h"

#include <stdint.h>
#include <string.h>

#include "base/unicode.h"
#include "rjinterp/utf8.h"

typedef struct key {
    const char *text;
    size_t bytes;
} key;

/* The character at i and, in *next, the offset after it. */
static uint32_t character_at(key k, size_t i, size_t *next) {
    uint32_t c = (unsigned char)k.text[i];
    bool valid;
    *next = i + (c < 0x80 ? 1 : rj_utf8_decode(k.text + i, k.bytes - i, &c, &valid));
    return c;
}

/* Start of the character that ends before end > 0. */
static size_t step_back(key k, size_t end) {
    size_t i = end - 1;
    while (i > 0 && ((unsigned char)k.text[i] & 0xC0) == 0x80)
        i--;
    return i;
}

static bool is_letter(uint32_t c) {
    if (c < 0x80)
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    return rj_unicode_is_letter(c);
}

static bool is_digit(uint32_t c) {
    return c < 0x80 ? c >= '0' && c <= '9' : rj_unicode_is_digit(c);
}

/* Whether the digits that end before end have one among them that isn't zero. */
static bool follows_number(key k, size_t end) {
    while (end > 0) {
        size_t next;
        end = step_back(k, end);
        uint32_t c = character_at(k, end, &next);
        if (!is_digit(c))
            return false;
        if (c != '0')
            return true;
    }
    return false;
}

/* The run of digits from i on. */
typedef struct digits {
    uint64_t number; /* wraps around */
    size_t count;
} digits;

static digits read_digits(key k, size_t i, uint64_t before) {
    digits d = {.number = before};
    while (i < k.bytes) {
        uint32_t c = character_at(k, i, &i);
        if (!is_digit(c))
            break;
        d.number = d.number * 10 + c - '0';
        d.count++;
    }
    return d;
}

/* Offset of the first character of a whose bytes aren't the same in b. */
static size_t common_prefix(key a, key b) {
    const size_t shorter = a.bytes < b.bytes ? a.bytes : b.bytes;
    size_t i = 0;
    while (i < shorter && a.text[i] == b.text[i])
        i++;
    if (i > 0 && i < shorter && (((unsigned char)a.text[i] | (unsigned char)b.text[i]) & 0x80))
        return step_back(a, i);
    return i;
}

/* Two keys whose first difference is at in_a and in_b; neither character there is a letter. */
static bool digits_before(key a, size_t in_a, key b, size_t in_b) {
    size_t next;
    const uint32_t ca = character_at(a, in_a, &next), cb = character_at(b, in_b, &next);
    const uint64_t before = (ca == '0' || cb == '0') && follows_number(a, in_a);
    const digits da = read_digits(a, in_a, before), db = read_digits(b, in_b, before);
    if (da.number != db.number)
        return (int64_t)da.number < (int64_t)db.number;
    if (da.count != db.count)
        return da.count < db.count;
    return ca < cb;
}

static bool key_before(key a, key b) {
    size_t in_a = common_prefix(a, b), in_b = in_a;
    while (in_a < a.bytes && in_b < b.bytes) {
        size_t after_a, after_b;
        const uint32_t ca = character_at(a, in_a, &after_a), cb = character_at(b, in_b, &after_b);
        if (ca != cb) {
            const bool letter_a = is_letter(ca), letter_b = is_letter(cb);
            if (letter_a && letter_b)
                return ca < cb;
            if (letter_a || letter_b)
                return letter_b;
            return digits_before(a, in_a, b, in_b);
        }
        in_a = after_a;
        in_b = after_b;
    }
    return in_a == a.bytes && in_b < b.bytes;
}

bool rj_yaml_key_before(const rj_member *a, const rj_member *b) {
    return key_before((key){a->key, a->key_bytes}, (key){b->key, b->key_bytes});
}

bool rj_yaml_keys_in_order(const rj_member *members, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (rj_yaml_key_before(&members[i], &members[i - 1]))
            return false;
    return true;
}

static void insertion_sort(const rj_member **members, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const rj_member *moving = members[i];
        size_t j = i;
        for (; j > 0 && rj_yaml_key_before(moving, members[j - 1]); j--)
            members[j] = members[j - 1];
        members[j] = moving;
    }
}

/* Merges the sorted runs of left and of count - left members. */
static void merge(const rj_member **members, const rj_member **scratch, size_t left, size_t count) {
    memcpy(scratch, members, left * sizeof(const rj_member *));
    size_t i = 0, j = left, k = 0;
    while (i < left && j < count)
        members[k++] = rj_yaml_key_before(members[j], scratch[i]) ? members[j++] : scratch[i++];
    while (i < left)
        members[k++] = scratch[i++];
}

void rj_yaml_sort_keys(const rj_member **members, const rj_member **scratch, size_t count) {
    enum {
        FEW = 16
    };
    if (count <= FEW) {
        insertion_sort(members, count);
        return;
    }
    const size_t left = count / 2;
    rj_yaml_sort_keys(members, scratch, left);
    rj_yaml_sort_keys(members + left, scratch, count - left);
    merge(members, scratch, left, count);
}
