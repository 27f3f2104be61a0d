# SPDX-License-Identifier: MIT
# The vcpkg port, of this tree: vcpkg install diagfmt --overlay-ports=packaging/vcpkg
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

# One build is for all configurations of a program: the library shares no memory with it that both free. The files for
# CMake find libraries and headers by paths relative to their own, so that they stay where they are.
set(VCPKG_BUILD_TYPE release)
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)
set(VCPKG_POLICY_SKIP_MISPLACED_CMAKE_FILES_CHECK enabled)
set(VCPKG_POLICY_SKIP_LIB_CMAKE_MERGE_CHECK enabled)

set(options
  -Disal=disabled -Dlzma=disabled -Dnanopb=disabled -Dsqlite=disabled -Dtools=disabled -Dexamples=disabled -Dtests=disabled
  -Ddocs=disabled)
foreach(feature IN ITEMS brotli ops snappy zstd)
  if(NOT feature IN_LIST FEATURES)
    list(APPEND options "-D${feature}=disabled")
  elseif(feature STREQUAL "snappy")
    list(APPEND options "-Dsnappy=system")
  else()
    list(APPEND options "-D${feature}=enabled")
  endif()
endforeach()

vcpkg_configure_meson(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${options})
vcpkg_install_meson()
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
