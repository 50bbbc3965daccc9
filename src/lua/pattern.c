/* SPDX-License-Identifier: Apache-2.0 */
#include "lua/pattern.h"

#include <stdio.h>
#include <string.h>

/* ---- the compiled form ---- */

typedef enum item_kind {
    ITEM_CHAR,   /* the byte `byte` */
    ITEM_ANY,    /* . */
    ITEM_CLASS,  /* %byte */
    ITEM_SET,    /* sets[value] */
    ITEM_NEVER,  /* a lone % at the end */
    ITEM_OPEN,   /* start of capture `value` */
    ITEM_CLOSE,  /* its end */
    ITEM_HERE,   /* position capture `value` */
    ITEM_PAIR,   /* %b: from `byte` to the balancing `value` */
    ITEM_REPEAT, /* %1: the text of capture `value` again */
    ITEM_REPEAT_HERE,
    ITEM_REPEAT_OPEN, /* the capture it stands in, when another one has begun since */
    ITEM_REPEAT_BAD,  /* a capture that doesn't exist (yet) */
    ITEM_END,         /* $ */
    ITEM_DONE
} item_kind;

typedef enum quantifier {
    ONCE = 0,
    STAR = '*',
    PLUS = '+',
    MINUS = '-',
    OPTION = '?'
} quantifier;

typedef struct item {
    uint8_t kind, quantifier, byte;
    uint32_t value;
    uint32_t outer; /* ITEM_OPEN while it is open: the enclosing one's index + 1 */
} item;

typedef struct byte_set {
    uint32_t bits[8];
} byte_set;

/* A repeated item on the path that is being tried: where its run may end instead. */
typedef struct frame {
    size_t low, at; /* greedy: at shrinks to low; lazy: at grows, low is unused */
    uint32_t item;
} frame;

struct rj_pattern {
    item *items;
    byte_set *sets;
    rj_pattern_capture *captures;
    frame *frames;
    uint32_t capture_count;
    bool anchored, fallible;
    int first_byte; /* every match starts with it; -1: can't tell */
};

/* ---- classes ---- */

static bool in_range(unsigned char c, char first, char last) {
    return c >= (unsigned char)first && c <= (unsigned char)last;
}

static bool is_alpha(unsigned char c) {
    return in_range(c, 'A', 'Z') || in_range(c, 'a', 'z');
}

static bool is_digit(unsigned char c) {
    return in_range(c, '0', '9');
}

static bool is_punctuation(unsigned char c) {
    return c > ' ' && c < 0x7F && !is_alpha(c) && !is_digit(c);
}

/* Whether %NAME, in lower case, holds for c. */
static bool class_holds(char name, unsigned char c) {
    switch (name) {
    case 'a':
        return is_alpha(c);
    case 'c':
        return c < ' ' || c == 0x7F;
    case 'd':
        return is_digit(c);
    case 'l':
        return in_range(c, 'a', 'z');
    case 'p':
        return is_punctuation(c);
    case 's':
        return c == ' ' || in_range(c, '\t', '\r');
    case 'u':
        return in_range(c, 'A', 'Z');
    case 'w':
        return is_alpha(c) || is_digit(c);
    case 'x':
        return is_digit(c) || in_range(c, 'A', 'F') || in_range(c, 'a', 'f');
    default: /* z */
        return c == 0;
    }
}

static bool is_class_name(unsigned char c) {
    return is_alpha(c) && strchr("acdlpsuwxz", c | 0x20) != NULL;
}

static bool class_matches(unsigned char name, unsigned char c) {
    bool holds = class_holds((char)(name | 0x20), c);
    return name & 0x20 ? holds : !holds;
}

static bool set_has(const byte_set *set, unsigned char c) {
    return set->bits[c >> 5] >> (c & 31) & 1;
}

static void set_add(byte_set *set, unsigned char c) {
    set->bits[c >> 5] |= 1u << (c & 31);
}

