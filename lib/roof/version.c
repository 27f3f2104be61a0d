/* SPDX-License-Identifier: MIT */
#include <diagfmt/common.h>
#include <diagfmt/version.h>

uint32_t dfmt_version(void) { return DFMT_VERSION_NUMBER; }
