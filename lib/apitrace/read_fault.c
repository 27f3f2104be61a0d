/* SPDX-License-Identifier: MIT */
/* Why an event cannot be read on: bytes are missing, or are none that can stand there. */
#include "read_fault.h"
#include "base/rare.h"

DFMTI_RARE dfmt_status dfmti_apitrace_short(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t *token,
                                            uint64_t need) {
  size_t have = dfmti_window_len(s->in.win) - (size_t)(token - dfmti_window_ptr(s->in.win));
  if (need <= have) need = (uint64_t)have + 1;
  if (need > r->in.max_record) {
    uint64_t from = dfmti_apitrace_offset(s, token);
    s->claimed_end = need > UINT64_MAX - from ? UINT64_MAX : from + need;
    uint64_t raise = need > UINT64_MAX / 2 ? UINT64_MAX : 2 * need;
    return dfmti_fail_limit(&r->in.err, DFMT_CFG_MAX_RECORD, DFMT_ERR_MAX_RECORD, dfmti_apitrace_offset(s, token),
                            raise);
  }
  s->want = dfmti_clamp(need);
  return DFMTI_SHORT;
}

DFMTI_RARE dfmt_status dfmti_apitrace_short_by(dfmt_reader *r, struct dfmti_apitrace_reader *s, const uint8_t *token,
                                               uint64_t more) {
  size_t have = dfmti_window_len(s->in.win) - (size_t)(token - dfmti_window_ptr(s->in.win));
  uint64_t need = more > UINT64_MAX - have ? UINT64_MAX : have + more, wish = (uint64_t)have + have / 8;
  if (wish > r->in.max_record) wish = r->in.max_record; /* what is only wished for must not be refused */
  return dfmti_apitrace_short(r, s, token, need > wish ? need : wish);
}

DFMTI_RARE dfmt_status dfmti_apitrace_unknown(dfmt_reader *r, const struct dfmti_apitrace_reader *s, uint32_t number,
                                              const char *what, const uint8_t *at) {
  return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, number, dfmti_apitrace_offset(s, at), 0, "expected %s, found %02x",
                       what, *at);
}

DFMTI_RARE dfmt_status dfmti_apitrace_bad_uint(dfmt_reader *r, const struct dfmti_apitrace_reader *s,
                                               const uint8_t *at) {
  return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_APITRACE_UINT, dfmti_apitrace_offset(s, at), 0,
                       "an integer of more than 64 bits, or of more than %d bytes", DFMTI_UINT_MAX_BYTES);
}