/* ---- reading a pattern ---- */

enum {
    REFERENCES = 9 /* %1 … %9 */
};

/* The same reader runs twice: first without a program, to count. */
typedef struct reader {
    const unsigned char *text;
    size_t bytes, at;
    rj_pattern *program; /* NULL: only count */
    rj_pattern_shape shape;
    bool repeatable; /* the newest item */
    uint32_t depth;  /* of open captures */
    uint32_t open;   /* the innermost one's item index + 1 */
    bool closed[REFERENCES + 1], here[REFERENCES + 1];
    rj_pattern_error *error;
} reader;

static bool fail_at(reader *r, const char *what, size_t position) {
    snprintf(r->error->text, sizeof r->error->text, "%s at %zu", what, position);
    r->error->bare = false;
    return false;
}

static bool fail_at_end(reader *r, const char *what) {
    snprintf(r->error->text, sizeof r->error->text, "%s at EOS", what);
    r->error->bare = false;
    return false;
}

static void add(reader *r, item new_item, bool repeatable) {
    r->repeatable = repeatable;
    if (r->program)
        r->program->items[r->shape.items] = new_item;
    r->shape.items++;
}

static void add_byte(reader *r, unsigned char c) {
    add(r, (item){.kind = ITEM_CHAR, .byte = c}, true);
}

/* ---- sets ---- */

/* The newest member of a set: a following "-" may still make it the start of a range. */
typedef struct member {
    enum {
        MEMBER_NONE,
        MEMBER_BYTE,
        MEMBER_CLASS,
        MEMBER_RANGE, /* byte … last */
        MEMBER_NEVER
    } kind;
    unsigned char byte, last;
} member;

static void add_member(byte_set *set, member m) {
    if (!set)
        return;
    switch (m.kind) {
    case MEMBER_BYTE:
        set_add(set, m.byte);
        break;
    case MEMBER_RANGE:
        for (unsigned c = m.byte; c <= m.last; c++)
            set_add(set, (unsigned char)c);
        break;
    case MEMBER_CLASS:
        for (unsigned c = 0; c < 256; c++)
            if (class_matches(m.byte, (unsigned char)c))
                set_add(set, (unsigned char)c);
        break;
    default:
        break;
    }
}

/* Reads one member that isn't the set's end. What is escaped counts as a class, so that it can't
 * end a range. */
static member read_member(reader *r, bool *escaped) {
    unsigned char c = r->text[r->at++];
    *escaped = c == '%';
    if (c != '%')
        return (member){.kind = MEMBER_BYTE, .byte = c};
    if (r->at == r->bytes)
        return (member){.kind = MEMBER_NEVER};
    c = r->text[r->at++];
    return (member){.kind = is_class_name(c) ? MEMBER_CLASS : MEMBER_BYTE, .byte = c};
}

static bool read_set(reader *r) {
    byte_set *set = r->program ? &r->program->sets[r->shape.sets] : NULL;
    if (set)
        *set = (byte_set){{0}};
    r->at++;
    bool negated = r->at < r->bytes && r->text[r->at] == '^';
    r->at += negated;
    member last = {.kind = MEMBER_NONE};
    bool last_escaped = false, range = false, lone_escape = false;
    while (r->at < r->bytes) {
        unsigned char c = r->text[r->at];
        bool first = last.kind == MEMBER_NONE;
        if (c == ']' && !first)
            break;
        if (c == '-' && !first) {
            range = true;
            r->at++;
            continue;
        }
        bool escaped;
        lone_escape = c == '%' && r->at + 1 == r->bytes;
        member next = read_member(r, &escaped);
        if (range && last.kind == MEMBER_BYTE && next.kind == MEMBER_BYTE && !last_escaped &&
            !escaped)
            next = (member){.kind = MEMBER_RANGE, .byte = last.byte, .last = next.byte};
        else if (range)
            next = (member){.kind = MEMBER_NEVER}; /* takes both ends with it */
        else
            add_member(set, last);
        last = next;
        last_escaped = escaped;
        range = false;
    }
    if (r->at == r->bytes)
        return lone_escape ? fail_at_end(r, "unexpected EOS")
                           : fail_at(r, "unexpected EOS", r->bytes - 1);
    r->at++;
    add_member(set, last);
    if (range)
        add_member(set, (member){.kind = MEMBER_BYTE, .byte = '-'});
    for (size_t i = 0; set && negated && i < 8; i++)
        set->bits[i] = ~set->bits[i];
    add(r, (item){.kind = ITEM_SET, .value = r->shape.sets++}, true);
    return true;
}

