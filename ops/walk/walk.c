/* SPDX-License-Identifier: MIT */
/*
 * BEGIN -> NAME -> TAKE -> LEAVE -> NAME (of the next file, or of the first one in this) … -> OVER
 *
 * A step completes, or changes nothing and is done again.
 */
#include "walk.h"

#include <string.h>

#include "op/reading.h"

enum { BEGIN, NAME, TAKE, LEAVE, OVER };
enum { GIVE = DFMT_AGAIN + 1 }; /* of a step: the caller gets a file */

static const struct dfmto_spool no_copy;

/* ---- levels ---- */

static void leave_level(struct dfmt_walk *x) {
  struct dfmto_walk_level *l = &x->level[--x->n];
  dfmto_walk_archive_close(&l->archive);
  dfmto_spool_free(&l->copy);
}

/* `of`: the input, or the current file, whose copy is then the level's. */
static dfmt_status enter(struct dfmt_walk *x, dfmt_source *of, bool report) {
  struct dfmto_walk_level *l = &x->level[x->n];
  if (!dfmti_buf_reserve(&x->op->mem, &x->name, 1) || dfmto_walk_archive_open(&l->archive, x->op, of) != DFMT_OK)
    return dfmto_no_memory(x->op);
  if (x->n) (void)dfmti_buf_append(&x->op->mem, &x->name, "!", 1);
  l->copy = x->op->spool;
  l->prefix = x->name.len;
  l->report = report;
  l->damaged = x->cut;
  x->op->spool = no_copy;
  x->n++;
  return DFMT_OK;
}

/* ---- a file ---- */

static bool is_damage(dfmt_status st) { return dfmto_is_damage(st) || st == DFMT_E_UNSUPPORTED; }

/* Goes to the next one of the level, or leaves it. */
static dfmt_status name(struct dfmt_walk *x) {
  struct dfmto_walk_level *l = &x->level[x->n - 1];
  const struct dfmti_buf *found = &l->archive.name;
  dfmt_status st = dfmto_walk_archive_next(&l->archive);
  if (st < 0) dfmti_errors_copy(&x->op->err, &l->archive.err);
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM) return st;
  x->name.len = l->prefix;
  if (st == DFMT_OK) {
    if (!dfmti_buf_append(&x->op->mem, &x->name, found->ptr, found->len)) return dfmto_no_memory(x->op);
    x->stage = TAKE;
    return DFMT_OK;
  }
  const bool told = st == DFMT_END || (is_damage(st) && l->damaged);
  leave_level(x);
  x->any = x->any || !told;
  if (x->n == 0) x->stage = OVER;
  if (x->n || x->any) return told ? DFMT_OK : st;
  x->name.len = 0;
  return GIVE; /* itself */
}

/* END: it is in no format, or in a report and no archive. Of what is damaged, what could be copied is looked at. */
static dfmt_status copy(struct dfmt_walk *x, struct dfmto_walk_level *l) {
  dfmt_status st = x->cut ? DFMT_OK : dfmto_spool_copy(x->op, l->archive.file);
  if (st < 0 && l->archive.err.e.status == st) dfmti_errors_copy(&x->op->err, &l->archive.err);
  const bool unknown = st == DFMT_E_UNSUPPORTED && x->op->err.e.number == DFMT_ERR_UNKNOWN_FORMAT;
  if (unknown || (l->report && is_damage(st))) return DFMT_END;
  if (is_damage(st)) {
    x->cut = true;
    x->held = st;
    dfmti_errors_copy(&x->error, &x->op->err);
  }
  return x->cut && !x->op->spool.source ? dfmto_spool_finish(x->op, &x->op->spool) : st;
}

static bool is_zip(const struct dfmti_buf *name) {
  return name->len >= 4 && memcmp(name->ptr + name->len - 4, ".zip", 4) == 0;
}

