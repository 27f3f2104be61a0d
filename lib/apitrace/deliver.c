/* SPDX-License-Identifier: MIT */
/* From a call on its way to the body that is handed out. */
#include "deliver.h"

/* Ascending by number, of equal ones in order of arrival. In place: a hostile trace may have millions, in any order. */
static bool before(const dfmt_apitrace_arg *a, const dfmt_apitrace_arg *b) {
  return a->number != b->number ? a->number < b->number : a->value < b->value;
}

static void sift_down(dfmt_apitrace_arg *a, size_t i, size_t n) {
  dfmt_apitrace_arg x = a[i];
  for (size_t child; (child = 2 * i + 1) < n; i = child) {
    if (child + 1 < n && before(&a[child], &a[child + 1])) child++;
    if (!before(&x, &a[child])) break;
    a[i] = a[child];
  }
  a[i] = x;
}

static void sort(dfmt_apitrace_arg *a, size_t n) {
  for (size_t i = n / 2; i-- > 0;) sift_down(a, i, n);
  while (n > 1) {
    dfmt_apitrace_arg last = a[--n];
    a[n] = a[0];
    a[0] = last;
    sift_down(a, 0, n);
  }
}

/* Of equal numbers the last. */
static void drop_duplicates(struct dfmti_call *c) {
  size_t n = 0;
  for (size_t i = 0; i < c->n_args; i++) {
    if (n && c->args[n - 1].number == c->args[i].number) n--;
    c->args[n++] = c->args[i];
  }
  c->n_args = n;
}

void dfmti_apitrace_order_args(struct dfmti_call *c) {
  sort(c->args, c->n_args);
  drop_duplicates(c);
  c->unsorted = false;
}

void dfmti_apitrace_deliver(dfmt_reader *r, struct dfmti_apitrace_reader *s, struct dfmti_call *c, uint32_t type) {
  struct dfmti_span leave = {s->event_offset, s->leave_length};
  if (type == DFMT_APITRACE_CALL) {
    dfmti_apitrace_put_call(r, s, c, s->leaving ? &leave : NULL);
  } else if (type == DFMT_APITRACE_ENTER) {
    dfmti_apitrace_put_body(s, c, type, true, NULL);
    dfmti_apitrace_put_event(r, s, c->enter_offset, c->enter_length);
  } else {
    dfmti_apitrace_put_body(s, c, type, false, &leave);
    dfmti_apitrace_put_event(r, s, leave.offset, leave.length);
  }
}
