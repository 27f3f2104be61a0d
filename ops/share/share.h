/* SPDX-License-Identifier: MIT */
/*
 * Internals of share: every input is read twice, first with a filter that learns and then with one that replaces.
 * Inputs with several texts, a zip or a crash report, are read once more in between, to find out which texts change, as
 * the others are copied. take_entry() (entries.c) decides what a pass does with a text, end() (kind.c) which pass is
 * next:
 *
 *   LEARN  reads all texts of all inputs; dfmto_share_entries_end() marks those CHANGED that taught something
 *   COUNT  reads them again if words were learned that may be too frequent to be replaced everywhere (frequent.h)
 *   LOOK   reads texts that are the SAME so far, and marks those in which a value is found CHANGED, too
 *   WRITE  filters texts that are CHANGED, and copies the others
 *
 * Learning and counting end with the last input; then each input is looked at and written. The phases of a pass:
 *
 *   OPEN -> [ENTRY ->] READ <-> (pieces: FEED, PACK, CLOSE, SEND) -> [ENTRY ->] END -> OPEN (the next) ... -> OVER
 *
 * A zip in a zip is copied out of it and then processed as the outer one: NEST -> ENTRY ... -> NEST_END.
 */
#ifndef DFMTO_SHARE_H
#define DFMTO_SHARE_H

#include <diagfmt/ops/share.h>
#include <diagfmt/writer.h>

#include "doubts.h"
#include "filter.h"
#include "frequent.h"
#include "gzip.h"
#include "message.h"
#include "op/answers.h"
#include "op/op.h"
#include "proof.h"
#include "types.h"
#include "unsearched.h"
#include "wide.h"

enum dfmto_share_phase {
  DFMTO_SHARE_OPEN,
  DFMTO_SHARE_ENTRY,
  DFMTO_SHARE_ENTRY_COPY,
  DFMTO_SHARE_ENTRY_END,
  DFMTO_SHARE_NEST,
  DFMTO_SHARE_NEST_END,
  DFMTO_SHARE_NEST_SEND,
  DFMTO_SHARE_READ,
  DFMTO_SHARE_FEED,
  DFMTO_SHARE_PACK,
  DFMTO_SHARE_CLOSE,
  DFMTO_SHARE_SEND,
  DFMTO_SHARE_END,
  DFMTO_SHARE_FINISH,
  DFMTO_SHARE_OVER
};

enum { DFMTO_SHARE_PIECE = 65536 };

enum dfmto_share_pass { DFMTO_SHARE_LEARN, DFMTO_SHARE_COUNT, DFMTO_SHARE_LOOK, DFMTO_SHARE_WRITE };

/* State of an entry of a zip, or a field of a crash report. KEPT: unchanged, though it was not searched. */
enum dfmto_share_entry { DFMTO_ENTRY_SAME, DFMTO_ENTRY_CHANGED, DFMTO_ENTRY_LEFT_OUT, DFMTO_ENTRY_KEPT };

struct dfmto_share_entry_state {
  enum dfmto_share_entry what;
  const struct dfmto_share_why *why; /* why it is omitted, or kept */
  struct dfmto_share_proof proof;    /* of its text, if it is copied */
};

/* Parts of an input: one text, or several, each of which is an entry of a zip or a field of a crash report. */
enum dfmto_share_parts { DFMTO_ONE_TEXT, DFMTO_ZIP, DFMTO_APPORT };

struct dfmto_share_left_out {
  uint64_t input;
  uint32_t name;
  bool kept;
  const struct dfmto_share_why *why;
};

/* The first bytes of an entry, read before the rest to identify it. */
struct dfmto_share_start {
  dfmt_reader *reader;
  uint8_t bytes[4];
  size_t have, at;
};

/* A zip in an entry while it is processed, and the state of the outer one. */
struct dfmto_share_nest {
  bool active;
  struct dfmto_spool in, out;
  dfmt_sink *to; /* for `out`, with random access */
  enum dfmto_share_parts parts;
  const dfmt_event *ev;
  size_t entry;
  dfmt_writer *writer;
  struct dfmti_buf name, comment;
};

/* Outputs. */
enum { DFMTO_SHARE_OUTPUT, DFMTO_SHARE_REVIEW };

/* Output beside the main one. */
struct dfmto_share_outputs {
  struct dfmto_share_review review;
  size_t review_sent; /* bytes of its text */
};

