/* SPDX-License-Identifier: Apache-2.0 */
/* The string library as scripts see it: lib_string.c in a state. */
#include "lua_runs.h"

#include <stdlib.h>
#include <time.h>

/* Number of results, then each of them, strings in quotes. */
static const char prelude[] = "local function show(...)\n"
                              "  local out = select('#', ...) .. ':'\n"
                              "  for i = 1, select('#', ...) do\n"
                              "    local v = select(i, ...)\n"
                              "    if type(v) == 'string' then v = \"'\" .. v .. \"'\" end\n"
                              "    out = out .. (i > 1 and ',' or '') .. tostring(v)\n"
                              "  end\n"
                              "  return out\n"
                              "end\n"
                              "local function many(text, doublings)\n"
                              "  for _ = 1, doublings do text = text .. text end\n"
                              "  return text\n"
                              "end\n";

/* Runs F of a script in a state of its own: its text, or the error. */
static bool run(const char *script, const rj_limits *limits, rj_buf *out, rj_error *err) {
    lua_runs r;
    runs_open(&r, limits);
    rj_buf_reset(out);
    bool ok = runs_script(&r, script, NULL, 0, 1);
    if (ok) {
        size_t bytes;
        const char *text = rj_lua_result_text(r.lua, 0, &bytes);
        rj_buf_append(out, text, bytes);
    }
    rj_error_move(err, &r.err);
    runs_close(&r);
    return ok;
}

typedef struct row {
    const char *body, *expected;
} row;

/* Each body ends in a return; its results under pcall. "@" in the expectation stands for the
 * position in the script. */
static void check_rows(const row *rows, size_t count) {
    rj_buf script = RJ_BUF_INIT, out = RJ_BUF_INIT, got = RJ_BUF_INIT;
    for (size_t i = 0; i < count; i++) {
        rj_error err = RJ_ERROR_INIT;
        rj_buf_reset(&script);
        rj_buf_puts(&script, prelude);
        rj_buf_printf(&script, "function F() return show(pcall(function()\n%s\nend)) end\n",
                      rows[i].body);
        if (!run(rj_buf_text(&script), NULL, &out, &err))
            fail_msg("%s: %s", rows[i].body, err.message);
        rj_buf_reset(&got);
        const char *text = rj_buf_text(&out), *at = strstr(text, "<string>:");
        if (at) {
            rj_buf_append(&got, text, (size_t)(at - text));
            rj_buf_puts(&got, "@");
            at += strlen("<string>:");
            text = at + strspn(at, "0123456789");
        }
        rj_buf_puts(&got, text);
        if (strcmp(rj_buf_text(&got), rows[i].expected) != 0)
            fail_msg("%s: expected %s, got %s", rows[i].body, rows[i].expected, rj_buf_text(&got));
    }
    rj_buf_free(&script);
    rj_buf_free(&out);
    rj_buf_free(&got);
}

#define CHECK(rows) check_rows(rows, sizeof(rows) / sizeof((rows)[0]))

