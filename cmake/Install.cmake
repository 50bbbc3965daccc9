# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` and cpack put where: the program, the library for C programs (shared, with nothing visible but
# RJ_API; and the archive), headers, pkg-config and CMake packages. Manual pages and completions: src/cli.
include(CMakePackageConfigHelpers)

if(RJ_STATIC_PROGRAM)
  # One file that runs anywhere; the library comes with the other packages.
  install(TARGETS rjinterp RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
else()
  # LuaJIT's archive can't be part of a shared library, so this one asks for the system's libraries.
  add_library(rjinterp_shared SHARED $<TARGET_OBJECTS:librjinterp>)
  set_target_properties(rjinterp_shared PROPERTIES
    OUTPUT_NAME rjinterp EXPORT_NAME rjinterp LINKER_LANGUAGE C
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    INTERFACE_INCLUDE_DIRECTORIES $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(rjinterp_shared
    PRIVATE PkgConfig::rj_luajit PkgConfig::rj_yaml PkgConfig::rj_gmp m ${CMAKE_DL_LIBS} rj_options)

  install(TARGETS rjinterp RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS librjinterp ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(TARGETS rjinterp_shared EXPORT rjinterp LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY include/rjinterp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

  set(cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rjinterp)
  install(EXPORT rjinterp NAMESPACE rjinterp:: FILE rjinterpConfig.cmake DESTINATION ${cmake_dir})
  write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/rjinterpConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rjinterpConfigVersion.cmake DESTINATION ${cmake_dir})

  # The prefix is where the file is found, so that a tree can be moved.
  string(REGEX REPLACE "[^/]+" ".." RJ_PC_TO_PREFIX ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  configure_file(cmake/rjinterp.pc.in rjinterp.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rjinterp.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
install(PROGRAMS integrations/validate DESTINATION ${CMAKE_INSTALL_DATADIR}/rjinterp)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
