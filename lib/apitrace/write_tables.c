/* SPDX-License-Identifier: MIT */
/*
 * What is defined already, spec 6.2: of each definition the bytes that were written, so that one that comes under
 * the same id can be compared with it. To do that at each use would be slow, as one enumeration of OpenGL has 3514
 * names. So
 *
 *   the address was seen in this very record    it is the same
 *   it has the origin of the one seen there     it is the same: a reader never changes what it has handed out
 *   else                                        all is compared
 *
 * A reader that was freed may have left its addresses to another, so that an address alone proves nothing.
 */
#include "write.h"

#include <string.h>

#include "base/growth.h"

struct dfmti_known_id {
  uint32_t kind, id;
};

size_t dfmti_apitrace_known_count(const struct dfmti_known_tables *t) {
  return t->all.len / sizeof(struct dfmti_known_id);
}

void dfmti_apitrace_known_cut(struct dfmti_mem *m, struct dfmti_known_tables *t, size_t n) {
  const struct dfmti_known_id *all = (const struct dfmti_known_id *)(const void *)t->all.ptr;
  for (size_t i = dfmti_apitrace_known_count(t); i > n; i--) {
    struct dfmti_known *k = dfmti_id_find(&t->table[all[i - 1].kind], all[i - 1].id);
    dfmti_apitrace_id_remove(&t->table[all[i - 1].kind], all[i - 1].id);
    t->used -= sizeof *k + k->len;
    dfmti_free(m, k, sizeof *k + k->len);
  }
  t->all.len = n * sizeof *all;
}

void dfmti_apitrace_known_free(struct dfmti_mem *m, struct dfmti_known_tables *t) {
  dfmti_apitrace_known_cut(m, t, 0);
  for (size_t i = 0; i < DFMTI_TABLES; i++) dfmti_apitrace_id_free(m, &t->table[i]);
  dfmti_buf_free(m, &t->all);
  dfmti_buf_free(m, &t->scratch);
  *t = (struct dfmti_known_tables){0};
}

/* ---- definitions as bytes ---- */

static uint8_t *scratch_room(dfmt_writer *w, uint64_t n) {
  struct dfmti_buf *b = &((struct dfmti_apitrace_writer *)w->state)->known.scratch;
  if (n <= SIZE_MAX && dfmti_buf_reserve(&w->out.mem, b, (size_t)n)) return b->ptr + b->len;
  dfmti_fail_mem(&w->out.err, &w->out.mem);
  return NULL;
}

static void scratch_end(dfmt_writer *w, const uint8_t *end) {
  struct dfmti_buf *b = &((struct dfmti_apitrace_writer *)w->state)->known.scratch;
  b->len = (size_t)(end - b->ptr);
}

static dfmt_status scratch_str(dfmt_writer *w, const dfmt_str *s) {
  if (!dfmti_is_str(s))
    return dfmti_apitrace_refuse(w, DFMT_ERR_APITRACE_TREE, "a string of a definition has a length but no bytes");
  uint8_t *p = s->len <= UINT64_MAX - DFMTI_UINT_BYTES ? scratch_room(w, DFMTI_UINT_BYTES + s->len) : NULL;
  if (!p) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  scratch_end(w, dfmti_emit_bytes(p, s->ptr, s->len));
  return DFMT_OK;
}

static dfmt_status scratch_number(dfmt_writer *w, uint32_t kind, uint64_t v) {
  uint8_t *p = scratch_room(w, 1 + DFMTI_UINT_BYTES);
  if (!p) return w->out.err.e.status;
  scratch_end(w, kind == DFMT_APITRACE_SIG_ENUM ? dfmti_emit_typed_int(p, (int64_t)v) : dfmti_emit_uint(p, v));
  return DFMT_OK;
}

static dfmt_status write_sig(dfmt_writer *w, const void *what) {
  const dfmt_apitrace_sig *s = what;
  bool named = !dfmti_sig_has_numbers(s->kind);
  dfmt_status st = named ? scratch_str(w, &s->name) : DFMT_OK;
  if (st == DFMT_OK) st = scratch_number(w, 0, s->n_members);
  for (uint64_t i = 0; st == DFMT_OK && i < s->n_members; i++) {
    st = scratch_str(w, &s->members[i]);
    if (st == DFMT_OK && !named) st = scratch_number(w, s->kind, (uint64_t)s->member_values[i]);
  }
  return st;
}