/* lua-env.jsonl, str-*, byte-*; spec section 4, first lines. */
static void takes_strings_apart(void **state) {
    (void)state;
    static const row rows[] = {
        {"return string.byte('A')", "2:true,65"},
        {"return string.byte('ABC')", "4:true,65,66,67"},
        {"return string.byte('ABC', 2)", "2:true,66"},
        {"return string.byte('ABC', -1)", "2:true,67"},
        {"return string.byte('ABC', -3)", "2:true,65"},
        {"return string.byte('ABC', -4)", "1:true"},
        {"return string.byte('ABC', 0)", "1:true"},
        {"return string.byte('ABC', 4)", "1:true"},
        {"return string.byte('ABC', nil)", "2:true,65"},
        {"return string.byte('')", "1:true"},
        {"return string.byte('ABC', -2, -1)", "3:true,66,67"},
        {"return string.byte('ABC', 1, -1)", "4:true,65,66,67"},
        {"return string.byte('ABC', 1, 99)", "4:true,65,66,67"},
        {"return string.byte('ABC', -9, 2)", "3:true,65,66"},
        {"return string.byte('ABC', 3, 1)", "1:true"},
        {"return string.byte('ABC', 2.9)", "2:true,66"},
        {"return string.byte(65)", "3:true,54,53"},
        {"return string.byte('ABC', '2')",
         "2:false,'@: bad argument #2 to byte (number expected, got string)'"},
        {"return string.char()", "2:true,''"},
        {"return string.char(65.9, 321, -191)", "2:true,'AAA'"},
        {"return #string.char(0, 255)", "2:true,2"},
        {"return string.char('65')",
         "2:false,'@: bad argument #1 to char (number expected, got string)'"},
        {"return string.len(123), ('abc'):len()", "3:true,3,3"},
        {"return string.reverse('abc'), string.reverse(''), string.reverse(123)",
         "4:true,'cba','','321'"},
        {"return string.sub('hello', 2)", "2:true,'ello'"},
        {"return string.sub('hello', -3, -2)", "2:true,'ll'"},
        {"return string.sub('hello', 0)", "2:true,'hello'"},
        {"return string.sub('hello', 0, 0)", "2:true,''"},
        {"return string.sub('hello', 10)", "2:true,''"},
        {"return string.sub('hello', 3, 2)", "2:true,''"},
        {"return string.sub('hello', -99, 99)", "2:true,'hello'"},
        {"return string.sub('hello', 1, -99)", "2:true,''"},
        {"return string.sub('hello', 1.9, 3.9)", "2:true,'hel'"},
        {"return string.sub('hello', 2, nil)", "2:true,'ello'"},
        {"return string.sub('', 1, 1)", "2:true,''"},
        {"return string.sub('hello', '2')",
         "2:false,'@: bad argument #2 to sub (number expected, got string)'"},
        {"return string.sub('hello')",
         "2:false,'@: bad argument #2 to sub (number expected, got nil)'"},
        {"return string.sub({}, 1)",
         "2:false,'@: bad argument #1 to sub (string expected, got table)'"},
    };
    CHECK(rows);
}

/* lua-env.jsonl: str-024 … str-028, str-upper-*; spec: EF BF BD for what isn't UTF-8. */
static void maps_case(void **state) {
    (void)state;
    static const row rows[] = {
        {"return string.upper('abcXYZ1'), string.lower('ABC-z')", "3:true,'ABCXYZ1','abc-z'"},
        {"return string.lower('\xC3\x89')", "2:true,'\xC3\xA9'"},
        {"return string.upper('stra\xC3\x9F"
         "e')",
         "2:true,'STRA\xC3\x9F"
         "E'"},
        {"return string.upper('\xCF\x89\xD1\x8F')", "2:true,'\xCE\xA9\xD0\xAF'"},
        {"return string.byte(string.upper('a\\255b'))", "6:true,65,239,191,189,66"},
        {"return string.byte(string.lower('\\226\\130'))", "7:true,239,191,189,239,191,189"},
        {"return string.upper(5)", "2:true,'5'"},
    };
    CHECK(rows);
}

/* lua-env.jsonl: str-050 … str-072, find-*; spec section 4, find. */
static void finds(void **state) {
    (void)state;
    static const row rows[] = {
        {"return string.find('hello', 'l')", "3:true,3,3"},
        {"return string.find('hello', 'l', -2)", "3:true,4,4"},
        {"return string.find('hello', 'l', 0)", "3:true,3,3"},
        {"return string.find('hello', '')", "3:true,1,0"},
        {"return string.find('hello', '', 10)", "3:true,1,0"},
        {"return string.find('hello', '', 10, true)", "3:true,1,0"},
        {"return string.find('a.b', '.', 1, true)", "3:true,2,2"},
        {"return string.find('a.b', 'z', 1, true)", "2:true,nil"},
        {"return string.find('abc', 'b', nil, true)", "3:true,2,2"},
        {"return string.find('a.b', '.', 1, false)", "3:true,1,1"},
        {"return string.find('a.b', '.', 1, nil)", "3:true,1,1"},
        {"return string.find('a.b', '.b', 1, 0)", "3:true,2,3"},
        /* five arguments: the fourth is not looked at */
        {"return string.find('a.b', '.', 1, true, 1)", "3:true,1,1"},
        {"return string.find('a.b', 'b', 10)", "2:true,nil"},
        {"return string.find('a.b', '.', 4, true)", "2:true,nil"},
        {"return string.find('a.b', '.', 10, true)",
         "2:false,'runtime error: slice bounds out of range [9:3]'"},
        {"return string.find('hello', '()ll()')", "5:true,3,4,3,5"},
        {"return string.find('k: v', '(%w+): (%w+)')", "5:true,1,4,'k','v'"},
        {"return string.find('abc', 'a', -10)", "3:true,1,1"},
        {"return string.find(1234, 23)", "3:true,2,3"},
        {"return string.find('abc', 'b', '1')",
         "2:false,'@: bad argument #3 to find (number expected, got string)'"},
        {"return string.find('abc')",
         "2:false,'@: bad argument #2 to find (string expected, got nil)'"},
        {"return string.find('abc', '[')", "2:false,'@: unexpected EOS at 0'"},
    };
    CHECK(rows);
}

