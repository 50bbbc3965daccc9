# SPDX-License-Identifier: Apache-2.0
# cpack: rjinterp_VERSION_ARCH.deb, and a .tar.gz of the static program. tools/package makes both.
set(CPACK_PACKAGE_NAME rjinterp)
set(CPACK_PACKAGE_VENDOR "the rjinterp developers")
set(CPACK_PACKAGE_CONTACT "the rjinterp developers <rjinterp@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Karmada's resource interpreter as a local command")
string(CONCAT CPACK_PACKAGE_DESCRIPTION
  "Runs, checks, tests and edits ResourceInterpreterCustomizations without a cluster, in milliseconds and in a sandbox. "
  "With the library librjinterp for C programs.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
if(RJ_STATIC_PROGRAM)
  set(CPACK_GENERATOR TGZ)
  set(CPACK_PACKAGE_FILE_NAME rjinterp-${PROJECT_VERSION}-static-${CMAKE_SYSTEM_PROCESSOR})
  set(CPACK_PACKAGING_INSTALL_PREFIX "")
else()
  set(CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION utils)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  # Addresses are read with it when it is there.
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS libcurl4)
  set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/cmake/deb/triggers)
  set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
endif()
include(CPack)