/* Details in ascending order, spec 11.1. */
static dfmt_status write_frame(dfmt_writer *w, const void *what) {
  const dfmt_apitrace_frame *f = what;
  const dfmt_str *const strings[] = {&f->module, &f->function, &f->file};
  const uint64_t numbers[] = {f->line, f->function_offset};
  dfmt_status st = DFMT_OK;
  for (uint32_t i = 0; st == DFMT_OK && i < 5; i++) {
    if (!(f->present & 1u << i)) continue;
    st = scratch_number(w, 0, i + 1);
    if (st == DFMT_OK) st = i < 3 ? scratch_str(w, strings[i]) : scratch_number(w, 0, numbers[i - 3]);
  }
  return st == DFMT_OK ? scratch_number(w, 0, 0) : st;
}

/* ---- ids ---- */

static const char *const names[DFMTI_TABLES] = {[DFMT_APITRACE_SIG_FUNCTION] = "function",
                                                [DFMT_APITRACE_SIG_STRUCT] = "struct",
                                                [DFMT_APITRACE_SIG_ENUM] = "enum",
                                                [DFMT_APITRACE_SIG_BITMASK] = "bitmask",
                                                [DFMTI_TABLE_FRAME] = "stack frame"};

/* Remembers the definition in `scratch` under an id that has none. NULL: E_NOMEM, E_LIMIT. */
static struct dfmti_known *learn(dfmt_writer *w, uint32_t kind, uint32_t id) {
  struct dfmti_known_tables *t = &((struct dfmti_apitrace_writer *)w->state)->known;
  size_t size = sizeof(struct dfmti_known) + t->scratch.len;
  const uint64_t most = dfmti_config_value(&w->config, DFMT_CFG_MAX_TABLE);
  if (size > most || t->used > most - size) {
    dfmti_fail_limit(&w->out.err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, 0, 2 * (t->used + size));
    return NULL;
  }
  struct dfmti_known *k = NULL;
  if (dfmti_apitrace_id_reserve(&w->out.mem, &t->table[kind], id) &&
      dfmti_buf_reserve(&w->out.mem, &t->all, sizeof(struct dfmti_known_id)))
    k = dfmti_alloc(&w->out.mem, size);
  if (!k) {
    dfmti_fail_mem(&w->out.err, &w->out.mem);
    return NULL;
  }
  k->len = t->scratch.len;
  memcpy(k->bytes, t->scratch.ptr, k->len);
  dfmti_apitrace_id_put(&t->table[kind], id, k);
  const struct dfmti_known_id entry = {kind, id};
  memcpy(t->all.ptr + t->all.len, &entry, sizeof entry);
  t->all.len += sizeof entry;
  t->used += size;
  return k;
}

struct definition {
  uint32_t kind, id;
  const void *what;
  const dfmt_apitrace_sig *sig; /* which it is; NULL: a frame */
  dfmt_status (*write)(dfmt_writer *w, const void *what);
};

/* That of a frame, and of a program's struct from before there was such a member, is nobody's. */
static struct dfmti_origin origin_of(const struct definition *d) {
  const dfmt_apitrace_sig *s = d->sig;
  if (!s || s->head.size < DFMTI_UP_TO(dfmt_apitrace_sig, origin_4)) return (struct dfmti_origin){{0}};
  return (struct dfmti_origin){{s->origin_1, s->origin_2, s->origin_3, s->origin_4}};
}

/* It need not be compared. */
static bool is_as_seen(const struct dfmti_known *k, const struct definition *d) {
  static const struct dfmti_origin nobody;
  const struct dfmti_origin origin = origin_of(d);
  return d->sig && k->seen == d->what && memcmp(&k->origin, &origin, sizeof origin) == 0 &&
         memcmp(&origin, &nobody, sizeof origin) != 0 && k->members == d->sig->members && k->name == d->sig->name.ptr;
}