/* ---- captures ---- */

static void read_open(reader *r) {
    r->at++;
    uint32_t number = ++r->shape.captures;
    if (r->at < r->bytes && r->text[r->at] == ')') {
        r->at++;
        if (number <= REFERENCES)
            r->here[number] = r->closed[number] = true;
        add(r, (item){.kind = ITEM_HERE, .value = number}, false);
        return;
    }
    uint32_t outer = r->open;
    r->depth++;
    r->open = r->shape.items + 1;
    add(r, (item){.kind = ITEM_OPEN, .value = number, .outer = outer}, false);
}

static bool read_close(reader *r) {
    if (r->depth == 0)
        return fail_at(r, "invalid ')'", r->at ? r->at - 1 : 0);
    r->at++;
    r->depth--;
    uint32_t number = 0;
    if (r->program) {
        const item *open = &r->program->items[r->open - 1];
        number = open->value;
        r->open = open->outer;
        if (number <= REFERENCES)
            r->closed[number] = true;
    }
    add(r, (item){.kind = ITEM_CLOSE, .value = number}, false);
    return true;
}

/* %1 … %9. Production looks at what has been noted so far when the matcher comes there, which
 * comes to these cases. */
static void read_reference(reader *r, uint32_t number) {
    item_kind kind = ITEM_REPEAT_BAD;
    if (number <= r->shape.captures) {
        if (r->closed[number])
            kind = r->here[number] ? ITEM_REPEAT_HERE : ITEM_REPEAT;
        else if (number < r->shape.captures)
            kind = ITEM_REPEAT_OPEN;
    }
    if (r->program && kind != ITEM_REPEAT)
        r->program->fallible = true;
    r->at += 2;
    add(r, (item){.kind = (uint8_t)kind, .value = number}, false);
}

/* ---- items ---- */

static bool read_escape(reader *r) {
    if (r->at + 1 == r->bytes) {
        r->at++;
        add(r, (item){.kind = ITEM_NEVER}, true);
        return true;
    }
    unsigned char c = r->text[r->at + 1];
    if (c == '0')
        return fail_at(r, "invalid capture index", r->at);
    if (is_digit(c)) {
        read_reference(r, c - (uint32_t)'0');
        return true;
    }
    if (c == 'b') {
        bool complete = r->at + 3 < r->bytes;
        if (complete)
            add(r,
                (item){.kind = ITEM_PAIR, .byte = r->text[r->at + 2], .value = r->text[r->at + 3]},
                false);
        else
            add(r, (item){.kind = ITEM_NEVER}, false);
        r->at = complete ? r->at + 4 : r->bytes;
        return true;
    }
    r->at += 2;
    if (is_class_name(c))
        add(r, (item){.kind = ITEM_CLASS, .byte = c}, true);
    else
        add_byte(r, c);
    return true;
}

static void read_quantifier(reader *r) {
    unsigned char c = r->text[r->at++];
    if (!r->repeatable) {
        add_byte(r, c);
        return;
    }
    r->repeatable = false;
    r->shape.repeats++;
    if (r->program)
        r->program->items[r->shape.items - 1].quantifier = c;
}

