/* SPDX-License-Identifier: MIT */
/*
 * A definition is read twice: measured, which finds its end and how much it holds, and then put into one block:
 *
 *   struct dfmti_definition | names of members | their numbers | the order of these | bytes of all strings
 */
#include "definitions.h"

#include <string.h>

#include "base/config.h"
#include "base/crc32.h"
#include "sig_order.h"

/* What a definition holds; the pass that measures has no block to put it in. */
struct pass {
  struct dfmti_cursor c;
  const char *expected; /* of what cannot be read; NULL: an integer */
  size_t members;
  size_t text;     /* bytes of strings */
  dfmt_str *names; /* NULL: measuring */
  int64_t *values;
  uint32_t *order; /* of the numbers */
  char *bytes;
};

static dfmt_status take_str(struct pass *x, dfmt_str *out) {
  dfmt_str s;
  dfmt_status st = dfmti_apitrace_cursor_str(&x->c, &s);
  if (st != DFMT_OK) return st;
  x->text += (size_t)s.len;
  if (!x->bytes || !out) return DFMT_OK;
  if (s.len) memcpy(x->bytes, s.ptr, (size_t)s.len);
  *out = (dfmt_str){x->bytes, s.len};
  x->bytes += s.len;
  return DFMT_OK;
}

static dfmt_status take_typed_int(struct pass *x, int64_t *v) {
  dfmt_status st = dfmti_apitrace_cursor_typed_int(&x->c, v);
  if (st == DFMT_E_ARG) x->expected = "an integer, 03 or 04";
  return st;
}

/* One member: a name and, in enums and bitmasks, a number. */
static dfmt_status take_member(struct pass *x, uint32_t kind, size_t i) {
  int64_t number = 0;
  dfmt_status st = take_str(x, x->names ? &x->names[i] : NULL);
  if (st != DFMT_OK || !dfmti_sig_has_numbers(kind)) return st;
  if (kind == DFMT_APITRACE_SIG_ENUM) {
    st = take_typed_int(x, &number);
  } else {
    uint64_t bits = 0;
    st = dfmti_apitrace_cursor_uint(&x->c, &bits);
    number = (int64_t)bits;
  }
  if (st == DFMT_OK && x->values) x->values[i] = number;
  return st;
}

static dfmt_status take_members(struct pass *x, uint32_t kind) {
  uint64_t count;
  dfmt_status st = dfmti_apitrace_cursor_uint(&x->c, &count);
  for (x->members = 0; st == DFMT_OK && x->members < count; x->members++) st = take_member(x, kind, x->members);
  return st;
}

/* Below version 3 an id of an enum stands for one name and number. */
static dfmt_status take_old_enum(struct pass *x, dfmt_str *name) {
  int64_t number = 0;
  dfmt_status st = take_str(x, name);
  if (st == DFMT_OK) st = take_typed_int(x, &number);
  x->members = 1;
  if (st == DFMT_OK && x->names) {
    x->names[0] = *name;
    x->values[0] = number;
  }
  return st;
}

static dfmt_status take_sig(struct pass *x, uint32_t kind, bool old_enum, dfmt_str *name) {
  if (kind == DFMT_APITRACE_SIG_ENUM && old_enum) return take_old_enum(x, name);
  dfmt_status st = DFMT_OK;
  if (!dfmti_sig_has_numbers(kind)) st = take_str(x, name);
  return st == DFMT_OK ? take_members(x, kind) : st;
}

static dfmt_status take_frame(struct pass *x, dfmt_apitrace_frame *f) {
  dfmt_str *const strings[] = {NULL, &f->module, &f->function, &f->file};
  for (;;) {
    if (x->c.p >= x->c.end) {
      x->c.need = 1;
      return DFMTI_SHORT;
    }
    uint8_t detail = *x->c.p++;
    dfmt_status st;
    if (detail == 0) return DFMT_OK;
    if (detail <= 3)
      st = take_str(x, strings[detail]);
    else if (detail <= 5)
      st = dfmti_apitrace_cursor_uint(&x->c, detail == 4 ? &f->line : &f->function_offset);
    else
      st = DFMT_E_ARG;
    if (st == DFMT_E_ARG) {
      x->c.p--;
      x->expected = "a detail of a stack frame, 00 to 05";
    }
    if (st != DFMT_OK) return st;
    f->present |= 1u << (detail - 1);
  }
}

