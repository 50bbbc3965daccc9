/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the row `probe` is held against: an object is read once, COUNT mutants are made of it as
 * `rjinterp probe` makes them (single changes, then pairs), and each is pushed as a table and given
 * to the four rules of a customization. Bare LuaJIT, one state, one thread; the kube library is
 * functions that do nothing; what the rules return is dropped.
 *
 *   bench_probe_baseline COUNT [CUSTOMIZATION OBJECT]
 */

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <string.h>

#include "bench/bench.h"
#include "insight/mutate.h"
#include "rjinterp/customization.h"

static const rj_operation operations[] = {
    RJ_OPERATION_INTERPRET_COMPONENT, RJ_OPERATION_INTERPRET_HEALTH,
    RJ_OPERATION_INTERPRET_DEPENDENCY, RJ_OPERATION_AGGREGATE_STATUS};

enum {
    RULES = sizeof operations / sizeof *operations
};

static const char kube[] = "package.loaded.kube = {\n"
                           "  accuratePodRequirements = function() end,\n"
                           "  getPodDependencies = function() return {} end,\n"
                           "  resourceAdd = function(a) return a end,\n"
                           "}\n";

static rj_document read_first(const char *path, rj_arena *arena) {
    const bench_text text = bench_read_file(path);
    rj_error err = RJ_ERROR_INIT;
    rj_document doc;
    rj_document_reader *reader =
        rj_document_reader_new_bytes(text.data, text.bytes, path, true, NULL);
    if (!reader || rj_document_next(reader, arena, &doc, &err) != RJ_READ_DOCUMENT)
        bench_fail("there is no document");
    rj_document_reader_free(reader);
    free(text.data);
    doc.file = path; /* the reader's name is gone */
    return doc;
}

static void push(lua_State *L, const rj_value *value) {
    luaL_checkstack(L, 4, "");
    switch ((rj_kind)value->kind) {
    case RJ_KIND_NULL:
        lua_pushnil(L);
        break;
    case RJ_KIND_BOOL:
        lua_pushboolean(L, value->boolean);
        break;
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        lua_pushnumber(L, value->number.f64);
        break;
    case RJ_KIND_STRING:
        lua_pushlstring(L, value->string.data, value->string.bytes);
        break;
    case RJ_KIND_LIST:
        lua_createtable(L, (int)value->list.count, 0);
        for (size_t i = 0; i < value->list.count; i++) {
            push(L, &value->list.items[i]);
            lua_rawseti(L, -2, (int)i + 1);
        }
        break;
    case RJ_KIND_MAP:
        lua_createtable(L, 0, (int)value->map.count);
        for (size_t i = 0; i < value->map.count; i++) {
            const rj_member *m = &value->map.members[i];
            lua_pushlstring(L, m->key, m->key_bytes);
            push(L, &m->value);
            lua_rawset(L, -3);
        }
        break;
    }
}

/* One item with the object's own status. */
static void push_items(lua_State *L, const rj_value *object) {
    const rj_value *status = rj_value_get(object, "status");
    lua_createtable(L, 1, 0);
    lua_createtable(L, 0, 2);
    lua_pushliteral(L, "member1");
    lua_setfield(L, -2, "clusterName");
    if (status) {
        push(L, status);
        lua_setfield(L, -2, "status");
    }
    lua_rawseti(L, -2, 1);
}

static size_t run_rules(lua_State *L, const int *functions, const rj_value *object) {
    size_t failed = 0;
    for (size_t i = 0; i < RULES; i++) {
        int arguments = 1;
        lua_rawgeti(L, LUA_REGISTRYINDEX, functions[i]);
        push(L, object);
        if (operations[i] == RJ_OPERATION_AGGREGATE_STATUS) {
            push_items(L, object);
            arguments = 2;
        }
        failed += lua_pcall(L, arguments, 1, 0) != 0;
        lua_settop(L, 0);
    }
    return failed;
}

