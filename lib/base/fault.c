/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void dfmti_errors_begin(struct dfmti_errors *x) {
  x->e = (dfmt_error){.size = sizeof x->e, .message = x->text};
  x->text[0] = '\0';
}

void dfmti_errors_copy(struct dfmti_errors *to, const struct dfmti_errors *from) {
  *to = *from;
  to->e.message = to->text;
}

void dfmti_errors_take(struct dfmti_errors *to, const dfmt_error *e) {
  dfmti_fail(to, e->status, e->number, "%s", e->message);
  to->e.option = e->option;
  to->e.origin = e->origin;
  to->e.sys_errno = e->sys_errno;
  to->e.offset = e->offset;
  to->e.line = e->line;
  to->e.needed = e->needed;
}

static void fill(struct dfmti_errors *x, dfmt_status status, uint32_t number, const char *format, va_list ap) {
  x->e = (dfmt_error){.size = sizeof x->e, .status = status, .number = number, .message = x->text};
  vsnprintf(x->text, sizeof x->text, format, ap);
}

dfmt_status dfmti_fail(struct dfmti_errors *x, dfmt_status status, uint32_t number, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  fill(x, status, number, format, ap);
  va_end(ap);
  return status;
}

dfmt_status dfmti_fail_at(struct dfmti_errors *x, dfmt_status status, uint32_t number, uint64_t offset, uint64_t line,
                          const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  fill(x, status, number, format, ap);
  va_end(ap);
  x->e.origin = DFMT_ORIGIN_DATA;
  x->e.offset = offset;
  x->e.line = line;
  return status;
}

dfmt_status dfmti_fail_own_limit(struct dfmti_errors *x, const dfmt_option *option, uint32_t number, uint64_t offset,
                                 uint64_t needed) {
  dfmti_fail(x, DFMT_E_LIMIT, number, "limit %s exceeded; needs at least %" PRIu64, option->name, needed);
  x->e.option = option->key;
  x->e.needed = needed;
  x->e.offset = offset;
  return DFMT_E_LIMIT;
}

dfmt_status dfmti_fail_limit(struct dfmti_errors *x, uint32_t option, uint32_t number, uint64_t offset,
                             uint64_t needed) {
  return dfmti_fail_own_limit(x, dfmti_option_in(dfmti_common_options, option), number, offset, needed);
}

dfmt_status dfmti_fail_mem(struct dfmti_errors *x, const struct dfmti_mem *m) {
  if (m->needed) return dfmti_fail_limit(x, DFMT_CFG_MAX_MEMORY, DFMT_ERR_MAX_MEMORY, 0, m->needed);
  return dfmti_fail(x, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
}

dfmt_status dfmti_fail_stopped(struct dfmti_errors *x) {
  return dfmti_fail(x, DFMT_E_IO, DFMT_ERR_STOPPED, "stopped by the caller");
}

dfmt_status dfmti_fail_arg(struct dfmti_errors *x, const char *what) {
  return dfmti_fail(x, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "%s", what);
}

dfmt_status dfmti_fail_state(struct dfmti_errors *x, const char *what) {
  return dfmti_fail(x, DFMT_E_STATE, DFMT_ERR_STATE, "%s", what);
}

const char *dfmti_quote(char *out, size_t cap, const void *ptr, size_t len) {
  const uint8_t *p = ptr;
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    if (n + 8 > cap) {
      memcpy(out + n, "...", 3);
      n += 3;
      break;
    }
    if (p[i] >= 0x20 && p[i] < 0x7f && p[i] != '\\' && p[i] != '\'')
      out[n++] = (char)p[i];
    else
      n += (size_t)snprintf(out + n, 5, "\\x%02x", p[i]);
  }
  out[n] = '\0';
  return out;
}
