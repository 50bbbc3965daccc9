/* SPDX-License-Identifier: Apache-2.0 */
/* Types of meta/v1: what every object has, and label selectors. */
#include "kube/shape.h"

static const rj_field rj_type_meta_fields[] = {
    RJ_STRING_O("kind"),
    RJ_STRING_O("apiVersion"),
};
const rj_struct rj_type_meta = RJ_TABLE("v1", "TypeMeta", rj_type_meta_fields);

static const rj_field owner_reference_fields[] = {
    RJ_STRING("apiVersion"),         RJ_STRING("kind"),       RJ_STRING("name"),
    RJ_NAMED("uid", "types.UID", 0), RJ_BOOL_P("controller"), RJ_BOOL_P("blockOwnerDeletion"),
};
static const rj_struct owner_reference = RJ_TABLE("v1", "OwnerReference", owner_reference_fields);

static const rj_field managed_fields_entry_fields[] = {
    RJ_STRING_O("manager"),
    RJ_NAMED_O("operation", "v1.ManagedFieldsOperationType"),
    RJ_STRING_O("apiVersion"),
    RJ_SCALAR("time", RJ_FIELD_TIME, RJ_FIELD_OMIT | RJ_FIELD_POINTER),
    RJ_STRING_O("fieldsType"),
    RJ_SCALAR("fieldsV1", RJ_FIELD_RAW, RJ_FIELD_OMIT | RJ_FIELD_POINTER),
    RJ_STRING_O("subresource"),
};
static const rj_struct managed_fields_entry =
    RJ_TABLE("v1", "ManagedFieldsEntry", managed_fields_entry_fields);

static const rj_field rj_object_meta_fields[] = {
    RJ_STRING_O("name"),
    RJ_STRING_O("generateName"),
    RJ_STRING_O("namespace"),
    RJ_STRING_O("selfLink"),
    RJ_NAMED_O("uid", "types.UID"),
    RJ_STRING_O("resourceVersion"),
    RJ_SCALAR("generation", RJ_FIELD_INT64, RJ_FIELD_OMIT),
    RJ_SCALAR("creationTimestamp", RJ_FIELD_TIME, RJ_FIELD_OMIT),
    RJ_SCALAR("deletionTimestamp", RJ_FIELD_TIME, RJ_FIELD_OMIT | RJ_FIELD_POINTER),
    RJ_INT64_P("deletionGracePeriodSeconds"),
    RJ_STRING_MAP_O("labels"),
    RJ_STRING_MAP_O("annotations"),
    RJ_LIST_O("ownerReferences", owner_reference),
    RJ_STRINGS_O("finalizers"),
    RJ_LIST_O("managedFields", managed_fields_entry),
};
const rj_struct rj_object_meta = RJ_TABLE("v1", "ObjectMeta", rj_object_meta_fields);

static const rj_field label_selector_requirement_fields[] = {
    RJ_STRING("key"),
    RJ_NAMED("operator", "v1.LabelSelectorOperator", 0),
    RJ_STRINGS_O("values"),
};
static const rj_struct label_selector_requirement =
    RJ_TABLE("v1", "LabelSelectorRequirement", label_selector_requirement_fields);

static const rj_field rj_label_selector_fields[] = {
    RJ_STRING_MAP_O("matchLabels"),
    RJ_LIST_O("matchExpressions", label_selector_requirement),
};
const rj_struct rj_label_selector = RJ_TABLE("v1", "LabelSelector", rj_label_selector_fields);

/* What the reference looks at in an object of any kind. */
static const rj_field rj_metadata_only_fields[] = {
    RJ_EMBED("TypeMeta", rj_type_meta),
    RJ_NESTED("metadata", rj_object_meta, RJ_FIELD_OMIT),
};
const rj_struct rj_metadata_only =
    RJ_TABLE("resource", "metadataOnlyObject", rj_metadata_only_fields);
