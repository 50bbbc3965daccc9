# SPDX-License-Identifier: Apache-2.0
# The libraries that rjinterp stands on, each as one imported target rj_NAME. With
# RJ_STATIC_LIBRARIES their archives are linked in: the program then starts in about a millisecond.
find_package(PkgConfig REQUIRED)

function(rj_find_library name pkg archive)
  pkg_check_modules(${name} REQUIRED IMPORTED_TARGET GLOBAL ${pkg})
  add_library(${name} INTERFACE)
  if(RJ_STATIC_LIBRARIES)
    find_library(${name}_ARCHIVE ${archive} HINTS ${${name}_LIBDIR} REQUIRED)
    target_include_directories(${name} SYSTEM INTERFACE ${${name}_INCLUDE_DIRS})
    target_link_libraries(${name} INTERFACE ${${name}_ARCHIVE} ${CMAKE_DL_LIBS} m)
  else()
    target_link_libraries(${name} INTERFACE PkgConfig::${name})
  endif()
endfunction()

rj_find_library(rj_luajit luajit libluajit-5.1.a)
rj_find_library(rj_yaml yaml-0.1 libyaml.a)
rj_find_library(rj_gmp gmp libgmp.a)
rj_find_library(rj_seccomp libseccomp libseccomp.a)