static void load_rules(lua_State *L, const rj_customization *customization, int *functions) {
    luaL_openlibs(L);
    if (luaL_dostring(L, kube) != 0)
        bench_fail(lua_tostring(L, -1));
    for (size_t i = 0; i < RULES; i++) {
        const rj_rule_script *script = &customization->scripts[operations[i]];
        if (!script->text || luaL_loadbuffer(L, script->text, script->text_bytes, "=rule") != 0 ||
            lua_pcall(L, 0, 0, 0) != 0)
            bench_fail("a rule can't be loaded");
        lua_getglobal(L, rj_rule_of(operations[i])->function);
        functions[i] = luaL_ref(L, LUA_REGISTRYINDEX);
    }
}

typedef struct maker {
    lua_State *L;
    int functions[RULES];
    mutation_sites sites;
    mutation *singles;
    size_t single_count, made, wanted, failed;
    rj_arena *scratch;
} maker;

static void run_mutant(maker *m, const mutation *changes, size_t count) {
    rj_value tree;
    if (!mutation_apply(&m->sites, changes, count, m->scratch, &tree))
        bench_fail("out of memory");
    m->failed += run_rules(m->L, m->functions, &tree);
    m->made++;
    rj_arena_reset(m->scratch);
}

static void run_mutants(maker *m) {
    for (size_t i = 0; i < m->single_count && m->made < m->wanted; i++)
        run_mutant(m, &m->singles[i], 1);
    for (size_t i = 0; i < m->single_count; i++) {
        for (size_t j = i + 1; j < m->single_count && m->made < m->wanted; j++) {
            const mutation pair[] = {m->singles[i], m->singles[j]};
            if (mutations_go_together(&m->sites, pair[0], pair[1]))
                run_mutant(m, pair, 2);
        }
    }
}

/* apiVersion and kind stay, as in a probe. */
static bool is_kept(const mutation_sites *sites, uint32_t site) {
    const rj_member *m = sites->items[site].member;
    return sites->items[site].parent == 0 &&
           (strcmp(m->key, "apiVersion") == 0 || strcmp(m->key, "kind") == 0);
}

static void list_singles(maker *m, rj_arena *arena) {
    m->singles = rj_arena_calloc(arena, m->sites.count * MUTATION_COUNT, sizeof *m->singles);
    if (!m->singles)
        bench_fail("out of memory");
    for (uint32_t site = 1; site < m->sites.count; site++)
        for (int kind = 0; kind < MUTATION_COUNT; kind++)
            if (!is_kept(&m->sites, site) &&
                mutation_applies(m->sites.items[site].value, (mutation_kind)kind))
                m->singles[m->single_count++] =
                    (mutation){.site = site, .kind = (mutation_kind)kind};
}

int main(int argc, char **argv) {
    if (argc != 2 && argc != 4) {
        fprintf(stderr, "usage: %s COUNT [CUSTOMIZATION OBJECT]\n", argv[0]);
        return 2;
    }
    rj_arena *arena = rj_arena_new(0);
    maker m = {.L = luaL_newstate(),
               .scratch = rj_arena_new(0),
               .wanted = (size_t)strtoul(argv[1], NULL, 10)};
    rj_customization customization;
    rj_error err = RJ_ERROR_INIT;
    if (!arena || !m.L || !m.scratch)
        bench_fail("out of memory");
    const double from = bench_now_ms();
    const rj_document rules = read_first(
        argc == 4 ? argv[2] : "customizations/ray.io/v1/RayJob/customizations.yaml", arena);
    const rj_document object =
        read_first(argc == 4 ? argv[3] : "testdata/observed-rayjob.yaml", arena);
    if (!rj_customization_bind(&rules, arena, &customization, &err) ||
        !mutation_list_sites(&object.root, arena, &m.sites))
        bench_fail("no customization");
    load_rules(m.L, &customization, m.functions);
    list_singles(&m, arena);
    run_mutants(&m);
    printf("%zu mutants, %zu runs failed\n%.1f ms\n", m.made, m.failed, bench_now_ms() - from);
    lua_close(m.L);
    rj_arena_free(m.scratch);
    rj_arena_free(arena);
    return 0;
}