static bool read_item(reader *r) {
    unsigned char c = r->text[r->at];
    switch (c) {
    case '%':
        return read_escape(r);
    case '[':
        return read_set(r);
    case '(':
        read_open(r);
        return true;
    case ')':
        return read_close(r);
    case '*':
    case '+':
    case '-':
    case '?':
        read_quantifier(r);
        return true;
    case '.':
        r->at++;
        add(r, (item){.kind = ITEM_ANY}, true);
        return true;
    case '$':
        r->at++;
        if (r->depth == 0 && r->at == r->bytes)
            add(r, (item){.kind = ITEM_END}, false);
        else
            add_byte(r, c);
        return true;
    default:
        r->at++;
        add_byte(r, c);
        return true;
    }
}

static bool read_pattern(reader *r) {
    r->at = r->bytes > 0 && r->text[0] == '^';
    while (r->at < r->bytes)
        if (!read_item(r))
            return false;
    if (r->depth > 0)
        return fail_at_end(r, "unfinished capture");
    add(r, (item){.kind = ITEM_DONE}, false);
    return true;
}

bool rj_pattern_scan(const char *text, size_t bytes, rj_pattern_shape *shape,
                     rj_pattern_error *error) {
    if (bytes > RJ_PATTERN_MAX_BYTES) {
        snprintf(error->text, sizeof error->text, "pattern too long");
        error->bare = false;
        return false;
    }
    reader r = {.text = (const unsigned char *)text, .bytes = bytes, .error = error};
    if (!read_pattern(&r))
        return false;
    *shape = r.shape;
    return true;
}

/* ---- memory: header, captures, frames, sets, items, in this order of alignment ---- */

static size_t captures_offset(void) {
    return (sizeof(rj_pattern) + 15) / 16 * 16;
}

static size_t frames_offset(const rj_pattern_shape *shape) {
    return captures_offset() + (shape->captures + (size_t)1) * sizeof(rj_pattern_capture);
}

static size_t sets_offset(const rj_pattern_shape *shape) {
    return frames_offset(shape) + shape->repeats * sizeof(frame);
}

static size_t items_offset(const rj_pattern_shape *shape) {
    return sets_offset(shape) + shape->sets * sizeof(byte_set);
}

size_t rj_pattern_memory_bytes(const rj_pattern_shape *shape) {
    return items_offset(shape) + shape->items * sizeof(item);
}

/* The byte that any match starts with: spares trying the places where it can't. */
static int first_byte(const rj_pattern *p) {
    const item *it = p->items;
    while (it->kind == ITEM_OPEN || it->kind == ITEM_HERE)
        it++;
    bool needed = it->quantifier == ONCE || it->quantifier == PLUS;
    return it->kind == ITEM_CHAR && needed ? it->byte : -1;
}

rj_pattern *rj_pattern_compile(const char *text, size_t bytes, const rj_pattern_shape *shape,
                               void *memory) {
    char *base = memory;
    rj_pattern *p = memory;
    *p = (rj_pattern){
        .items = (item *)(void *)(base + items_offset(shape)),
        .sets = (byte_set *)(void *)(base + sets_offset(shape)),
        .captures = (rj_pattern_capture *)(void *)(base + captures_offset()),
        .frames = (frame *)(void *)(base + frames_offset(shape)),
        .capture_count = shape->captures,
        .anchored = bytes > 0 && text[0] == '^',
    };
    rj_pattern_error none;
    reader r = {.text = (const unsigned char *)text, .bytes = bytes, .program = p, .error = &none};
    if (!read_pattern(&r)) /* it passed the scan */
        return NULL;
    p->first_byte = first_byte(p);
    return p;
}

/* ---- matching ---- */

enum {
    SPEND_STEPS = 4096 /* between two calls of the budget */
};

typedef struct matcher {
    rj_pattern *p;
    const unsigned char *subject;
    size_t bytes;
    size_t depth; /* frames in use */
    const item *it;
    size_t at;
    long steps; /* not yet reported */
    const rj_pattern_budget *budget;
    rj_pattern_error *error;
} matcher;