static void remember(struct dfmti_known *k, const struct definition *d, uint64_t record) {
  k->seen = d->what;
  k->origin = origin_of(d);
  k->name = d->sig ? d->sig->name.ptr : NULL;
  k->members = d->sig ? d->sig->members : NULL;
  k->record = record;
}

static dfmt_status put(dfmt_writer *w, const struct definition *d) {
  struct dfmti_apitrace_writer *s = w->state;
  struct dfmti_known *k = dfmti_id_find(&s->known.table[d->kind], d->id);
  struct dfmti_buf *scratch = &s->known.scratch;
  scratch->len = 0;
  if (!k || !is_as_seen(k, d)) {
    dfmt_status st = d->write(w, d->what);
    if (st != DFMT_OK) return st;
    if (k && (k->len != scratch->len || memcmp(k->bytes, scratch->ptr, k->len) != 0))
      return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_APITRACE_CONFLICT, "%s %u already has a different definition",
                        names[d->kind], (unsigned)d->id);
    if (k) scratch->len = 0;
  }
  uint8_t *p = dfmti_emit_room(w, DFMTI_UINT_BYTES + (uint64_t)scratch->len);
  if (!p) return w->out.err.e.status;
  if (!k) k = learn(w, d->kind, d->id);
  if (!k) return w->out.err.e.status;
  remember(k, d, s->record);
  p = dfmti_emit_uint(p, d->id);
  if (scratch->len) memcpy(p, scratch->ptr, scratch->len);
  dfmti_emitted(s, p + scratch->len);
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_put_sig(dfmt_writer *w, uint32_t kind, const dfmt_apitrace_sig *sig) {
  struct dfmti_apitrace_writer *s = w->state;
  if (!sig || sig->kind != kind)
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_APITRACE_TREE,
                      "a %s has no signature, or one of the wrong kind",
                      kind == DFMT_APITRACE_SIG_FUNCTION ? "call" : names[kind]);
  const struct dfmti_known *k = dfmti_id_find(&s->known.table[kind], sig->id);
  if (k && k->seen == sig && k->record == s->record) {
    uint8_t *p = dfmti_emit_room(w, DFMTI_UINT_BYTES);
    if (!p) return w->out.err.e.status;
    dfmti_emitted(s, dfmti_emit_uint(p, sig->id));
    return DFMT_OK;
  }
  if ((sig->n_members && !sig->members) || !dfmti_is_str(&sig->name) ||
      (dfmti_sig_has_numbers(kind) &&
       (sig->n_member_values != sig->n_members || (sig->n_member_values && !sig->member_values))))
    return dfmti_apitrace_refuse(w, DFMT_ERR_APITRACE_TREE, "a signature lacks its name, members or values");
  return put(w, &(struct definition){kind, sig->id, sig, sig, write_sig});
}

dfmt_status dfmti_apitrace_put_frame(dfmt_writer *w, const dfmt_apitrace_frame *frame) {
  static const dfmt_str none = {"", 0};
  if (!frame) return dfmti_fail_arg(&w->out.err, "a stack frame is missing");
  dfmt_apitrace_frame f = *frame;
  if (!(f.present & DFMT_APITRACE_FRAME_HAS_MODULE)) f.module = none;
  if (!(f.present & DFMT_APITRACE_FRAME_HAS_FUNCTION)) f.function = none;
  if (!(f.present & DFMT_APITRACE_FRAME_HAS_FILE)) f.file = none;
  if (!(f.present & DFMT_APITRACE_FRAME_HAS_LINE)) f.line = 0;
  if (!(f.present & DFMT_APITRACE_FRAME_HAS_FUNCTION_OFFSET)) f.function_offset = 0;
  if (!dfmti_is_str(&f.module) || !dfmti_is_str(&f.function) || !dfmti_is_str(&f.file))
    return dfmti_fail_arg(&w->out.err, "a string of a stack frame has a length but no bytes");
  return put(w, &(struct definition){DFMTI_TABLE_FRAME, f.id, frame, NULL, write_frame});
}