/* The current input, and in it the current text: all of it, or an entry's. */
struct dfmto_share_input {
  enum dfmto_share_parts parts;
  dfmt_source *outset; /* its first bytes, while it is identified */
  dfmt_source *source; /* the text, decompressed */
  bool packed;         /* input and output are gzip */
  bool over;           /* all of it was read */
  bool looked;         /* its first piece was judged */
  struct dfmto_share_gzip gzip;
  struct dfmto_share_wide wide;
  uint8_t *piece;
  size_t len, used; /* of the piece */
  size_t sent;      /* of the output */
  uint64_t n_read;
};

struct dfmto_share_entry_kind;

/* The entries of all inputs, and the writer of the current one. */
struct dfmto_share_entries {
  const struct dfmto_share_entry_kind *const *kinds; /* by enum dfmto_share_parts */
  uint32_t keep;                                     /* a bit for each kind to keep though it cannot be searched */
  size_t n;                                          /* number so far */
  struct dfmti_buf first;                            /* of size_t, for each input: its first one */
  struct dfmti_buf states;                           /* of struct dfmto_share_entry_state, for each */
  struct dfmti_buf left_out;                         /* of struct dfmto_share_left_out: omitted entries */
  struct dfmto_texts names;                          /* of omitted entries, as they would have been written */
  dfmt_writer *writer;
  bool in_writer; /* the current entry was begun in the writer */
};

/* The current entry. */
struct dfmto_share_in_hand {
  const dfmt_event *ev;
  size_t number;  /* index over all inputs */
  bool head_done; /* its name and comment are filtered */
  struct dfmti_buf name, comment, carrier;
  struct dfmto_share_start start;
  bool named_message; /* its name is that of a protobuf file */
  struct dfmto_share_message message;
};

/* Values to replace, and the search for them. */
struct dfmto_share_learned {
  struct dfmto_share_values values;
  struct dfmto_share_scan scan;
  bool labelled;         /* labels of the caller are among those of the scan */
  uint64_t settled;      /* changes of values up to the end of the first pass */
  uint64_t hits_before;  /* values found before the current text, which is learned from */
  bool found_in_name;    /* then, whether its name or comment had values */
  uint64_t settled_size; /* size of the values in bytes that was last found to be within its limit */
};

/* Verification that nothing is left in the output. */
struct dfmto_share_recheck {
  dfmt_op *check;       /* current check of an output; NULL: none */
  dfmt_source *checked; /* its output, for comparison only, as `check` owns it */
  bool all;             /* scans all of it */
  bool checking;        /* this operation is the check: nothing is learned or written, and a value found is a failure */
  const struct dfmto_share *of;       /* then: the operation with the proofs; NULL: scans everything */
  struct dfmto_share_proving proving; /* of the current text, as written or as checked */
  struct dfmti_buf proofs;            /* of struct dfmto_share_proof: for the output of a single input */
};

struct dfmto_share_sums {
  uint64_t bytes_in, bytes_out, n_lines, n_places;
};

struct dfmto_share {
  dfmt_op *op;
  enum dfmto_share_phase phase;
  enum dfmto_share_pass pass;
  struct dfmto_share_learned learned;
  struct dfmto_share_filter filter;
  struct dfmto_share_input input;
  struct dfmto_share_entries entries;
  struct dfmto_share_in_hand entry;
  struct dfmto_share_nest nest;
  struct dfmto_share_outputs outputs;
  struct dfmto_share_account account;
  struct dfmto_share_sums sums;
  struct dfmto_share_doubts doubts;
  struct dfmto_share_recheck recheck;
};

static inline struct dfmto_share *dfmto_share_of(dfmt_op *op) { return op->state; }

/* Process inputs with entries: phases ENTRY, ENTRY_COPY, ENTRY_END, FINISH. */
dfmt_status dfmto_share_entries_open(struct dfmto_share *s, dfmt_source *from);
dfmt_status dfmto_share_entries_next(struct dfmto_share *s);
dfmt_status dfmto_share_entries_copy(struct dfmto_share *s);
dfmt_status dfmto_share_entries_end(struct dfmto_share *s);
dfmt_status dfmto_share_entries_finish(struct dfmto_share *s);
/* Process a zip in the current entry: phases NEST, NEST_END, NEST_SEND. */
dfmt_status dfmto_share_nest_begin(struct dfmto_share *s);
dfmt_status dfmto_share_nest_end(struct dfmto_share *s);
dfmt_status dfmto_share_nest_send(struct dfmto_share *s);
void dfmto_share_nest_free(struct dfmto_share *s);
/* Opens the parts of a source, and the writer for a sink; NULL: nothing is written. */
dfmt_status dfmto_share_entries_read(struct dfmto_share *s, dfmt_source *from, dfmt_sink *to);
/* Writes to the current entry, which the first write begins; *taken: bytes accepted. */
dfmt_status dfmto_share_entries_write(struct dfmto_share *s, const uint8_t *p, size_t n, uint64_t *taken);
/* Omits the current entry, or copies it if the caller wants to keep its kind. */
dfmt_status dfmto_share_entries_leave_out(struct dfmto_share *s, const struct dfmto_share_why *why);
void dfmto_share_entries_close(struct dfmto_share *s);