typedef enum step {
    STEP_ON,   /* the item matched */
    STEP_BACK, /* it didn't */
    STEP_DONE,
    STEP_FAILED
} step;

static bool spend(matcher *m, size_t steps) {
    m->steps += (long)steps;
    if (m->steps < SPEND_STEPS)
        return true;
    long done = m->steps;
    m->steps = 0;
    return !m->budget || m->budget->spend(m->budget->ctx, done);
}

static bool single_matches(const matcher *m, const item *it, size_t at) {
    if (at >= m->bytes)
        return false;
    unsigned char c = m->subject[at];
    switch (it->kind) {
    case ITEM_CHAR:
        return c == it->byte;
    case ITEM_ANY:
        return true;
    case ITEM_CLASS:
        return class_matches(it->byte, c);
    case ITEM_SET:
        return set_has(&m->p->sets[it->value], c);
    default:
        return false;
    }
}

static void push_frame(matcher *m, size_t low, size_t at) {
    m->p->frames[m->depth++] =
        (frame){.item = (uint32_t)(m->it - m->p->items), .low = low, .at = at};
}

/* A repeated item: takes what it prefers and remembers the other ways. */
static step step_repeat(matcher *m) {
    const item *it = m->it;
    if (it->quantifier == MINUS) {
        push_frame(m, 0, m->at);
        return STEP_ON;
    }
    size_t low = m->at + (it->quantifier == PLUS), end = m->at;
    if (it->quantifier == OPTION)
        end += single_matches(m, it, end);
    else
        while (single_matches(m, it, end))
            end++;
    m->steps += (long)((end - m->at) / 4);
    if (end < low)
        return STEP_BACK;
    if (end > low)
        push_frame(m, low, end);
    m->at = end;
    return STEP_ON;
}

static step step_pair(matcher *m) {
    if (m->at >= m->bytes || m->subject[m->at] != m->it->byte)
        return STEP_BACK;
    size_t open = 1;
    for (size_t i = m->at + 1; i < m->bytes; i++) {
        if (m->subject[i] == m->it->value) {
            if (--open == 0) {
                m->steps += (long)((i - m->at) / 4);
                m->at = i + 1;
                return STEP_ON;
            }
        } else if (m->subject[i] == m->it->byte) {
            open++;
        }
    }
    m->steps += (long)((m->bytes - m->at) / 4);
    return STEP_BACK;
}

/* Production slices the subject with what it has noted so far, and Go refuses the slice. */
static step fail_slice(matcher *m, const char *bounds) {
    snprintf(m->error->text, sizeof m->error->text, "runtime error: slice bounds out of range %s",
             bounds);
    m->error->bare = true;
    return STEP_FAILED;
}

static step step_reference(matcher *m) {
    const rj_pattern_capture *c = &m->p->captures[m->it->value];
    char bounds[64];
    switch (m->it->kind) {
    case ITEM_REPEAT: {
        size_t length = c->end - c->start;
        if (length > m->bytes - m->at ||
            memcmp(m->subject + c->start, m->subject + m->at, length) != 0)
            return STEP_BACK;
        m->steps += (long)(length / 16);
        m->at += length;
        return STEP_ON;
    }
    case ITEM_REPEAT_HERE: /* empty, at the offset that scripts count from 1 */
        if (c->start < m->bytes)
            return STEP_ON;
        snprintf(bounds, sizeof bounds, "[:%zu] with capacity %zu", c->start + 1, m->bytes);
        return fail_slice(m, bounds);
    case ITEM_REPEAT_OPEN: /* its end is still noted as 0 */
        if (c->start == 0)
            return STEP_ON;
        snprintf(bounds, sizeof bounds, "[%zu:0]", c->start);
        return fail_slice(m, bounds);
    default:
        snprintf(m->error->text, sizeof m->error->text, "invalid capture index");
        m->error->bare = false;
        return STEP_FAILED;
    }
}

