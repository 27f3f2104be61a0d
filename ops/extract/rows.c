/* SPDX-License-Identifier: MIT */
/* Rows about files that were not written, or not completely. */
#include <string.h>

#include "extract.h"

/* ---- waiting problems ---- */

static size_t set_text(char *to, size_t cap, const char *ptr, uint64_t len) {
  const size_t n = dfmti_min(dfmti_clamp(len), cap);
  if (n) memcpy(to, ptr, n);
  return n;
}

static void set(struct dfmto_extract_found *f, uint32_t what, dfmt_str key, dfmt_str sentence) {
  f->what = what;
  f->severity = DFMT_SEVERITY_ERROR;
  f->number = f->option = 0;
  f->status = DFMT_OK;
  f->needed = f->line = f->skipped = 0;
  f->offset = UINT64_MAX;
  f->key_len = set_text(f->key, sizeof f->key, key.ptr, key.len);
  f->sentence_len = set_text(f->sentence, sizeof f->sentence, sentence.ptr, sentence.len);
}

struct dfmto_extract_found *dfmto_extract_tell(struct dfmto_extract *x, uint32_t what, dfmt_str key, uint64_t offset,
                                               const char *sentence) {
  x->waits = true;
  set(&x->found, what, key, (dfmt_str){sentence, strlen(sentence)});
  x->found.offset = offset;
  return &x->found;
}

void dfmto_extract_fault(struct dfmto_extract_found *f, uint32_t what, dfmt_str key, const dfmt_error *e) {
  set(f, what, key, (dfmt_str){e->message, strlen(e->message)});
  f->status = e->status;
  f->number = e->number;
  f->option = e->status == DFMT_E_LIMIT ? e->option : 0;
  f->needed = e->needed;
  if (e->origin != DFMT_ORIGIN_DATA && e->status != DFMT_E_LIMIT) return;
  f->line = e->line;
  f->offset = e->offset;
}

/* ---- stored problems ---- */

static bool keep(struct dfmto_extract *x, const struct dfmto_extract_found *f) {
  struct dfmti_mem *m = &x->op->mem;
  uint32_t key = 0, sentence;
  if (x->n_kept == x->cap_kept) {
    struct dfmto_extract_kept *more = dfmti_grow(m, x->kept, &x->cap_kept, 8, sizeof *more);
    if (!more) return false;
    x->kept = more;
  }
  if (!dfmto_text(m, &x->texts, f->sentence, f->sentence_len, &sentence)) return false;
  if (f->key_len && !dfmto_text(m, &x->texts, f->key, f->key_len, &key)) return false;
  x->kept[x->n_kept++] = (struct dfmto_extract_kept){.what = f->what,
                                                     .severity = f->severity,
                                                     .number = f->number,
                                                     .option = f->option,
                                                     .status = f->status,
                                                     .needed = f->needed,
                                                     .line = f->line,
                                                     .offset = f->offset,
                                                     .skipped = f->skipped,
                                                     .key = f->key_len ? key + 1 : 0,
                                                     .sentence = sentence};
  return true;
}

dfmt_status dfmto_extract_keep(struct dfmto_extract *x) {
  const bool counts = x->found.severity != DFMT_SEVERITY_NOTE;
  if (!x->waits) return DFMT_OK;
  if (!x->full && !keep(x, &x->found)) return dfmto_no_memory(x->op);
  x->waits = false;
  x->total.n_problems += counts;
  x->total.n_left_out += counts && x->full;
  return DFMT_OK;
}

/* ---- rows ---- */

static dfmt_status open_problems(struct dfmto_set *s) {
  s->facts = &((const struct dfmto_extract *)s->op->state)->total.head;
  return DFMT_OK;
}

static dfmt_status put_problem(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_extract *x = s->op->state;
  if (i == x->n_kept) return DFMT_END;
  const struct dfmto_extract_kept *k = &x->kept[i];
  dfmt_extract_problem *b = body;
  b->what = k->what;
  b->severity = k->severity;
  b->status = k->status;
  b->number = k->number;
  b->option = k->option;
  b->needed = k->needed;
  b->line = k->line;
  b->byte_offset = k->offset == UINT64_MAX ? 0 : k->offset;
  b->skipped = k->skipped;
  b->problem = dfmto_text_at(&x->texts, k->sentence);
  if (k->key) b->key = dfmto_text_at(&x->texts, k->key - 1);
  b->present = (k->key ? DFMT_EXTRACT_PROBLEM_HAS_KEY : 0u) | (k->number ? DFMT_EXTRACT_PROBLEM_HAS_NUMBER : 0u) |
               (k->line ? DFMT_EXTRACT_PROBLEM_HAS_LINE : 0u) |
               (k->offset != UINT64_MAX ? DFMT_EXTRACT_PROBLEM_HAS_BYTE_OFFSET : 0u) |
               (k->skipped ? DFMT_EXTRACT_PROBLEM_HAS_SKIPPED : 0u) |
               (k->option ? DFMT_EXTRACT_PROBLEM_HAS_OPTION : 0u) |
               (dfmto_name(s->op, 0, &b->file) ? DFMT_EXTRACT_PROBLEM_HAS_FILE : 0u);
  return DFMT_OK;
}

const struct dfmto_answer dfmto_extract_answers[] = {
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "problems", DFMT_EXTRACT_PROBLEM, DFMT_EXTRACT_TOTAL,
                          "Values without a complete file, and why."),
     .columns = "file/h what line byte_offset key severity/h status/h number/h option/h needed/h skipped/h problem/m",
     .open = open_problems,
     .row = put_problem},
    {.part = {.name = NULL}}};