/* lua-env.jsonl: str-075 … str-127, match-*. */
static void matches(void **state) {
    (void)state;
    static const row rows[] = {
        {"return string.match('key=value', '(%w+)=(%w+)')", "3:true,'key','value'"},
        {"return string.match('hello', 'l+')", "2:true,'ll'"},
        {"return string.match('hello', 'h', 2)", "1:true"},
        {"return string.match('abc', '')", "2:true,''"},
        {"return string.match('abc', '', 4)", "2:true,''"},
        {"return string.match('abc', '', 10)", "1:true"},
        {"return string.match('abc', '.', -1)", "2:true,'c'"},
        {"return string.match('abc', '.', -10)", "2:true,'a'"},
        {"return string.match('abc', '()b()')", "3:true,2,3"},
        {"return string.match('a\\0b', 'a%zb') ~= nil", "2:true,true"},
        {"return string.match('caf\\195\\169', '[\\128-\\255]+') ~= nil", "2:true,true"},
        {"return (string.match('a', 'b'))", "2:true,nil"},
        {"return tostring(string.match('a', 'b'))",
         "2:false,'@: bad argument #1 to tostring (value expected)'"},
        {"local x = string.match('a', 'b') return x", "2:true,nil"},
        {"return #{string.match('a', 'b')}", "2:true,0"},
        {"return select('#', 1, string.match('a', 'b'))", "2:true,1"},
        {"return string.match('a', nil)",
         "2:false,'@: bad argument #2 to match (string expected, got nil)'"},
        {"return ('x'):match('%1')", "2:false,'@: invalid capture index'"},
        {"return ('ab'):match('((b)%1)')",
         "2:false,'runtime error: slice bounds out of range [1:0]'"},
    };
    CHECK(rows);
}

#define COLLECT(call)                                                                              \
    "local out = '' for a, b in " call " do out = out .. tostring(a) .. '/' .. tostring(b) .. "    \
    "';' end return out"