static dfmt_status take(struct pass *x, uint32_t kind, bool old_enum, struct dfmti_definition *to) {
  dfmt_str unused = {NULL, 0};
  dfmt_apitrace_frame measured = {.present = 0};
  if (kind == DFMTI_TABLE_FRAME) return take_frame(x, to ? &to->is.frame : &measured);
  return take_sig(x, kind, old_enum, to ? &to->is.sig.name : &unused);
}

static dfmt_status bad(const struct dfmti_definition_reader *r, const struct pass *x, dfmt_status st, uint32_t kind,
                       uint64_t at) {
  if (st == DFMTI_SHORT || st == DFMT_OK) return st;
  if (!x->expected)
    return dfmti_fail_at(&r->in->err, DFMT_E_FORMAT, DFMT_ERR_APITRACE_UINT, at, 0, "an integer of more than 64 bits");
  return dfmti_fail_at(&r->in->err, DFMT_E_FORMAT,
                       kind == DFMTI_TABLE_FRAME ? DFMT_ERR_APITRACE_FRAME_DETAIL : DFMT_ERR_APITRACE_ENUM_VALUE, at, 0,
                       "expected %s, found %02x", x->expected, *x->c.p);
}

/* "glDraw*" is a prefix; no names at all: every function. */
bool dfmti_apitrace_is_wanted(const dfmt_config *c, const dfmt_str *name) {
  dfmt_str n;
  size_t i = 0;
  for (; dfmti_config_name(c, DFMT_CFG_APITRACE_FUNCTIONS, i, &n); i++) {
    bool prefix = n.len && n.ptr[n.len - 1] == '*';
    uint64_t len = n.len - prefix;
    if (prefix ? name->len < len : name->len != len) continue;
    if (len == 0 || memcmp(name->ptr, n.ptr, (size_t)len) == 0) return true;
  }
  return i == 0;
}

static void finish_sig(const struct dfmti_definition_reader *r, struct dfmti_definition *def, uint32_t kind,
                       uint32_t id, const struct pass *x) {
  dfmt_apitrace_sig *s = &def->is.sig;
  s->head = (dfmt_head){sizeof *s, DFMT_TYPE_APITRACE_SIG};
  s->kind = kind;
  s->id = id;
  s->members = x->names;
  s->n_members = x->members;
  s->member_values = x->values;
  s->n_member_values = x->values ? x->members : 0;
  s->lookup_order = x->values ? x->order : NULL;
  s->def_offset = r->told;
  if (kind != DFMT_APITRACE_SIG_FUNCTION) return;
  s->flags = dfmt_apitrace_name_flags(s->name.ptr, s->name.len);
  def->wanted = dfmti_apitrace_is_wanted(r->config, &s->name);
  if (s->n_members == 0 && s->name.len == 10 && memcmp(s->name.ptr, "glGetError", 10) == 0) r->d->last_get_error = def;
}

static dfmt_status bad_id(const struct dfmti_definition_reader *r, uint64_t id, uint64_t offset) {
  return dfmti_fail_at(&r->in->err, DFMT_E_FORMAT, DFMT_ERR_APITRACE_ID, offset, 0, "id %llu is above 2^32-1",
                       (unsigned long long)id);
}

/* The second pass, which cannot fail. */
static void fill(const struct dfmti_definition_reader *r, struct dfmti_definition *def, uint32_t kind, uint32_t id,
                 struct dfmti_cursor start, const struct pass *measured) {
  bool numbers = dfmti_sig_has_numbers(kind);
  struct pass x = {.c = start};
  x.names = (dfmt_str *)(void *)(def + 1);
  int64_t *values = (int64_t *)(void *)(x.names + measured->members);
  x.values = numbers ? values : NULL;
  x.order = (uint32_t *)(void *)(values + measured->members);
  x.bytes = (char *)(numbers ? (void *)(x.order + measured->members) : values);
  take(&x, kind, r->d->old_enums, def);
  if (kind != DFMTI_TABLE_FRAME) {
    finish_sig(r, def, kind, id, &x);
    return;
  }
  def->is.frame.head = (dfmt_head){sizeof def->is.frame, DFMT_TYPE_APITRACE_FRAME};
  def->is.frame.id = id;
  def->is.frame.def_offset = r->told;
}

static bool block_size(const struct pass *x, uint32_t kind, size_t *size) {
  size_t members, each = sizeof(dfmt_str) + (dfmti_sig_has_numbers(kind) ? sizeof(int64_t) + sizeof(uint32_t) : 0);
  return x->members <= UINT32_MAX && dfmti_mul(x->members, each, &members) && dfmti_add(members, x->text, size) &&
         dfmti_add(*size, sizeof(struct dfmti_definition), size);
}

