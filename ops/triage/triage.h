/* SPDX-License-Identifier: MIT */
/* Internals of triage. Texts are numbers in a list of texts. */
#ifndef DFMTO_TRIAGE_H
#define DFMTO_TRIAGE_H

#include "list.h"
#include "nested.h"
#include "op/answers.h"
#include "op/op.h"
#include "op/texts.h"
#include "patterns.h"
#include "types.h"

/* A finding: its row, without texts, which are set when the row is requested. */
struct dfmto_triage_finding {
  dfmt_triage_finding row;                                                    /* its texts and arrays are not valid */
  uint32_t kind, process, time, signature, address_signature, title, message; /* texts; only if present */
  uint32_t apport_signature, basis, first_time, exception, known_as, frame;   /* the same */
  size_t first;                                                               /* index of its evidence */
  size_t from;                                                                /* index of its input in `inputs` */
  bool weak; /* nothing but process and signal tells of it: never joined with another */
};

struct dfmto_triage_evidence {
  uint64_t offset, line, call_number;
  uint32_t present, entry, section;
};

struct dfmto_triage_input {
  dfmt_triage_result row;
  uint32_t file, format, problem; /* texts; only if present */
  uint32_t rules;                 /* a text; empty: those that are compiled in */
};

struct dfmto_triage {
  dfmt_op *op;
  struct dfmto_texts texts;
  struct dfmto_texts known; /* signatures; the first n_known are known */
  size_t n_known;
  struct dfmti_buf bugs;                 /* of uint32_t, for each of these: number of a text, plus 1; 0: none */
  struct dfmto_triage_patterns patterns; /* of reports that are known, too */
  uint32_t known_as;                     /* as in `bugs`, of the finding that is being taken */
  bool has_known, has_rules;
  char rules[17];                              /* what they are called; empty: those that are compiled in */
  struct dfmti_buf findings, evidence, inputs; /* of the structs above */
  uint64_t n_more;                             /* inputs of lists that were inputs, beyond one for each list */
  struct dfmto_triage_list list;
  /* The current input: */
  size_t first_input;  /* index in `inputs` */
  dfmt_source *source; /* seekable; the operation's, or the copy of a zip in it */
  uint32_t format;
  bool wrapped; /* it may stand in something else: an archive, another text, gzip */
  bool walks;   /* its rows have been read: through its entries */
  bool is_zip;  /* there may be others in it */
  bool salvage; /* the source is damaged, and read in salvage mode */
  size_t first; /* index of its findings */
  uint64_t n_known_before;
  struct dfmto_triage_level level[DFMTO_TRIAGE_LEVELS];
  size_t n_levels;         /* zips that the source is in */
  struct dfmti_buf prefix; /* of names of entries: those zips, "a.zip!b.zip!" */
  struct dfmti_buf places; /* of dfmt_triage_evidence: of the row that is being taken */
  struct dfmti_buf title;  /* of that row */
  dfmt_rows *rows;
  const dfmt_head *row; /* current, not yet taken */
  uint64_t n;           /* rows since the last progress call */
};

static inline struct dfmto_triage_input *dfmto_triage_in_hand(struct dfmto_triage *x) {
  return (struct dfmto_triage_input *)(void *)(x->inputs.ptr + x->inputs.len) - 1;
}

/* Anything is known. */
static inline bool dfmto_triage_knows(const struct dfmto_triage *x) {
  return x->n_known > 0 || x->patterns.all.len > 0;
}

/* ---- take.c: rows of the library become findings of the current input. OK, E_NOMEM, E_LIMIT ---- */
dfmt_status dfmto_triage_take(struct dfmto_triage *x, const dfmt_head *row);

/* Whether a signature is known, and as what. false: no memory. */
bool dfmto_triage_look_up(struct dfmto_triage *x, dfmt_str signature, bool *known);

/* Adds a finding of an input, an index in `inputs`. known: it is already known to be. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmto_triage_add(struct dfmto_triage *x, const dfmt_triage_finding *row, bool known, size_t from);

/* Reads the option's texts, once. */
dfmt_status dfmto_triage_known(struct dfmto_triage *x);

/* Checks the rules that the tables will use, and names them, once: rules.c. OK, E_ARG, E_NOMEM, E_LIMIT. */
dfmt_status dfmto_triage_rules(struct dfmto_triage *x);

/* Keeps what names an input's rules. false: no memory. */
bool dfmto_triage_name_rules(struct dfmto_triage *x, dfmt_str name, struct dfmto_triage_input *in);

/* Whether a text is such a name. */
bool dfmto_triage_is_rules(dfmt_str name);

/* Whether an input has those of the first one, as signatures of others do not compare. OK, E_UNSUPPORTED. */
dfmt_status dfmto_triage_same_rules(struct dfmto_triage *x, const struct dfmto_triage_input *in);

/* The name of a format's table of findings; NULL: none. */
const char *dfmto_triage_table(uint32_t format);

/* Stores a text, which may be empty. false: no memory. */
bool dfmto_triage_keep(struct dfmto_triage *x, dfmt_str s, uint32_t *number);

/* ---- rows.c ---- */
extern const struct dfmto_answer dfmto_triage_answers[];

/* The row of a finding, without files; its evidence is appended. OK, E_NOMEM. */
dfmt_status dfmto_triage_row(const struct dfmto_triage *x, size_t finding, dfmt_triage_finding *row,
                             struct dfmti_buf *evidence);
/* The row of an input. */
void dfmto_triage_input_row(const struct dfmto_triage *x, size_t input, dfmt_triage_result *row);

#endif
