/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/load_request.h"

#include "cli/embedded.h"

static bool failed_to_get(const char *what, rj_error *err) {
    rj_error_prefix(err, "fail to get %s: ", what);
    return false;
}

static bool load_object(cli_loader *loader, const rj_source_list *sources, const char *what,
                        const rj_value **out, rj_error *err) {
    if (!sources->count)
        return true;
    return cli_load_object(loader, sources, out, err) || failed_to_get(what, err);
}

bool cli_load_request(cli_loader *loader, const cli_sources *sources, rj_customization_set *set,
                      rj_request *r, rj_error *err) {
    const cli_sources *s = sources;
    if (!s->built_in && !cli_load_customizations(loader, &s->customizations, set, err))
        return failed_to_get("customization object", err);
    if (!load_object(loader, &s->desired, "desired object", &r->desired, err) ||
        !load_object(loader, &s->observed, "observed object", &r->observed, err))
        return false;
    if (s->status.count && !cli_load_status_items(loader, &s->status, &r->status_items, err))
        return failed_to_get("status items", err);
    const rj_value *object = r->desired ? r->desired : r->observed;
    if (s->built_in && object && !cli_load_built_in(loader, object, set, err))
        return failed_to_get("customization object", err);
    return true;
}

void cli_hint_at_built_in(const cli_sources *sources, const rj_customization_set *set,
                          rj_error *err) {
    if (!sources->built_in || set->count || err->code != RJ_ERROR_RULE)
        return;
    rj_buf kinds = RJ_BUF_INIT;
    for (size_t i = 0; i < cli_embedded_count; i++)
        rj_buf_printf(&kinds, "%s%s %s", i ? ", " : "", cli_embedded_items[i].api_version,
                      cli_embedded_items[i].kind);
    rj_error_set_hint(err, "give a customization with -f; built in are those for %s",
                      kinds.bytes ? rj_buf_text(&kinds) : "no kind");
    rj_buf_free(&kinds);
}
