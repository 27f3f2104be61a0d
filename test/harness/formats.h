/* SPDX-License-Identifier: MIT */
/*
 * The formats under test. Each has a folder in test/format, whose harness.c says what its files, reader and writer are
 * like: it goes through every program of this folder, once for each form that its reader has. Must be given: id, name,
 * folder, suffix, small, kinds, memory, normalise. What is left out is zero: there is no such thing.
 */
#ifndef HARNESS_FORMATS_H
#define HARNESS_FORMATS_H

#include <diagfmt/diagfmt.h>

#include "inputs.h"
#include "rows.h"

struct harness_option {
  uint32_t key; /* 0: none */
  uint64_t value;
};

/* A way to write. */
struct harness_variant {
  uint32_t variant;             /* of dfmt_writer_open() */
  struct harness_option option; /* of the writer */
  uint32_t feature;             /* DFMT_FEATURE_* that it needs, 0: none */
};

struct harness_format {
  uint32_t id;
  const char *name;      /* that of the folder; or FOLDER-VIEW, for another view of the same files */
  const char *folder;    /* of its samples, in test/format and in the corpus */
  const char *corpus[6]; /* folders in that folder of the corpus; NULL-ended */
  const char *suffix;    /* of input files in the corpus */
  const char *small;     /* the sample whose bits are flipped */
  uint32_t kinds;        /* INPUT_BIT() of the sources it can be read from */
  bool text;             /* may be UTF-16 in its file */
  bool packed;           /* places are not places in the file, and copies have other bytes than the file */
  bool by_its_end;       /* what the end of a file says comes first: one that is cut may give other events */
  size_t at_a_cut;       /* events that the last thing before a cut may give, taken for what it is not; 0: one */
  const char *learns;    /* the sample whose start says how its lines are read: cut, or if reading fails, it may give
                            other events; NULL: there is none */
  bool keeps_parts;      /* packed; and a record that breaks off is in the output as far as it came */
  uint64_t memory;       /* bytes that reading a small file may take */
  bool interns;          /* a reader allocates again for each file */
  struct rows_type columns[4];             /* types that come as columns; 0-ended. Of one form of a format */
  struct harness_option reader;            /* set for all its readers */
  struct harness_option reader_options[4]; /* switches that change what is read, each tried; 0-ended */
  struct harness_option writer;            /* to be set, so that every value survives writing */
  bool fills_in; /* the writer leaves room for what it learns later, which a second writing does not need */
  /* All of which can be read back, 0-ended by .variant; what the first needs is what the default way needs, none if
   * there is only that. */
  struct harness_variant variants[8];
  /* The DFMT_FEATURE_* that reading a file needs, 0: none. NULL: none needs any. */
  uint32_t (*needs)(const char *name, const void *ptr, size_t len);
  /* What harness_is_scattered() and harness_is_left_over() say of its types and bodies. NULL: false of all. */
  bool (*scattered)(uint32_t type);
  bool contextual; /* what a record is depends on others: without some of them, the rest may be read otherwise */
  bool (*within)(const dfmt_head *body); /* it may have no bytes but those of the event before it. NULL: none */
  bool (*left_over)(const dfmt_head *body);
  /* Whether the writer takes a body; others are left out. NULL: all. */
  bool (*writable)(const dfmt_head *body);
  /* Makes a body what it is after "read, write anew, read": takes out what only tells how it stood in the
   * file. Values are compared apart from it. */
  void (*normalise)(dfmt_head *body);
};

/* A source of that kind, or, if the format is not read from such, the one nearest to it that it is. */
enum input_kind harness_kind(const struct harness_format *f, enum input_kind kind);

/* The forms of all formats, one after the other; NULL after the last. */
const struct harness_format *harness_format_at(size_t i);

/*
 * Whether an event of that type has parts in several places, stands inside of another's, or may be empty, as the head
 * and end that a damaged file lacks: then its place says nothing about that of the next, and it may have no length.
 */
bool harness_is_scattered(uint32_t type);
bool harness_is_within(const dfmt_head *body);

/* Whether a body is told only because the data end where they do. */
bool harness_is_left_over(const dfmt_head *body);

#endif
