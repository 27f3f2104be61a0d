/* SPDX-License-Identifier: MIT */
/*
 * Is it a bug report? A zip is none by being a zip, nor by a version.txt, which many have. It is one by a text of
 * dumpstate, which is decoded as far as it is in sight, or by names that only dumpstate gives; a zip in it may be one.
 */
#ifndef DFMTI_BUGREPORT_PROBE_H
#define DFMTI_BUGREPORT_PROBE_H

#include "core/format_ops.h"
#include "folder.h"

enum {
  DFMTI_REPORT_CERTAIN = 98,
  DFMTI_REPORT_SEEN = 90,    /* the text begins as one of dumpstate does */
  DFMTI_REPORT_LIKELY = 80,  /* names say so */
  DFMTI_REPORT_PIECE = 60,   /* no report, but something that reports consist of */
  DFMTI_REPORT_NAMED = 50,   /* called bugreport*.txt, but its start does not tell */
  DFMTI_REPORT_LIST = 40,    /* the same of a list */
  DFMTI_REPORT_POSSIBLE = 30 /* a report in a zip; or only a version.txt is in sight */
};

/* See struct dfmt_read_format. */
int32_t dfmti_bugreport_begins(const uint8_t *p, size_t n, dfmt_probe *out);
int32_t dfmti_bugreport_probe(const struct dfmti_prefix *in, dfmt_probe *out);
extern const struct dfmti_excerpt_form dfmti_bugreport_excerpt;

/* Something that a report consists of, alone. */
enum dfmti_piece {
  DFMTI_PIECE_NONE,
  DFMTI_PIECE_CRASH, /* a tombstone, text or protobuf; a dump of threads */
  DFMTI_PIECE_LIST   /* what a service or a command lists; what is left of a kernel's log */
};

/* What an input begins as. */
enum dfmti_piece dfmti_bugreport_piece(const uint8_t *p, size_t n);

/* A zip by its directory. */
dfmt_status dfmti_bugreport_seek_probe(dfmt_reader *r, dfmt_probe *out);

/* What the entries in sight say. Zeroed: nothing. */
struct dfmti_evidence {
  bool seen, named, own, version, platform, proto, other;
  bool in_folder; /* all names have one before them, as those of many zips do */
};

/* Takes an entry in. name: without its folder; content: the first n bytes, `whole`: all that it has. */
void dfmti_bugreport_evidence_add(struct dfmti_evidence *x, dfmt_str name, const uint8_t *content, size_t n,
                                  bool whole);
/* The score. */
int32_t dfmti_bugreport_evidence_judge(const struct dfmti_evidence *x);
/* Whether a zip in a zip may be a report. */
bool dfmti_bugreport_evidence_may_hold(dfmt_str name, const uint8_t *content, size_t n);

/* The score of a zip by the entries in sight, and by those of a zip in it. Below 0: no memory. */
int32_t dfmti_bugreport_probe_zip(struct dfmti_mem *m, const uint8_t *p, size_t n);

#endif
