/* SPDX-License-Identifier: MIT */
/*
 * The five tables of definitions, spec 6.1. A definition stands inline where its id first occurs. It is interned
 * whole: a block of memory that holds the public struct, its arrays and strings, and lives until the tables are freed.
 *
 * An id is followed by a definition iff it is unknown, or known from this very position: so an event can be read again
 * after it was cut by the window's end, and reading can begin anywhere with the tables of the whole file.
 */
#ifndef DFMTI_APITRACE_DEFINITIONS_H
#define DFMTI_APITRACE_DEFINITIONS_H

#include "apitrace.h"
#include "base/hash_key.h"
#include "id_table.h"
#include "io/stream.h"
#include "wire.h"

enum { DFMTI_TABLE_FRAME = 5, DFMTI_TABLES = 6 }; /* after DFMT_APITRACE_SIG_*, which number the others */

struct dfmti_definition {
  struct dfmti_definition *next;
  size_t size;                  /* bytes of the block */
  uint64_t def_offset, read_at; /* in the event stream: of its id; the same, if there is no definition in the data */
  uint32_t kind, id;
  bool wanted; /* function: passes the filter of names */
  union {
    dfmt_apitrace_sig sig;
    dfmt_apitrace_frame frame;
  } is;
  uint8_t tail[DFMTI_BODY_TAIL];
};

struct dfmti_definitions {
  struct dfmti_id_table table[DFMTI_TABLES];
  struct dfmti_definition *all;
  const struct dfmti_definition *last_get_error; /* the glGetError defined last, spec 8.5 */
  uint64_t used;                                 /* bytes, for MAX_TABLE */
  bool old_enums;                                /* versions below 3 */
  struct dfmti_hash_key origin;                  /* of those that are interned; made with the first */
};

/* What is needed to read one. */
struct dfmti_definition_reader {
  struct dfmti_definitions *d;
  struct dfmti_stream *in;
  const dfmt_config *config;
  uint64_t max_flags;
  uint64_t told; /* the offset that users are told */
};

/* Of the tables that are interned: enums and bitmasks have a number for each member, functions and structs a name. */
static inline bool dfmti_sig_has_numbers(uint32_t kind) {
  return kind == DFMT_APITRACE_SIG_ENUM || kind == DFMT_APITRACE_SIG_BITMASK;
}

/* The definition of an id, if it is known and not from `offset`, where the id stands now; else NULL. */
static inline const struct dfmti_definition *dfmti_definition_known(const struct dfmti_definitions *d, uint32_t kind,
                                                                    uint64_t id, uint64_t offset) {
  const struct dfmti_definition *x = dfmti_id_find(&d->table[kind], id);
  return x && x->def_offset != offset ? x : NULL;
}

/*
 * Reads the definition that follows an id; c stands after the id, and after the definition afterwards. It is interned
 * unless it has been before. OK; SHORT (c->need); E_FORMAT, E_LIMIT, E_NOMEM with the error filled in; nothing is
 * changed then. fault_at is the offset of c->p.
 */
dfmt_status dfmti_apitrace_intern(const struct dfmti_definition_reader *x, uint32_t kind, uint64_t id, uint64_t offset,
                                  struct dfmti_cursor *c, uint64_t fault_at, const struct dfmti_definition **out);

#define DFMTI_NOWHERE UINT64_MAX /* def_offset of a definition that was lost */

/*
 * Of an id whose definition was lost: one without names stands for it from now on. For enums of version 3 and above,
 * bitmasks and stack frames, which can be read without. OK, E_FORMAT, E_LIMIT, E_NOMEM as dfmti_apitrace_intern().
 */
dfmt_status dfmti_apitrace_stand_in(const struct dfmti_definition_reader *x, uint32_t kind, uint64_t id,
                                    uint64_t offset, const struct dfmti_definition **out);

/*
 * Forgets the definitions that stood at an offset of the event stream or after it, in a malformed event, but for those
 * whose names are such as programs have: they came before the damage.
 */
void dfmti_apitrace_definitions_take_back(struct dfmti_definitions *d, struct dfmti_mem *m, uint64_t offset);

/* As programs name functions and properties: some letters, digits and marks between them. A word may be short. */
bool dfmti_apitrace_is_name(const dfmt_str *s);
bool dfmti_apitrace_is_word(const dfmt_str *s);

/* Whether a function passes the filter DFMT_CFG_APITRACE_FUNCTIONS. */
bool dfmti_apitrace_is_wanted(const dfmt_config *c, const dfmt_str *name);

/* Makes empty tables know all that others do, whose definitions stay theirs. false: no memory. */
bool dfmti_apitrace_definitions_share(struct dfmti_mem *m, struct dfmti_definitions *d,
                                      const struct dfmti_definitions *from);

/* Forgets all ids; the definitions stay alive. */
void dfmti_apitrace_definitions_restart(struct dfmti_mem *m, struct dfmti_definitions *d);
void dfmti_apitrace_definitions_free(struct dfmti_mem *m, struct dfmti_definitions *d);

#endif
