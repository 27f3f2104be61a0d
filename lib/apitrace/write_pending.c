/* SPDX-License-Identifier: MIT */
#include "write.h"

#include <string.h>

enum { PAGE_BITS = 16, PAGE_CALLS = 1 << PAGE_BITS };

struct dfmti_entered_page {
  uint32_t n; /* bits that are set */
  uint64_t bits[PAGE_CALLS / 64];
};

static bool grow_pages(struct dfmti_mem *m, struct dfmti_entered *e, uint64_t page) {
  size_t n = e->n_pages ? e->n_pages : 16;
  while (n <= page && n <= SIZE_MAX / sizeof *e->pages / 2) n *= 2;
  if (n <= page) return false;
  struct dfmti_entered_page **p = dfmti_realloc(m, e->pages, e->n_pages * sizeof *p, n * sizeof *p);
  if (!p) return false;
  memset(p + e->n_pages, 0, (n - e->n_pages) * sizeof *p);
  e->pages = p;
  e->n_pages = n;
  return true;
}

bool dfmti_apitrace_entered_reserve(struct dfmti_mem *m, struct dfmti_entered *e, uint64_t number) {
  uint64_t page = number >> PAGE_BITS;
  if (page >= e->n_pages && !grow_pages(m, e, page)) return false;
  if (e->pages[page]) return true;
  e->pages[page] = e->spare ? e->spare : dfmti_zalloc(m, sizeof *e->spare);
  e->spare = NULL;
  return e->pages[page] != NULL;
}

void dfmti_apitrace_entered_add(struct dfmti_entered *e, uint64_t number) {
  struct dfmti_entered_page *p = e->pages[number >> PAGE_BITS];
  p->bits[number % PAGE_CALLS / 64] |= UINT64_C(1) << number % 64;
  p->n++;
}

bool dfmti_apitrace_entered_has(const struct dfmti_entered *e, uint64_t number) {
  uint64_t page = number >> PAGE_BITS;
  if (page >= e->n_pages || !e->pages[page]) return false;
  return e->pages[page]->bits[number % PAGE_CALLS / 64] >> number % 64 & 1;
}

void dfmti_apitrace_entered_remove(struct dfmti_mem *m, struct dfmti_entered *e, uint64_t number) {
  struct dfmti_entered_page **p = &e->pages[number >> PAGE_BITS];
  (*p)->bits[number % PAGE_CALLS / 64] &= ~(UINT64_C(1) << number % 64);
  if (--(*p)->n > 0) return;
  if (e->spare) dfmti_free(m, e->spare, sizeof *e->spare);
  e->spare = *p; /* all zeros again */
  *p = NULL;
}

void dfmti_apitrace_entered_free(struct dfmti_mem *m, struct dfmti_entered *e) {
  for (size_t i = 0; i < e->n_pages; i++) dfmti_free(m, e->pages[i], sizeof *e->pages[i]);
  dfmti_free(m, e->spare, sizeof *e->spare);
  dfmti_free(m, e->pages, e->n_pages * sizeof *e->pages);
  *e = (struct dfmti_entered){0};
}

/* ---- blobs ---- */

static struct dfmti_blob *blob_list(const struct dfmti_blobs *b) { return (struct dfmti_blob *)(void *)b->list.ptr; }
static size_t blob_count(const struct dfmti_blobs *b) { return b->list.len / sizeof(struct dfmti_blob); }

/* Index of the first whose ordinal is not below. They mostly come in order, so that the last is looked at first. */
static size_t place(const struct dfmti_blobs *b, uint64_t ordinal) {
  const struct dfmti_blob *list = blob_list(b);
  size_t lo = 0, hi = blob_count(b);
  if (hi && list[hi - 1].ordinal < ordinal) return hi;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (list[mid].ordinal < ordinal)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

struct dfmti_blob *dfmti_apitrace_blob_find(const struct dfmti_blobs *b, uint64_t ordinal) {
  size_t at = place(b, ordinal);
  return at < blob_count(b) && blob_list(b)[at].ordinal == ordinal ? &blob_list(b)[at] : NULL;
}

bool dfmti_apitrace_blob_keep(struct dfmti_mem *m, struct dfmti_blobs *b) {
  if (!dfmti_buf_reserve(m, &b->list, sizeof(struct dfmti_blob))) return false;
  size_t at = place(b, b->in_hand.ordinal);
  struct dfmti_blob *to = blob_list(b) + at;
  memmove(to + 1, to, (blob_count(b) - at) * sizeof *to);
  *to = b->in_hand;
  b->list.len += sizeof *to;
  b->in_hand = (struct dfmti_blob){0};
  return true;
}

void dfmti_apitrace_blobs_drop_used(struct dfmti_mem *m, struct dfmti_blobs *b) {
  struct dfmti_blob *list = blob_list(b);
  size_t n = blob_count(b), kept = 0;
  for (size_t i = 0; i < n; i++) {
    if (list[i].used)
      dfmti_buf_free(m, &list[i].bytes);
    else
      list[kept++] = list[i];
  }
  b->list.len = kept * sizeof *list;
}

void dfmti_apitrace_blobs_unuse(struct dfmti_blobs *b) {
  for (size_t i = 0; i < blob_count(b); i++) blob_list(b)[i].used = false;
}

void dfmti_apitrace_blobs_free(struct dfmti_mem *m, struct dfmti_blobs *b) {
  for (size_t i = 0; i < blob_count(b); i++) dfmti_buf_free(m, &blob_list(b)[i].bytes);
  dfmti_buf_free(m, &b->list);
  dfmti_buf_free(m, &b->in_hand.bytes);
  *b = (struct dfmti_blobs){0};
}
