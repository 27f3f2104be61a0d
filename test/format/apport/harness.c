/* SPDX-License-Identifier: MIT */
/* What the harness must know of Apport's reports. */
#include "formats.h"

#include <string.h>

static uint32_t report_needs(const char *name, const void *ptr, size_t len) {
  (void)ptr;
  (void)len;
  return strstr(name, "zstd") || strstr(name, "flips") ? DFMT_FEATURE_ZSTD : 0;
}

static void normalise_apport(dfmt_head *body) {
  if (body->type != DFMT_APPORT_FIELD) return;
  dfmt_apport_field *f = (dfmt_apport_field *)(void *)body;
  f->present &= DFMT_APPORT_FIELD_HAS_KIND | DFMT_APPORT_FIELD_HAS_DECODED_SIZE;
  f->flags = 0;
  f->encoding = 0;
}

const struct harness_format harness_apport[] = {
    {.id = DFMT_APPORT,
     .name = "apport",
     .text = true,
     .folder = "apport",
     .corpus = {"read"},
     .suffix = ".crash",
     .small = "flips.crash",
     .kinds = INPUT_ALL,
     .memory = 8u << 20,
     .reader_options = {{DFMT_CFG_APPORT_CRLF, 1}},
     .writer = {DFMT_CFG_APPORT_SAFE, 1},
     .variants = {{DFMT_APPORT_VARIANT_ZLIB, {0, 0}, 0},
                  {DFMT_APPORT_VARIANT_GZIP_1M, {0, 0}, 0},
                  {DFMT_APPORT_VARIANT_GZIP_128K, {0, 0}, 0}},
     .needs = report_needs,
     .normalise = normalise_apport},
    {.name = NULL},
};
