/* SPDX-License-Identifier: MIT */
#include "sig_order.h"

#include <string.h>

#include "base/growth.h"
#include "base/hash.h"
#include "tree.h"

/* ---- enums ---- */

/* Places of equal numbers stay as they stand. */
static void merge(const int64_t *values, const uint32_t *from, uint32_t *to, size_t mid, size_t end) {
  size_t a = 0, b = mid;
  for (size_t i = 0; i < end; i++) {
    bool first = b == end || (a < mid && values[from[a]] <= values[from[b]]);
    to[i] = from[first ? a++ : b++];
  }
}

/* Sorts by merging runs of 1, 2, 4 …, from one array to the other and back. Gives the one that it ended in. */
static uint32_t *sort(const int64_t *values, uint32_t *order, uint32_t *other, size_t n) {
  for (size_t run = 1; run < n; run *= 2) {
    for (size_t at = 0; at < n; at += 2 * run) {
      size_t left = n - at;
      merge(values, order + at, other + at, dfmti_min(run, left), dfmti_min(2 * run, left));
    }
    uint32_t *sorted = other;
    other = order;
    order = sorted;
  }
  return order;
}

static bool is_sorted(const int64_t *values, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (values[i - 1] > values[i]) return false;
  return true;
}

static size_t without_equal(const int64_t *values, uint32_t *order, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (i == 0 || values[order[i]] != values[order[kept - 1]]) order[kept++] = order[i];
  return kept;
}

static enum dfmti_order_result order_enum(struct dfmti_mem *m, const int64_t *values, size_t n, uint32_t *order,
                                          uint64_t *n_order) {
  for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
  if (!is_sorted(values, n)) {
    uint32_t *other = dfmti_alloc(m, n * sizeof *other);
    if (!other) return DFMTI_ORDER_NO_MEMORY;
    if (sort(values, order, other, n) == other) memcpy(order, other, n * sizeof *other);
    dfmti_free(m, other, n * sizeof *other);
  }
  *n_order = without_equal(values, order, n);
  return DFMTI_ORDER_MADE;
}

/* ---- bitmasks ---- */

struct flags {
  uint64_t single;          /* bits that are flags by themselves */
  struct dfmti_table masks; /* flags of several bits */
};

/* Whether a value can display the flag, given those before it. */
static enum dfmti_order_result may_display(struct dfmti_mem *m, struct flags *f, uint64_t bits, uint64_t most,
                                           bool *yes) {
  *yes = !(bits & f->single); /* else the earlier flag takes a bit that this one needs */
  if (!*yes) return DFMTI_ORDER_MADE;
  if ((bits & (bits - 1)) == 0) {
    f->single |= bits;
    return DFMTI_ORDER_MADE;
  }
  if (!dfmti_table_reserve(m, &f->masks)) return DFMTI_ORDER_NO_MEMORY;
  *yes = !dfmti_table_number(&f->masks, bits);
  if (!*yes) return DFMTI_ORDER_MADE;
  if (f->masks.n >= most) return DFMTI_ORDER_TOO_MANY;
  dfmti_table_add(&f->masks, dfmti_hash_number(f->masks.key, bits), 1);
  return DFMTI_ORDER_MADE;
}

static enum dfmti_order_result order_flags(struct dfmti_mem *m, const int64_t *values, size_t n, uint64_t most,
                                           uint32_t *order, uint64_t *n_order) {
  struct flags f = {.single = 0};
  enum dfmti_order_result result = DFMTI_ORDER_MADE;
  size_t kept = 0;
  for (size_t i = 0; i < n && result == DFMTI_ORDER_MADE; i++) {
    bool yes = i == 0; /* a flag of no bits is the name of 0, if it is the first */
    if (values[i]) result = may_display(m, &f, (uint64_t)values[i], most, &yes);
    if (yes) order[kept++] = (uint32_t)i;
  }
  dfmti_table_free(m, &f.masks);
  *n_order = kept;
  return result;
}

enum dfmti_order_result dfmti_apitrace_sig_order(struct dfmti_mem *m, uint32_t kind, const int64_t *values, size_t n,
                                                 uint64_t max_flags, uint32_t *order, uint64_t *n_order) {
  if (kind == DFMT_APITRACE_SIG_ENUM) return order_enum(m, values, n, order, n_order);
  return order_flags(m, values, n, max_flags, order, n_order);
}

/* ---- looking up ---- */

/* What is to be looked through: by the order of readers' signatures, of callers' all as they stand. */
struct list {
  const dfmt_apitrace_sig *sig;
  const uint32_t *order; /* NULL: none */
  uint64_t n, named;
};

static struct list list_of(const dfmt_apitrace_sig *sig) {
  bool ordered = sig->head.size >= DFMTI_UP_TO(dfmt_apitrace_sig, n_lookup_order) && sig->lookup_order;
  uint64_t named = dfmti_apitrace_named(sig);
  return (struct list){sig, ordered ? sig->lookup_order : NULL, ordered ? sig->n_lookup_order : named, named};
}

/* The place of the i-th; not below `named` only if a caller's order is wrong. */
static uint64_t place(const struct list *l, uint64_t i) { return l->order ? l->order[i] : i; }

static const dfmt_str *search(const struct list *l, int64_t value) {
  uint64_t low = 0, high = l->n;
  while (low < high) {
    uint64_t mid = low + (high - low) / 2, at = place(l, mid);
    if (at >= l->named) return NULL;
    if (l->sig->member_values[at] == value) return &l->sig->members[at];
    if (l->sig->member_values[at] < value)
      low = mid + 1;
    else
      high = mid;
  }
  return NULL;
}

const dfmt_str *dfmt_apitrace_enum_name(const dfmt_apitrace_sig *sig, int64_t value) {
  if (!sig || sig->kind != DFMT_APITRACE_SIG_ENUM) return NULL;
  struct list l = list_of(sig);
  if (l.order) return search(&l, value);
  for (uint64_t i = 0; i < l.n; i++)
    if (sig->member_values[i] == value) return &sig->members[i];
  return NULL;
}

/* A flag of no bits is shown only if nothing is left, which only the first one can meet. */
uint32_t dfmt_apitrace_flag_names(const dfmt_apitrace_sig *sig, uint64_t value, const dfmt_str **names,
                                  uint64_t *rest) {
  bool any = sig && sig->kind == DFMT_APITRACE_SIG_BITMASK && names;
  struct list l = any ? list_of(sig) : (struct list){.n = 0};
  uint32_t n = 0;
  uint64_t left = value;
  for (uint64_t i = 0; i < l.n; i++) {
    uint64_t at = place(&l, i), bits = at < l.named ? (uint64_t)sig->member_values[at] : UINT64_MAX;
    if (at < l.named && (left & bits) == bits && (bits || !left)) {
      names[n++] = &sig->members[at];
      left &= ~bits;
    }
    if (!left) break;
  }
  if (rest) *rest = left;
  return n;
}
