/* SPDX-License-Identifier: MIT */
#include "gap.h"

#include "probe.h"
#include "read_fault.h"

enum {
  CALLS_IN_A_ROW = 3,
  CALL_LEAST = 4,     /* bytes of an enter */
  WORK_PER_BYTE = 64, /* steps; real traces take one to ten */
  WORK_AT_ONCE = 1 << 16
};

static const int64_t no_number;

void dfmti_apitrace_gap_begin(struct dfmti_apitrace_reader *s, uint64_t offset) {
  s->gap.from = offset;
  s->gap.unseen = 0;
  s->gap.ended = s->gap.event = false;
  s->gap.unknown = (struct dfmti_definition){.def_offset = UINT64_MAX};
  s->gap.unknown.is.sig = (dfmt_apitrace_sig){.head = {sizeof s->gap.unknown.is.sig, DFMT_TYPE_APITRACE_SIG},
                                              .name = {"", 0},
                                              .member_values = &no_number,
                                              .n_member_values = 1};
}

/* Not before the calls that were read, and not more of them than the lost bytes can hold. */
static bool number_can_be(const struct dfmti_apitrace_reader *s, uint64_t number, uint64_t offset) {
  uint64_t lost = offset - s->gap.from + s->gap.unseen;
  return number >= s->next_number && number - s->next_number <= lost / CALL_LEAST;
}

/* A call that is left at once. *sure: its function is defined there. OK; SHORT: the data end inside it; E_FORMAT. */
static dfmt_status take_call(struct dfmti_probe *x, uint64_t *number, bool *sure) {
  bool leave;
  dfmt_status st = dfmti_apitrace_probe_event(x, &leave, number);
  *sure = x->defined;
  if (st == DFMT_OK && leave) return DFMT_E_FORMAT;
  if (st == DFMT_OK) st = dfmti_apitrace_probe_event(x, &leave, number);
  return st == DFMT_OK && !leave ? DFMT_E_FORMAT : st;
}

/* Whether calls in a row begin at p. At the end of the data two are enough. */
static bool calls_begin(struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end, bool ends,
                        struct dfmti_gap_place *place) {
  struct dfmti_probe x = {.c = {.p = p, .end = end}, .d = &s->tables, .version = s->version};
  uint64_t number, first = 0;
  bool sure;
  dfmt_status st = DFMT_OK;
  unsigned i = 0;
  for (; i < CALLS_IN_A_ROW; i++) {
    st = take_call(&x, &number, &sure);
    if (st != DFMT_OK) break;
    if (i == 0) first = number;
    if (i == 0)
      *place = sure && dfmti_apitrace_offset(s, p) != s->gap.from ? (struct dfmti_gap_place){p, number}
                                                                  : (struct dfmti_gap_place){x.c.p, number + 1};
    if (i == 0 ? !number_can_be(s, number, dfmti_apitrace_offset(s, p)) : number != first + i) break;
  }
  s->gap.work += x.steps;
  return i == CALLS_IN_A_ROW || (i == CALLS_IN_A_ROW - 1 && ends && st == DFMTI_SHORT);
}

/* Bytes that read in many ways as the beginning of much are passed over, so that time stays linear. */
static bool may_work(const struct dfmti_apitrace_reader *s) {
  return s->gap.work <= s->gap.looked_at * WORK_PER_BYTE + WORK_AT_ONCE;
}

bool dfmti_apitrace_gap_find(struct dfmti_apitrace_reader *s, const uint8_t **p, const uint8_t *stop,
                             const uint8_t *end, bool ends, struct dfmti_gap_place *place) {
  for (; *p < stop; ++*p) {
    s->gap.looked_at++;
    if (**p == 0 && may_work(s) && calls_begin(s, *p, end, ends, place)) return true;
  }
  return false;
}

/* What can be told without its definition. An enum of old had its number there; a function is nothing without a name.
 */
static bool has_stand_in(const struct dfmti_apitrace_reader *s, uint32_t kind) {
  return kind != DFMT_APITRACE_SIG_FUNCTION && !(kind == DFMT_APITRACE_SIG_ENUM && s->tables.old_enums);
}

dfmt_status dfmti_apitrace_gap_definition(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint32_t kind,
                                          const uint8_t *p, const uint8_t *end, const uint8_t *token,
                                          const struct dfmti_definition **out) {
  *out = NULL;
  struct dfmti_probe x = {.c = {.p = p, .end = end}, .d = &s->tables, .version = s->version};
  uint64_t members;
  dfmt_status st = dfmti_apitrace_probe_definition(&x, kind, &members);
  if (st == DFMT_OK) return DFMTI_GO_ON;
  if (st == DFMTI_SHORT) return dfmti_apitrace_short_by(r, s, token, x.c.need);
  x.c.p = p;
  if (!dfmti_apitrace_probe_is_lost(&x, kind)) return DFMTI_LOST;
  if (has_stand_in(s, kind)) return DFMT_OK;
  if (s->call) {
    s->call->lost = true;
    s->call->wanted = false;
  }
  *out = &s->gap.unknown;
  return DFMT_OK;
}
