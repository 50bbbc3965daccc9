# SPDX-License-Identifier: Apache-2.0
# Run with cmake -P: writes OUTPUT, the table cli_embedded_items (src/cli/embedded.h) of all
# ROOT/GROUP/VERSION/KIND/customizations.yaml named in FILES (relative paths).
set(arrays "")
set(rows "")
set(index 0)
foreach(file IN LISTS FILES)
  string(REGEX MATCH "^([^/]+)/([^/]+)/([^/]+)/customizations\\.yaml$" matched "${file}")
  if(NOT matched)
    message(FATAL_ERROR "${file}: expected GROUP/VERSION/KIND/customizations.yaml")
  endif()
  set(api_version "${CMAKE_MATCH_1}/${CMAKE_MATCH_2}")
  set(kind "${CMAKE_MATCH_3}")
  file(READ "${ROOT}/${file}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n"
    bytes "${bytes}")
  string(APPEND arrays "static const unsigned char data_${index}[] = {\n${bytes}0};\n")
  string(APPEND rows "    {\"${api_version}\", \"${kind}\", \"<built-in>/${file}\", data_${index}, "
    "sizeof data_${index} - 1},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUTPUT}.new" "/* Made by cmake/Embed.cmake. */
#include \"cli/embedded.h\"

${arrays}
const cli_embedded cli_embedded_items[] = {
${rows}    {0},
};
const size_t cli_embedded_count = ${index};
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
