/* SPDX-License-Identifier: MIT */
/* Base64 of the MIME form, in lines of 76 characters: of texts, and of what is compressed or comes so. */
#include <string.h>

#include "write.h"

dfmt_status dfmti_apport_mime_encode(dfmt_writer *w, const uint8_t *p, size_t n, bool last) {
  struct dfmti_apport_mime *m = &((struct dfmti_apport_writer *)w->state)->mime;
  while (n || (last && m->n_line)) {
    size_t some = dfmti_min(n, sizeof m->line - m->n_line);
    if (some) {
      memcpy(m->line + m->n_line, p, some);
      m->n_line += some;
      p += some;
      n -= some;
    }
    if (m->n_line < sizeof m->line && !last) return DFMT_OK;
    uint8_t *to = dfmti_out_room(&w->out, 77 + DFMTI_BASE64_SLACK);
    if (!to) return w->out.err.e.status;
    size_t len = dfmti_base64_encode(m->line, m->n_line, to);
    to[len++] = '\n';
    m->n_line = 0;
    dfmt_status st = dfmti_out_claim(&w->out, len);
    if (st != DFMT_OK) return st;
  }
  return DFMT_OK;
}
