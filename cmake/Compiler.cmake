# SPDX-License-Identifier: Apache-2.0
# rj_options: warnings, sanitizers and hardening that every target of ours is compiled with.
add_library(rj_options INTERFACE)
target_compile_definitions(rj_options INTERFACE _GNU_SOURCE)
target_compile_options(rj_options INTERFACE
  -Wall -Wextra -Werror -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes
  -Wvla -Wformat=2 -Wundef -Wwrite-strings -Wold-style-definition -Wimplicit-fallthrough
  -fno-common -fvisibility=hidden)

# Only clang complains of what libseccomp's macros leave out, and of texts in several pieces in a table.
if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
  target_compile_options(rj_options INTERFACE -Wno-missing-field-initializers -Wno-string-concatenation)
endif()

if(RJ_SANITIZE)
  target_compile_options(rj_options INTERFACE -fsanitize=${RJ_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -O1)
  target_link_options(rj_options INTERFACE -fsanitize=${RJ_SANITIZE})
endif()

if(RJ_FUZZ)
  target_compile_options(rj_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(RJ_COVERAGE)
  target_compile_options(rj_options INTERFACE --coverage -O0)
  target_link_options(rj_options INTERFACE --coverage)
endif()

if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(rj_options INTERFACE -fstack-protector-strong -D_FORTIFY_SOURCE=2
    -ffunction-sections -fdata-sections)
  target_link_options(rj_options INTERFACE -Wl,-z,relro,-z,now -Wl,--gc-sections)
  # Two builds give the same bytes, wherever they stand.
  target_compile_options(rj_options INTERFACE -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -ffile-prefix-map=${CMAKE_BINARY_DIR}/=)
  # One library less to load at each start.
  target_link_options(rj_options INTERFACE -static-libgcc)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    target_compile_options(rj_options INTERFACE -fcf-protection)
  endif()
endif()