/* lua-env.jsonl: gmatch-*, gfind-alias; spec section 4, gmatch. */
static void iterates(void **state) {
    (void)state;
    static const row rows[] = {
        {COLLECT("string.gmatch('one two', '%a+')"), "2:true,'one/nil;two/nil;'"},
        {COLLECT("('a=1, b=2'):gmatch('(%w+)=(%w+)')"), "2:true,'a/1;b/2;'"},
        {COLLECT("string.gmatch('abc', '')"), "2:true,'/nil;/nil;/nil;/nil;'"},
        {COLLECT("string.gmatch('', 'a*')"), "2:true,'/nil;'"},
        {COLLECT("string.gmatch('aXbX', '%a*')"), "2:true,'aXbX/nil;/nil;'"},
        {COLLECT("string.gmatch('a b', '%a*')"), "2:true,'a/nil;/nil;b/nil;/nil;'"},
        {COLLECT("string.gmatch('aaa', '^a')"), "2:true,'a/nil;'"},
        {COLLECT("string.gmatch('baa', '^a')"), "2:true,''"},
        {COLLECT("string.gmatch('abc', '()')"), "2:true,'1/nil;2/nil;3/nil;4/nil;'"},
        {COLLECT("string.gmatch('abc', '[')"), "2:false,'@: unexpected EOS at 0'"},
        {COLLECT("string.gfind('x y', '%a')"), "2:true,'x/nil;y/nil;'"},
        {COLLECT("string.gmatch(121, 1)"), "2:true,'1/nil;1/nil;'"},
        {"return string.gmatch == string.gfind", "2:true,true"},
        {"local f, u = string.gmatch('a b', '%a') return type(f), type(u)",
         "3:true,'function','userdata'"},
        {"local it = string.gmatch('a b', '%a') return it()",
         "2:false,'@: bad argument #1 to it (userdata expected, got nil)'"},
        {"local it = string.gmatch('a b', '%a') return it({})",
         "2:false,'@: bad argument #1 to it (userdata expected, got table)'"},
        {"local it, st = string.gmatch('a b', '%a') return (it(st)), (it(st)), (it(st))",
         "4:true,'a','b',nil"},
        /* production's index runs past its list when it is called once more */
        {"local it, st = string.gmatch('a b', '%a') it(st) it(st) it(st) return it(st)",
         "2:false,'runtime error: index out of range [3] with length 2'"},
        /* one iterator for all, states are independent */
        {"local f, a = ('ab'):gmatch('.') local g, b = ('xy'):gmatch('.') "
         "return f == g, f(a), g(b), f(b), g(a)",
         "6:true,true,'a','x','y','b'"},
        /* all matches are found in advance: the second one's error comes before the first */
        {"for a in ('ab'):gmatch('((.)%1)') do return 'looped' end",
         "2:false,'runtime error: slice bounds out of range [1:0]'"},
    };
    CHECK(rows);
}

/* Spec section 3; what Go says is in the tests of format. */
static void formats(void **state) {
    (void)state;
    static const row rows[] = {
        {"return string.format()",
         "2:false,'@: bad argument #1 to format (string expected, got nil)'"},
        {"return string.format(5)", "2:true,'5'"},
        {"return ('%s-%s'):format('a', 1)", "2:true,'a-1'"},
        {"return string.format('%s %s %s', 1, 'b', false)", "2:true,'1 b false'"},
        {"return string.format('%d', '0x10'), string.format('%d', ' 7 '), "
         "string.format('%d', 'x7')",
         "4:true,'0x10',' 7 ','0'"},
        {"return string.format('%s', {}):sub(1, 9), string.format('%5.5s|', print)",
         "3:true,'table: 0x','funct|'"},
        {"return string.format('%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s', 1, 2, 3, "
         "4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18)",
         "2:true,'1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18'"},
        {"return #string.format('%100000d|%s', 1, many('x', 17))", "2:true,231073"},
        {"return string.format('%s\\0%q', 'a\\0b', '\\0') == 'a\\0b\\0\"\\\\x00\"'", "2:true,true"},
    };
    CHECK(rows);
}

/* Spec section 2: refused functions, and texts above 1,000,000 bytes, which exactly are allowed. */
static void refuses(void **state) {
    (void)state;
    static const char *const functions[] = {
        "byte(long)",        "find(long, 'b')",   "find('a', long)", "format(long)",
        "gmatch(long, 'b')", "gmatch('a', long)", "lower(long)",     "match(long, 'b')",
        "match('a', long)",  "reverse(long)",     "sub(long, 1, 1)", "upper(long)"};
    static const char *const refused[] = {"gsub", "rep", "dump"};
    char body[400], expected[400];
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        snprintf(body, sizeof body, "local long = many('x', 20) return string.%s", functions[i]);
        snprintf(expected, sizeof expected,
                 "2:false,'@: string length 1048576 exceeds the maximum allowed input string "
                 "length 1000000 in Karmada lua string lib, please check your lua script.'");
        check_rows(&(row){body, expected}, 1);
    }
    for (size_t i = 0; i < 3; i++) {
        snprintf(body, sizeof body, "return string.%s('a', 'b', 'c')", refused[i]);
        snprintf(expected, sizeof expected,
                 "2:false,'@: The Lua function string.%s is not supported by Karmada. If you "
                 "believe this function is essential for your use case, please submit an issue to "
                 "let us know why you need it.'",
                 refused[i]);
        check_rows(&(row){body, expected}, 1);
    }
    static const row allowed[] = {
        {"local s = ''\n"
         "for _, n in ipairs({19, 18, 17, 16, 14, 9, 6}) do s = s .. many('x', n) end\n"
         "return #s, #s:upper(), #s:reverse(), s:find('y'), #s:match('x*'), #s:format()",
         "7:true,1000000,1000000,1000000,nil,1000000,1000000"},
        {"return string.len(many('x', 21))", "2:true,2097152"},
        {"return #string.format('%s', many('x', 21))", "2:true,2097152"},
        {"return string.byte(many('x', 13))", "2:false,'@: registry overflow'"},
    };
    CHECK(allowed);
}

