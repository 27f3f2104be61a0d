/* SPDX-License-Identifier: MIT */
/* Documents of a profile: what each requires to be kept, and its writer. */
#include "writers.h"

#include "op/reading.h"

/* Required data were kept, and a level, if set, has an effect. */
static dfmt_status check(dfmt_op *op, uint32_t keep, bool packs) {
  dfmt_status st = dfmto_profile_check(op, keep);
  return st == DFMT_OK ? dfmto_check_level(op, packs) : st;
}

static dfmt_status flame(dfmt_op *op, const dfmt_config *with, dfmt_sink *to) {
  dfmt_status st = check(op, DFMT_PROFILE_KEEP_STACKS, false);
  return st == DFMT_OK ? dfmto_profile_write_flame(op, NULL, "Flame graph", with, to) : st;
}

static dfmt_status folded(dfmt_op *op, const dfmt_config *with, dfmt_sink *to) {
  (void)with;
  dfmt_status st = check(op, DFMT_PROFILE_KEEP_STACKS, false);
  return st == DFMT_OK ? dfmto_profile_write_folded(op, to) : st;
}

static dfmt_status pprof(dfmt_op *op, const dfmt_config *with, dfmt_sink *to) {
  (void)with;
  dfmt_status st = check(op, DFMT_PROFILE_KEEP_STACKS, true);
  return st == DFMT_OK ? dfmto_profile_write_pprof(op, to) : st;
}

static dfmt_status firefox(dfmt_op *op, const dfmt_config *with, dfmt_sink *to) {
  (void)with;
  dfmt_status st = check(op, DFMT_PROFILE_KEEP_SAMPLES, false);
  return st == DFMT_OK ? dfmto_profile_write_firefox(op, to) : st;
}

const struct dfmto_document dfmto_profile_documents[] = {
    {DFMTO_DOCUMENT("flame", "image/svg+xml", "A flame graph, as a self-contained SVG."), flame},
    {DFMTO_DOCUMENT("folded", "text/plain", "A line for each stack: names joined by ';', a space, its weight."),
     folded},
    {DFMTO_DOCUMENT("pprof", "application/gzip", "A profile for pprof: profile.proto in gzip."), pprof},
    {DFMTO_DOCUMENT("firefox", "application/json",
                    "JSON for the Firefox Profiler: samples by time, a track for each group."),
     firefox},
    {.part = {.name = NULL}}};
