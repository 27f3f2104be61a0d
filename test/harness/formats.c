/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include <stddef.h>

static void normalise_apport(dfmt_head *body) {
  if (body->type != DFMT_APPORT_FIELD) return;
  dfmt_apport_field *f = (dfmt_apport_field *)(void *)body;
  f->present &= DFMT_APPORT_FIELD_HAS_KIND | DFMT_APPORT_FIELD_HAS_DECODED_SIZE;
  f->flags = 0;
  f->encoding = 0;
}

/* All that a record holds survives. */
static void normalise_simpleperf(dfmt_head *body) { (void)body; }

const struct harness_format harness_formats[] = {
    {.id = DFMT_APPORT,
     .name = "apport",
     .corpus = "read",
     .suffix = ".crash",
     .small = "flips.crash",
     .undamaged = "demo_legacy.crash",
     .kinds = INPUT_ALL,
     .reader_options = {DFMT_CFG_APPORT_CRLF},
     .writer_option = DFMT_CFG_APPORT_SAFE,
     .variants = {DFMT_APPORT_VARIANT_ZLIB, DFMT_APPORT_VARIANT_GZIP_1M, DFMT_APPORT_VARIANT_GZIP_128K},
     .normalise = normalise_apport},
    {.id = DFMT_SIMPLEPERF,
     .name = "simpleperf",
     .corpus = "cases",
     .suffix = ".simpleperf",
     .small = "flips.simpleperf",
     .undamaged = "demo_small.simpleperf",
     .kinds = INPUT_ALL,
     .reader_options = {DFMT_CFG_SIMPLEPERF_RECORDS},
     .variants = {DFMT_SIMPLEPERF_VARIANT_V1},
     .normalise = normalise_simpleperf},
    {.name = NULL},
};