/* ---- time and memory ---- */

static double seconds_since(const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/* The deadline ends what would take hours, whatever pcall does. */
static void ends_at_the_deadline(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "return many('a', 14):match('.-.-.-.-.-b')",
        "return many('a', 14):find('(.-)*(.-)*(.-)*b')",
        "for x in many('a', 14):gmatch('.*.*.*.*b') do end",
        "for x in many('a', 14):gmatch('(a*)(a*)(a*)%1%2b') do end",
        "return many('(', 19):match('%b()x')",
        "while true do pcall(string.match, many('a', 14), '.-.-.-.-.-b') end",
        "while true do string.upper(many('\xC3\xA9', 16)) end",
        "while true do string.reverse(many('a', 19)) end",
        "while true do string.find(many('a', 19), 'ab', 1, true) end",
        "while true do string.format('%1000000d', 1) end",
        "local s = many('x', 19) for x in s:gmatch('') do string.len(x) end while true do end",
        "while true do pcall(string.match, 'x', many('a?', 18)) end",
    };
    rj_limits limits = *rj_limits_default();
    limits.timeout_ms = 60;
    rj_buf script = RJ_BUF_INIT, out = RJ_BUF_INIT;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        rj_error err = RJ_ERROR_INIT;
        struct timespec start;
        clock_gettime(CLOCK_MONOTONIC, &start);
        rj_buf_reset(&script);
        rj_buf_printf(&script, "%sfunction F()\n%s\nend\n", prelude, bodies[i]);
        if (run(rj_buf_text(&script), &limits, &out, &err))
            fail_msg("%s: no timeout", bodies[i]);
        if (err.code != RJ_ERROR_DEADLINE || !strstr(err.message, "context deadline exceeded"))
            fail_msg("%s: %s", bodies[i], err.message);
        if (seconds_since(&start) > 3)
            fail_msg("%s: stopped after %.1f s", bodies[i], seconds_since(&start));
        rj_error_clear(&err);
    }
    rj_buf_free(&script);
    rj_buf_free(&out);
}

/* The memory cap ends what would take it all. */
static void ends_at_the_memory_cap(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "return string.format(many('%10000009d', 4), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
        "1)",
        "local t = {} for i = 1, 1e9 do t[i] = string.format('%1000000d', i) end",
        "local t = {} for i = 1, 1e9 do local f, s = string.gmatch('a', many('a?', 18)) t[i] = s "
        "end",
    };
    rj_limits limits = *rj_limits_default();
    limits.timeout_ms = 20000;
    limits.max_memory_bytes = 32 << 20;
    rj_buf script = RJ_BUF_INIT, out = RJ_BUF_INIT;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        rj_error err = RJ_ERROR_INIT;
        rj_buf_reset(&script);
        rj_buf_printf(&script, "%sfunction F()\n%s\nend\n", prelude, bodies[i]);
        if (run(rj_buf_text(&script), &limits, &out, &err))
            fail_msg("%s: no error", bodies[i]);
        if (err.code != RJ_ERROR_MEMORY)
            fail_msg("%s: %s", bodies[i], err.message);
        rj_error_clear(&err);
    }
    rj_buf_free(&script);
    rj_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_strings_apart),
        cmocka_unit_test(maps_case),
        cmocka_unit_test(finds),
        cmocka_unit_test(matches),
        cmocka_unit_test(iterates),
        cmocka_unit_test(formats),
        cmocka_unit_test(refuses),
        cmocka_unit_test(ends_at_the_deadline),
        cmocka_unit_test(ends_at_the_memory_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