/* Whether the caller gets it. */
static bool decide(struct dfmt_walk *x, const struct dfmto_walk_level *l) {
  const bool zip = x->flags & DFMT_WALK_BUT_ZIPS && is_zip(&x->name);
  x->stage = LEAVE;
  if (l->report && (!x->look.archive || zip)) return false;
  x->enters = x->look.archive && x->flags & DFMT_WALK_ENTER && x->n < x->most;
  x->any = x->any || x->look.format;
  return x->look.own || !x->enters;
}

/* Copies it, and finds out what it is. */
static dfmt_status take(struct dfmt_walk *x) {
  struct dfmto_walk_level *l = &x->level[x->n - 1];
  dfmt_status st = x->copied ? DFMT_OK : copy(x, l);
  if (st == DFMT_END) dfmto_spool_free(&x->op->spool);
  x->copied = x->copied || st == DFMT_OK || st == DFMT_END;
  if (x->op->spool.source) st = dfmto_walk_look(x->op, x->op->spool.source, false, &x->look);
  if (x->copied && (st == DFMT_OK || st == DFMT_END)) {
    l->damaged = l->damaged || x->cut;
    return decide(x, l) ? GIVE : DFMT_OK;
  }
  if (st < 0 && st != DFMT_E_NOMEM) {
    x->any = true;
    x->enters = false;
    x->stage = LEAVE;
  }
  return st;
}

static dfmt_status leave(struct dfmt_walk *x) {
  const dfmt_status held = x->held;
  if (held) {
    dfmti_errors_copy(&x->op->err, &x->error);
    x->held = DFMT_OK;
    x->any = true;
    return held;
  }
  dfmt_status st = x->enters ? enter(x, x->op->spool.source, x->look.own) : DFMT_OK;
  if (st != DFMT_OK) return st;
  dfmto_walk_look_end(&x->look);
  dfmto_spool_free(&x->op->spool);
  x->cut = x->copied = x->enters = false;
  x->stage = NAME;
  return DFMT_OK;
}

/* ---- the input ---- */

static dfmt_status seekable(struct dfmt_walk *x) {
  dfmt_source *s;
  dfmt_status st = dfmto_seekable(x->op, &s);
  if (st != DFMT_OK) return st;
  x->input = s;
  x->whole = x->op->spool;
  x->op->spool = no_copy;
  return DFMT_OK;
}

/* It is a file itself, or those in it are the files; of a report, archives in it are, too. */
static dfmt_status begin(struct dfmt_walk *x) {
  const bool enters = x->flags & DFMT_WALK_ENTER;
  dfmt_status st = x->input ? DFMT_OK : seekable(x);
  if (st == DFMT_OK) st = dfmto_walk_look(x->op, x->input, !enters, &x->itself);
  if (st < 0 && st != DFMT_E_NOMEM) x->stage = OVER;
  if (st != DFMT_OK) return st;
  x->any = !x->itself.archive || x->itself.own || !(enters || x->itself.several);
  const bool goes_in = x->any ? x->itself.own && enters : true;
  if (goes_in) st = enter(x, x->input, x->itself.own);
  if (st != DFMT_OK) return st;
  x->stage = goes_in ? NAME : OVER;
  return x->any ? GIVE : DFMT_OK;
}

/* ---- the walk ---- */

/* Of a copy that is being made: whether its start is worth the rest. */
static dfmt_status begins(dfmt_op *op, const uint8_t *p, size_t n, bool *is) {
  const struct dfmt_walk *x = op->state;
  *is = x->flags & DFMT_WALK_ALL || dfmto_walk_begins(op, p, n, DFMT_WALK_ENTER);
  return *is || !x->n || !x->level[x->n - 1].report ? DFMT_OK : DFMT_E_UNSUPPORTED;
}

static void close_op(dfmt_op *op) {
  struct dfmt_walk *x = op->state;
  while (x->n) leave_level(x);
  dfmto_walk_look_end(&x->itself);
  dfmto_walk_look_end(&x->look);
  dfmto_spool_free(&x->whole);
  dfmti_buf_free(&op->mem, &x->name);
}

