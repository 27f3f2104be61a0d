# SPDX-License-Identifier: MIT
# Runs the portfile without vcpkg: cmake -DPORT=NAME -DFEATURES=LIST -DDIR=DIR -P stand-in.cmake
#
# Functions of vcpkg that it calls do here, with the system's programs and libraries, what vcpkg's documentation says of
# them. The package comes to DIR/package.
cmake_minimum_required(VERSION 3.21)
set(CURRENT_PACKAGES_DIR "${DIR}/package")

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_configure_meson)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS OR NOT VCPKG_BUILD_TYPE STREQUAL "release")
    message(FATAL_ERROR "not as expected: ${arg_UNPARSED_ARGUMENTS}, ${VCPKG_BUILD_TYPE}")
  endif()
  run(meson setup --prefix "${CURRENT_PACKAGES_DIR}" --libdir lib --buildtype release --wrap-mode nodownload
    -Ddefault_library=static ${arg_OPTIONS} "${DIR}/build" "${arg_SOURCE_PATH}")
endfunction()

function(vcpkg_install_meson)
  run(meson install -C "${DIR}/build" --quiet)
endfunction()

function(vcpkg_fixup_pkgconfig)
  run(pkg-config --exists --print-errors "${CURRENT_PACKAGES_DIR}/lib/pkgconfig/diagfmt.pc")
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  file(INSTALL ${arg_FILE_LIST} DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}" RENAME copyright)
endfunction()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}" "${DIR}/build")
include("${CMAKE_CURRENT_LIST_DIR}/${PORT}/portfile.cmake")