/* Of what the block has room for. It fails before anything is kept. */
static dfmt_status put_in_order(const struct dfmti_definition_reader *r, struct dfmti_definition *def,
                                uint64_t fault_at) {
  dfmt_apitrace_sig *s = &def->is.sig;
  enum dfmti_order_result made =
      dfmti_apitrace_sig_order(&r->in->mem, s->kind, s->member_values, (size_t)s->n_member_values, r->max_flags,
                               (uint32_t *)(uintptr_t)s->lookup_order, &s->n_lookup_order);
  if (made == DFMTI_ORDER_NO_MEMORY) return dfmti_fail_mem(&r->in->err, &r->in->mem);
  if (made == DFMTI_ORDER_MADE) return DFMT_OK;
  return dfmti_fail_own_limit(&r->in->err, dfmti_option_in(dfmti_apitrace_options, DFMT_CFG_APITRACE_MAX_FLAGS),
                              DFMT_ERR_APITRACE_MAX_FLAGS, fault_at, s->n_members);
}

static dfmt_status intern(const struct dfmti_definition_reader *r, uint32_t kind, uint32_t id, uint64_t offset,
                          struct dfmti_cursor start, const struct pass *measured, uint64_t fault_at,
                          struct dfmti_definition **out) {
  size_t size;
  if (!block_size(measured, kind, &size)) return dfmti_fail(&r->in->err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
  if (size > r->in->max_table || r->d->used > r->in->max_table - size)
    return dfmti_fail_limit(&r->in->err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, fault_at, 2 * (r->d->used + size));
  if (!dfmti_apitrace_id_reserve(&r->in->mem, &r->d->table[kind], id)) return dfmti_fail_mem(&r->in->err, &r->in->mem);
  struct dfmti_definition *def = dfmti_alloc(&r->in->mem, size);
  if (!def) return dfmti_fail_mem(&r->in->err, &r->in->mem);
  memset(def, 0, sizeof *def);
  def->size = size;
  def->def_offset = def->read_at = offset;
  def->kind = kind;
  def->id = id;
  fill(r, def, kind, id, start, measured);
  dfmt_status st = dfmti_sig_has_numbers(kind) ? put_in_order(r, def, fault_at) : DFMT_OK;
  if (st != DFMT_OK) {
    dfmti_free(&r->in->mem, def, size);
    return st;
  }
  def->next = r->d->all;
  r->d->all = def;
  r->d->used += size;
  dfmti_apitrace_id_put(&r->d->table[kind], id, def);
  *out = def;
  return DFMT_OK;
}

/* No names, no members, no details: an empty definition. */
dfmt_status dfmti_apitrace_stand_in(const struct dfmti_definition_reader *r, uint32_t kind, uint64_t id,
                                    uint64_t offset, const struct dfmti_definition **out) {
  static const uint8_t nothing[DFMTI_UINT_MAX_BYTES];
  const struct pass measured = {.members = 0};
  struct dfmti_definition *def = dfmti_id_find(&r->d->table[kind], id);
  *out = def;
  if (def) return DFMT_OK; /* read again after it was cut */
  if (id > UINT32_MAX) return bad_id(r, id, offset);
  dfmt_status st = intern(r, kind, (uint32_t)id, offset, (struct dfmti_cursor){.p = nothing, .end = nothing + 1},
                          &measured, offset, &def);
  if (st != DFMT_OK) return st;
  def->def_offset = DFMTI_NOWHERE;
  *(kind == DFMTI_TABLE_FRAME ? &def->is.frame.def_offset : &def->is.sig.def_offset) = DFMTI_NOWHERE;
  *out = def;
  return DFMT_OK;
}

enum { NAME_LEAST = 3, NAME_USUAL = 128 };

static bool is_letter(uint8_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

bool dfmti_apitrace_is_name(const dfmt_str *s) { return s->len >= NAME_LEAST && dfmti_apitrace_is_word(s); }

bool dfmti_apitrace_is_word(const dfmt_str *s) {
  if (s->len == 0 || s->len > NAME_USUAL || !(is_letter((uint8_t)*s->ptr) || *s->ptr == '_')) return false;
  for (uint64_t i = 1; i < s->len; i++) {
    uint8_t c = (uint8_t)s->ptr[i];
    if (!is_letter(c) && !(c >= '0' && c <= '9') && !strchr("_:.-", c)) return false;
  }
  return true;
}

static bool is_sound(const struct dfmti_definition *x) {
  const dfmt_apitrace_sig *sig = &x->is.sig;
  if (x->kind == DFMTI_TABLE_FRAME || x->def_offset == DFMTI_NOWHERE) return false;
  if (!dfmti_sig_has_numbers(x->kind)) return dfmti_apitrace_is_name(&sig->name);
  uint64_t i = 0;
  while (i < sig->n_members && dfmti_apitrace_is_name(&sig->members[i])) i++;
  return i > 0 && i == sig->n_members;
}

void dfmti_apitrace_definitions_take_back(struct dfmti_definitions *d, struct dfmti_mem *m, uint64_t offset) {
  for (struct dfmti_definition **at = &d->all, *x; (x = *at) && x->read_at >= offset;) { /* the newest come first */
    if (is_sound(x)) {
      at = &x->next;
      continue;
    }
    *at = x->next;
    dfmti_apitrace_id_remove(&d->table[x->kind], x->id);
    if (d->last_get_error == x) d->last_get_error = NULL;
    d->used -= x->size;
    dfmti_free(m, x, x->size);
  }
}

/* 0 is for "none". */
static uint32_t digest(const uint8_t *start, const uint8_t *end) {
  uint32_t crc = dfmti_crc32(0, start, (size_t)(end - start));
  return crc ? crc : 1;
}

/* Whose it is. Not by the seed of hash tables, which several readers may have. */
static void mark(struct dfmti_definitions *d, dfmt_apitrace_sig *sig, const uint8_t *start, const uint8_t *end) {
  if (!d->origin.b) d->origin = dfmti_hash_key(0);
  sig->origin_1 = (uint32_t)d->origin.a;
  sig->origin_2 = (uint32_t)(d->origin.a >> 32);
  sig->origin_3 = (uint32_t)d->origin.b;
  sig->origin_4 = (uint32_t)(d->origin.b >> 32);
  sig->digest = digest(start, end);
}

dfmt_status dfmti_apitrace_intern(const struct dfmti_definition_reader *r, uint32_t kind, uint64_t id, uint64_t offset,
                                  struct dfmti_cursor *c, uint64_t fault_at, const struct dfmti_definition **out) {
  if (id > UINT32_MAX) return bad_id(r, id, offset);
  struct pass x = {.c = *c};
  dfmt_status st = take(&x, kind, r->d->old_enums, NULL);
  if (st != DFMT_OK) {
    c->need = x.c.need;
    return bad(r, &x, st, kind, fault_at + (uint64_t)(x.c.p - c->p));
  }
  struct dfmti_definition *def = dfmti_id_find(&r->d->table[kind], id);
  bool fresh = !def;
  if (fresh) st = intern(r, kind, (uint32_t)id, offset, *c, &x, fault_at, &def);
  if (st != DFMT_OK) return st;
  if (fresh && kind != DFMTI_TABLE_FRAME) mark(r->d, &def->is.sig, c->p, x.c.p);
  *out = def;
  *c = x.c;
  return DFMT_OK;
}

bool dfmti_apitrace_definitions_share(struct dfmti_mem *m, struct dfmti_definitions *d,
                                      const struct dfmti_definitions *from) {
  *d = (struct dfmti_definitions){.last_get_error = from->last_get_error, .old_enums = from->old_enums};
  for (size_t i = 0; i < DFMTI_TABLES; i++) {
    if (dfmti_apitrace_id_copy(m, &d->table[i], &from->table[i])) continue;
    dfmti_apitrace_definitions_free(m, d);
    return false;
  }
  return true;
}

void dfmti_apitrace_definitions_restart(struct dfmti_mem *m, struct dfmti_definitions *d) {
  /* to clear a large one each time takes longer */
  for (size_t i = 0; i < DFMTI_TABLES; i++) dfmti_apitrace_id_free(m, &d->table[i]);
  d->last_get_error = NULL;
  d->origin = (struct dfmti_hash_key){0, 0}; /* ids may be defined otherwise from here on */
}

void dfmti_apitrace_definitions_free(struct dfmti_mem *m, struct dfmti_definitions *d) {
  while (d->all) {
    struct dfmti_definition *next = d->all->next;
    dfmti_free(m, d->all, d->all->size);
    d->all = next;
  }
  for (size_t i = 0; i < DFMTI_TABLES; i++) dfmti_apitrace_id_free(m, &d->table[i]);
  *d = (struct dfmti_definitions){0};
}
