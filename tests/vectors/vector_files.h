/* SPDX-License-Identifier: Apache-2.0 */
/* RJ_VECTOR_FILE(NAME, RUN): which function runs the lines of which file. One line a file. */
RJ_VECTOR_FILE("yaml-decode.jsonl", run_yaml_decode)
RJ_VECTOR_FILE("yaml-encode.jsonl", run_yaml_encode)
RJ_VECTOR_FILE("convert.jsonl", run_convert)
RJ_VECTOR_FILE("quantity.jsonl", run_quantity)
RJ_VECTOR_FILE("lua-env.jsonl", run_lua_env)
RJ_VECTOR_FILE("kube.jsonl", run_kube)