static step step_item(matcher *m) {
    const item *it = m->it;
    rj_pattern_capture *c = m->p->captures;
    switch (it->kind) {
    case ITEM_OPEN:
        c[it->value] = (rj_pattern_capture){.start = m->at};
        return STEP_ON;
    case ITEM_CLOSE:
        c[it->value].end = m->at;
        return STEP_ON;
    case ITEM_HERE:
        c[it->value] = (rj_pattern_capture){.start = m->at, .end = m->at, .is_position = true};
        return STEP_ON;
    case ITEM_PAIR:
        return step_pair(m);
    case ITEM_REPEAT:
    case ITEM_REPEAT_HERE:
    case ITEM_REPEAT_OPEN:
    case ITEM_REPEAT_BAD:
        return step_reference(m);
    case ITEM_END:
        return m->at == m->bytes ? STEP_ON : STEP_BACK;
    case ITEM_DONE:
        return STEP_DONE;
    default:
        if (it->quantifier != ONCE)
            return step_repeat(m);
        if (!single_matches(m, it, m->at))
            return STEP_BACK;
        m->at++;
        return STEP_ON;
    }
}

/* Goes back to the newest frame that has another way to offer. */
static bool step_back(matcher *m) {
    while (m->depth > 0) {
        frame *f = &m->p->frames[m->depth - 1];
        const item *it = &m->p->items[f->item];
        if (it->quantifier != MINUS) {
            m->at = --f->at;
            if (f->at == f->low)
                m->depth--;
        } else if (single_matches(m, it, f->at)) {
            m->at = ++f->at;
        } else {
            m->depth--;
            continue;
        }
        m->it = it + 1;
        return true;
    }
    return false;
}

/* Tries a match that starts at m->at. Captures need no undoing: each is noted anew on any path that
 * comes to read it. */
static rj_pattern_outcome match_here(matcher *m) {
    m->it = m->p->items;
    m->depth = 0;
    for (;;) {
        if (!spend(m, 1))
            return RJ_PATTERN_STOPPED;
        switch (step_item(m)) {
        case STEP_ON:
            m->it++;
            break;
        case STEP_BACK:
            if (!step_back(m))
                return RJ_PATTERN_NONE;
            break;
        case STEP_DONE:
            return RJ_PATTERN_FOUND;
        case STEP_FAILED:
            return RJ_PATTERN_FAILED;
        }
    }
}

rj_pattern_outcome rj_pattern_find(rj_pattern *p, const char *subject, size_t bytes, size_t from,
                                   const rj_pattern_budget *budget, rj_pattern_error *error) {
    matcher m = {.p = p,
                 .subject = (const unsigned char *)subject,
                 .bytes = bytes,
                 .budget = budget,
                 .error = error};
    for (size_t start = from; start <= bytes; start++) {
        if (p->first_byte >= 0 && !p->anchored) {
            const void *next =
                start < bytes ? memchr(subject + start, p->first_byte, bytes - start) : NULL;
            if (!next)
                break;
            m.steps += (long)(((const char *)next - subject - (ptrdiff_t)start) / 32);
            start = (size_t)((const char *)next - subject);
        }
        m.at = start;
        rj_pattern_outcome outcome = match_here(&m);
        if (outcome == RJ_PATTERN_FOUND)
            p->captures[0] = (rj_pattern_capture){.start = start, .end = m.at};
        if (outcome != RJ_PATTERN_NONE)
            return outcome;
        if (p->anchored)
            break;
    }
    return RJ_PATTERN_NONE;
}

size_t rj_pattern_captures(const rj_pattern *p) {
    return p->capture_count;
}

rj_pattern_capture rj_pattern_capture_at(const rj_pattern *p, size_t i) {
    return p->captures[i];
}

bool rj_pattern_is_anchored(const rj_pattern *p) {
    return p->anchored;
}

bool rj_pattern_is_fallible(const rj_pattern *p) {
    return p->fallible;
}