static const struct dfmto_kind kind = {.is = {.head = {sizeof(dfmt_op_kind), DFMT_OP_KIND},
                                              .name = "walk",
                                              .min_inputs = 1,
                                              .max_inputs = 1,
                                              .shared = DFMTO_SHARED_BY_ALL},
                                       .state_size = sizeof(struct dfmt_walk),
                                       .begins = begins,
                                       .close = close_op};

dfmt_status dfmt_walk_new(const dfmt_config *c, dfmt_source *s, uint32_t flags, dfmt_walk **out) {
  dfmt_op *op;
  if (out) *out = NULL;
  if (!s || !out || flags > (DFMT_WALK_ENTER | DFMT_WALK_BUT_ZIPS | DFMT_WALK_ALL)) return DFMT_E_ARG;
  dfmt_status st = dfmto_new(c, &kind, &op);
  if (st != DFMT_OK) return st;
  struct dfmt_walk *x = op->state;
  const uint64_t depth = dfmto_option_or(op, DFMT_CFG_MAX_DEPTH, DFMTO_WALK_LEVELS);
  x->op = op;
  x->flags = flags;
  x->most = depth < DFMTO_WALK_LEVELS ? (size_t)depth + 1 : DFMTO_WALK_LEVELS;
  st = dfmt_op_add(op, s);
  if (st == DFMT_OK) *out = x;
  if (st != DFMT_OK) dfmt_op_free(op);
  return st;
}

dfmt_status dfmt_walk_next(dfmt_walk *x, dfmt_str *out, dfmt_source **file, uint32_t *format) {
  static dfmt_status (*const steps[])(struct dfmt_walk *x) = {
      [BEGIN] = begin, [NAME] = name, [TAKE] = take, [LEAVE] = leave};
  if (!x || !out || !file || !format) return DFMT_E_ARG;
  dfmt_status st = DFMT_OK;
  dfmti_errors_clear(&x->op->err);
  while (st == DFMT_OK) st = x->stage == OVER ? DFMT_END : steps[x->stage](x);
  if (st != (dfmt_status)GIVE) return st;
  const bool itself = x->stage != LEAVE;
  *out = (dfmt_str){(const char *)x->name.ptr, x->name.len};
  *format = itself ? x->itself.format : x->look.format;
  *file = itself ? x->input : *format || x->flags & DFMT_WALK_ALL ? x->op->spool.source : NULL;
  return DFMT_OK;
}

dfmt_status dfmt_walk_find(dfmt_walk *x, const char *keys, uint64_t len, uint64_t *used, dfmt_source **file) {
  dfmt_str found;
  uint32_t format;
  if (!x || !keys || !used || !file) return DFMT_E_ARG;
  for (;;) {
    dfmt_status st = dfmt_walk_next(x, &found, file, &format);
    const bool fits =
        st == DFMT_OK && found.len <= len && (!found.len || memcmp(keys, found.ptr, (size_t)found.len) == 0);
    *used = fits ? found.len : 0;
    if (fits && (!found.len || found.len == len || keys[found.len] == '!')) return DFMT_OK;
    *file = NULL;
    if (st != DFMT_OK) return st;
  }
}

const dfmt_error *dfmt_walk_error(const dfmt_walk *x) { return x ? dfmt_op_error(x->op) : NULL; }

void dfmt_walk_free(dfmt_walk *x) {
  if (x) dfmt_op_free(x->op);
}

uint32_t dfmt_walk_begins(const void *start, uint64_t n, uint32_t flags) {
  dfmt_op *op;
  if (!start || dfmto_new(NULL, &kind, &op) != DFMT_OK) return 0;
  const bool may = dfmto_walk_begins(op, start, n, flags);
  dfmt_op_free(op);
  return may;
}
