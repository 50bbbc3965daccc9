/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_DOCUMENT_H
#define RJINTERP_DOCUMENT_H

/**
 * @file
 * Bytes of a stream into documents, and each document into a value tree: YAML 1.1 and JSON as the
 * reference reads them (go.yaml.in/yaml/v2 behind Kubernetes' YAMLOrJSONDecoder).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/** Delivers up to @p bytes bytes; 0 at the end, -1 on failure (errno says why). */
typedef ssize_t (*rj_read_fn)(void *ctx, char *into, size_t bytes);

typedef struct rj_document_reader rj_document_reader;

typedef struct rj_document {
    rj_value root;       /**< never null: null documents are skipped */
    const char *file;    /**< name of the source; borrows from the reader */
    size_t index;        /**< counts delivered documents of this stream from 0 */
    uint32_t first_line; /**< line of the file on which the document's text starts */
    bool is_json;
    const char *text; /**< the document's text, decoded to UTF-8; arena-owned */
    size_t text_bytes;
} rj_document;

typedef enum rj_read_status {
    RJ_READ_DOCUMENT,
    RJ_READ_END,
    RJ_READ_FAILED /**< nothing after it can be read from this stream */
} rj_read_status;

/**
 * Starts reading a stream named @p name (copied). @p detect_bom: a byte order mark selects UTF-8 or
 * UTF-16 (files and standard input; not URLs). NULL when out of memory. Free with
 * rj_document_reader_free().
 */
RJ_API rj_document_reader *rj_document_reader_new(rj_read_fn read, void *ctx, const char *name,
                                                  bool detect_bom,
                                                  const rj_limits *limits) RJ_MUST_USE;

/** The same over bytes in memory, which the reader borrows. */
RJ_API rj_document_reader *rj_document_reader_new_bytes(const char *data, size_t bytes,
                                                        const char *name, bool detect_bom,
                                                        const rj_limits *limits) RJ_MUST_USE;

/**
 * Lets a reader start again with other bytes of the same source, which begin at @p at in it and are
 * borrowed. Cheaper than a new reader for many small texts.
 */
RJ_API void rj_document_reader_restart(rj_document_reader *reader, const char *data, size_t bytes,
                                       rj_position at);

RJ_API void rj_document_reader_free(rj_document_reader *reader);

/**
 * Reads the next document that is not null. *doc is *arena-owned* by @p arena (the text too).
 * Memory of the reader itself doesn't grow with the stream. On RJ_READ_FAILED *err has the
 * decoder's text as message ("error converting YAML to JSON: yaml: line 2: …"), the file and the
 * place in the file.
 */
RJ_API rj_read_status rj_document_next(rj_document_reader *reader, rj_arena *arena,
                                       rj_document *doc, rj_error *err) RJ_MUST_USE;

/**
 * True when the last failure was in turning the text of one document into a value (a JSON number
 * out of range): the reference then says "unable to decode" instead of "error parsing".
 */
RJ_API bool rj_document_reader_failed_in_value(const rj_document_reader *reader);

/**
 * The document as the reference holds it in JSON, for its messages: the input's own text for JSON,
 * compact with sorted keys for YAML.
 */
RJ_API void rj_document_write_raw(const rj_document *doc, rj_buf *out);

/**
 * Where the bytes of a string value of @p doc stand in the file, found again from the document's
 * text and the value's style and place. Works for literal, folded, plain and quoted scalars and
 * JSON strings, with CRLF and all indentation and chomping indicators. *map is arena-owned.
 */
RJ_API bool rj_document_string_spans(const rj_document *doc, const rj_value *string,
                                     rj_arena *arena, rj_span_map *map, rj_error *err) RJ_MUST_USE;

#endif
