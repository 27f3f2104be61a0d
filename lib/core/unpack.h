/* SPDX-License-Identifier: MIT */
/* Archives of one file that no format recognises as they are: what they hold is the input. */
#ifndef DFMTI_UNPACK_H
#define DFMTI_UNPACK_H

#include <diagfmt/reader.h>

#include "base/mem.h"

struct dfmti_guesses;

enum { DFMTI_UNPACK_MOST = 4 }; /* archives, one in another; more are E_UNSUPPORTED */

/* Reached by dfmt_read_format.unpack alone. */
struct dfmti_unpack {
  bool (*is_archive)(const uint8_t *p, size_t n); /* an input that starts with these bytes */
  size_t (*wants)(const uint8_t *p, size_t n);    /* how many tell that: up to n, or more, of which to ask again */
  dfmt_status (*take_off)(dfmt_reader *r);        /* of what is in the window. OK, E_NOMEM, E_LIMIT, E_UNSUPPORTED */
  bool (*guess)(struct dfmti_guesses *g, struct dfmti_mem *m, const uint8_t *p, size_t len); /* false: no memory */
};

extern const struct dfmti_unpack dfmti_unpack;

/* Of these formats, if an input that starts so may be an archive; else NULL. */
const struct dfmti_unpack *dfmti_unpack_of(const struct dfmt_read_format *const *formats, const uint8_t *p, size_t n);

#endif