/* Functions that differ between kinds of entries; the current one is s->entry.ev. */
struct dfmto_share_entry_kind {
  uint32_t format, variant;
  bool (*is_header)(const dfmt_event *ev); /* precedes all entries */
  bool (*is_entry)(const dfmt_event *ev);
  dfmt_status (*header)(struct dfmto_share *s);
  /* Filters its name and its comment. false: no memory. */
  bool (*head)(struct dfmto_share *s);
  const struct dfmto_share_why *(*why_not)(
      const struct dfmto_share *s); /* NULL, or why it is not searched in any case */
  dfmt_status (*source)(struct dfmto_share *s, dfmt_source **out);
  dfmt_status (*begin)(struct dfmto_share *s, bool changed); /* begins it in the writer */
  dfmt_status (*copy)(struct dfmto_share *s);                /* END or OK: done */
  bool (*is_named_alike)(const struct dfmto_share *s);       /* copy() writes nothing personal in its name */
};
extern const struct dfmto_share_entry_kind dfmto_share_zip_entries, dfmto_share_apport_fields;

/* Filters a name or a comment, into `out`. false: no memory. */
bool dfmto_share_words(struct dfmto_share *s, const char *carrier, dfmt_str text, bool name, struct dfmti_buf *out);
dfmt_status dfmto_share_writer_failed(struct dfmto_share *s);
dfmt_str dfmto_share_str(const struct dfmti_buf *b);
/* out stays NULL if the entry was omitted, or is a zip, which is processed next. */
dfmt_status dfmto_share_payload_source(struct dfmto_share *s, dfmt_source **out);
/* Reads the first bytes, which identify it, and then the rest; user: struct dfmto_share_start. */
dfmt_status dfmto_share_read_start(void *user, void *buf, uint64_t cap, uint64_t *got);
dfmt_status dfmto_share_copy_stored(struct dfmto_share *s);
/* Rewrites the current entry even if its text is unchanged. */
void dfmto_share_entries_change(struct dfmto_share *s);

/* Reads the options: classes to remove, kinds to keep unsearched, the key of placeholders, given names and values. */
dfmt_status dfmto_share_take_options(struct dfmto_share *s);

/* Reads labels of the caller, once. */
dfmt_status dfmto_share_take_labels(struct dfmto_share *s);

/* The check, in check.c; as dfmt_op_check(). */
dfmt_status dfmto_share_check(dfmt_op *op, dfmt_source *of);
/* Frees a running one. */
void dfmto_share_check_end(struct dfmto_share *s);
/* Fails because a value is left in the output. */
dfmt_status dfmto_share_left(struct dfmto_share *s, uint64_t line);
/* The proof of the current text, which was scanned completely. */
struct dfmto_share_proof dfmto_share_proof(const struct dfmto_share *s);
/* Adds the proof of the next entry of the output; false: no memory. */
bool dfmto_share_add_proof(struct dfmto_share *s, struct dfmto_share_proof proof);
/* In a check, the proof of the current text from when it was written; NULL: it must be scanned. */
const struct dfmto_share_proof *dfmto_share_check_proof(const struct dfmto_share *s);
/* Then, whether the text was read back as it was scanned. */
bool dfmto_share_check_holds(const struct dfmto_share *s, const struct dfmto_share_proof *was);

/* Ends the current text. */
void dfmto_share_end_text(struct dfmto_share *s);

/* Sets what the filter does with texts in this pass; place: their entry. */
void dfmto_share_set_filter(struct dfmto_share *s, dfmt_str place);
/* Begins a text in the filter; carrier: its name in the account. */
dfmt_status dfmto_share_begin_text(struct dfmto_share *s, dfmt_str carrier);
dfmt_sink *dfmto_share_sink(const struct dfmto_share *s);

extern const struct dfmto_answer dfmto_share_answers[];

/* Rows of "explained": in explain.c. */
struct dfmto_share_explaining {
  dfmt_share_result result; /* as of every set */
  uint64_t item;            /* the next text of the option */
  unsigned cls;             /* its next class */
  bool any;                 /* it is a value of one before */
};
dfmt_status dfmto_share_put_explained(struct dfmto_set *set, uint64_t i, void *body);

#endif
