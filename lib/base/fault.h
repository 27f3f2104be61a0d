/* SPDX-License-Identifier: MIT */
/* The error record of a handle, and what codecs say when they stop. */
#ifndef DFMTI_FAULT_H
#define DFMTI_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <diagfmt/common.h>
#include <diagfmt/errors.h>

#include "growth.h"
#include "mem.h"
#include "option.h"

/* The formats that vsnprintf() takes here: on Windows there are two kinds. */
#ifdef __MINGW_PRINTF_FORMAT
#define DFMTI_PRINTF __MINGW_PRINTF_FORMAT
#else
#define DFMTI_PRINTF printf
#endif

/* Embedded in every handle. `e.message` points into it, so it is never copied but by dfmti_errors_copy(). */
struct dfmti_errors {
  dfmt_error e;
  uint8_t tail[DFMTI_BODY_TAIL];
  char text[320];
};

/* Makes a record ready for use, or forgets what it says. */
void dfmti_errors_begin(struct dfmti_errors *x);
/* The same, as most calls begin: at once where nothing is said, as usual. */
static inline void dfmti_errors_clear(struct dfmti_errors *x) {
  if (!x->e.size || x->e.status != DFMT_OK) dfmti_errors_begin(x);
}
void dfmti_errors_copy(struct dfmti_errors *to, const struct dfmti_errors *from);
/* The same of what a handle of another library says. */
void dfmti_errors_take(struct dfmti_errors *to, const dfmt_error *e);

/*
 * Fills the record and returns status. The format is that of printf; only integers, %s, %.*s and %c are used, so that
 * no locale plays a part. Bytes of input must go through dfmti_quote().
 */
dfmt_status dfmti_fail(struct dfmti_errors *x, dfmt_status status, uint32_t number, const char *format, ...)
    __attribute__((format(DFMTI_PRINTF, 4, 5)));

/* The same with origin DATA and a place. line 0: none. */
dfmt_status dfmti_fail_at(struct dfmti_errors *x, dfmt_status status, uint32_t number, uint64_t offset, uint64_t line,
                          const char *format, ...) __attribute__((format(DFMTI_PRINTF, 6, 7)));

/* E_LIMIT for an option common to all formats, which the message names. */
dfmt_status dfmti_fail_limit(struct dfmti_errors *x, uint32_t option, uint32_t number, uint64_t offset,
                             uint64_t needed);
/* The same for an option of a format. */
dfmt_status dfmti_fail_own_limit(struct dfmti_errors *x, const dfmt_option *option, uint32_t number, uint64_t offset,
                                 uint64_t needed);

/* E_NOMEM, or E_LIMIT of MAX_MEMORY, as m->needed says. */
dfmt_status dfmti_fail_mem(struct dfmti_errors *x, const struct dfmti_mem *m);

/* E_IO: dfmti_stopped(). */
dfmt_status dfmti_fail_stopped(struct dfmti_errors *x);

/* E_ARG and E_STATE of a call. */
dfmt_status dfmti_fail_arg(struct dfmti_errors *x, const char *what);
dfmt_status dfmti_fail_state(struct dfmti_errors *x, const char *what);

/*
 * Writes bytes of input into out[cap] for a message: printable ASCII, the rest as \xNN, cut with "..." ; returns out.
 */
const char *dfmti_quote(char *out, size_t cap, const void *ptr, size_t len);

/* Why a codec stopped. what: static text. */
struct dfmti_fault {
  uint32_t number; /* DFMT_ERR_* */
  const char *what;
};

/* Fills it and returns status. */
static inline dfmt_status dfmti_faulty(struct dfmti_fault *f, dfmt_status status, uint32_t number, const char *what) {
  *f = (struct dfmti_fault){number, what};
  return status;
}

/* Input and output of one codec step, advanced as they are used up. */
struct dfmti_io {
  const uint8_t *in;
  size_t in_len;
  uint8_t *out;
  size_t out_len;
};

/* So much of the input was used, and so much output made. */
static inline void dfmti_io_advance(struct dfmti_io *io, size_t used, size_t made) {
  if (used > 0) io->in += used;
  io->in_len -= used;
  if (made > 0) io->out += made;
  io->out_len -= made;
}

#endif
