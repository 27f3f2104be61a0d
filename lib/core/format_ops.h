/* SPDX-License-Identifier: MIT */
/*
 * The plug-in point: what a format does for the common reader and writer. It has three constant objects: what it is
 * (model/format.h), how it is read and how it is written, so that a program that only reads needs no writer. The lists
 * are made of roof/formats.def.in, which finds these by their names: for a format `foo` dfmti_format_foo,
 * dfmti_foo_read, dfmti_foo_write and dfmti_foo_options. docs/adding-a-format.md says what to do.
 */
#ifndef DFMTI_FORMAT_OPS_H
#define DFMTI_FORMAT_OPS_H

#include <stdbool.h>
#include <stddef.h>

#include <diagfmt/event.h>
#include <diagfmt/reader.h>
#include <diagfmt/writer.h>

#include "carrier/excerpt.h"
#include "model/format.h"

struct dfmti_mem;

enum { DFMTI_MAGIC = 128 };      /* bytes */
enum { DFMTI_MAX_FORMATS = 16 }; /* of one reader */

/*
 * The start of an input, for probes; identify.h says how much of it. Of a wrapped input it is what that unwraps to
 * (wrapper set). Only begins() sees both, so that a format whose own container is gzip can claim the outer one.
 */
struct dfmti_prefix {
  const uint8_t *ptr;
  size_t len;
  bool whole;                /* the input ends here */
  bool closer;               /* no format is sure: a look that takes memory is worth it, for a score of 90 at most */
  struct dfmti_mem *mem;     /* for that look */
  const dfmt_config *config; /* of the reader; NULL: defaults */
  uint32_t wrapper;          /* DFMT_WRAPPER_*: taken off already */
  bool archive;              /* it begins as one: only formats with `unpack` see it */
  bool excerpt;              /* stands in another text: what could be a word or an example is none */
  bool carried;              /* the text of a carrier (carrier/carrier.h); only formats that are texts see it */
};

/*
 * Reading. `r` is the common reader (reader_impl.h): its stream `in` has the bytes, its `out` the event to fill, its
 * `state` is the format's own struct, zeroed when the reader first meets the format and kept from open to open.
 *
 * Every function may be called again after AGAIN, E_NOMEM and E_LIMIT and must go on where it stopped: it consumes a
 * whole token or nothing, and remembers how far it has scanned.
 */
enum { DFMTI_NOTES = 3 }; /* of next(): no event yet, but diagnostics enough to be delivered first */

struct dfmt_read_format {
  const struct dfmti_format *format;
  /*
   * Whether these first bytes, DFMTI_MAGIC at most, make it certain that it is this format: the score that probe()
   * would give, or 0. Called for every input, so it must be cheap; may set out->variant. No input begins as two do.
   */
  int32_t (*begins)(const uint8_t *p, size_t n, dfmt_probe *out);
  /* Score 0 (no) to 100, negative: no memory; may set out->variant and out->wants. */
  int32_t (*probe)(const struct dfmti_prefix *in, dfmt_probe *out);
  size_t state_size; /* bytes */
  bool text;         /* inputs may be UTF-16, or UTF-8 with a byte order mark: it is given UTF-8 without one */
  const struct dfmti_excerpt_form *excerpt; /* of a text: may stand in another one, too, and is given alone. NULL: no */
  /* A new input begins; buffers in the state are to be kept. */
  dfmt_status (*open)(dfmt_reader *r);
  /*
   * Fills r->out.ev and the body, which lies in the state with DFMTI_BODY(). A record that is in the window in one
   * piece goes to r->out.ev.raw and r->payload.raw, with r->payload.inlined set: else only chunk() could
   * give it as DFMT_PAYLOAD_RAW. END at the end. Never called while a payload is left. Mostly it is
   * dfmti_reader_steps().
   */
  dfmt_status (*next)(dfmt_reader *r);
  /* The next piece of the payload in r->payload.mode, *len > 0; borrowed until the next call. END after the last.
   * NULL: no event has one. */
  dfmt_status (*chunk)(dfmt_reader *r, const uint8_t **ptr, size_t *len);
  /* Passes over what is left of the payload, as fast as can be. NULL: by chunk(). */
  dfmt_status (*skip)(dfmt_reader *r);
  /*
   * Judges an input by other places than its start, which did not tell: r->in.source can seek, and r->in.win is a
   * window for this alone. open() came before, and comes again before the input is read. Fills out->score, as probe()
   * does, with OK. AGAIN, E_NOMEM, E_LIMIT: it is called again. Notes are dropped. NULL: only the start tells.
   */
  dfmt_status (*seek_probe)(dfmt_reader *r, dfmt_probe *out);
  /* Frees what the state owns. NULL: nothing. */
  void (*close)(dfmt_reader *r);
  uint32_t modes; /* bit per DFMT_PAYLOAD_* that chunk() can do */
  /*
   * Its inputs may be archives: where they are none of its own, what is in them is looked at (unpack.h), so that
   * programs without such a format are without that. NULL: it is not asked about archives.
   */
  const struct dfmti_unpack *unpack;
};

/*
 * Writing. `w` is the common writer (writer_impl.h); output goes through dfmti_out_put(), which always takes all, so
 * that these need not be resumable: the common part asks the sink for room before each call.
 */
struct dfmt_write_format {
  const struct dfmti_format *format;
  size_t state_size;                   /* bytes */
  dfmt_status (*open)(dfmt_writer *w); /* checks w->variant; 0 there means the newest */
  /* body: of a type of the format whose shape is EVENT, or DFMT_OPAQUE. */
  dfmt_status (*put)(dfmt_writer *w, const dfmt_head *body);
  /* A format without payloads says E_UNSUPPORTED, unless it takes RAW; if always, `payload` and `end` may be NULL. */
  dfmt_status (*begin)(dfmt_writer *w, const dfmt_head *body, uint32_t mode);
  /* Takes up to len bytes, at least one; should not make more than some 256 KiB of output at a time. */
  dfmt_status (*payload)(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken);
  dfmt_status (*end)(dfmt_writer *w);
  /* Forgets the current record: what it put out has been taken back, so the state must be as before begin or put. */
  void (*cancel)(dfmt_writer *w);
  dfmt_status (*finish)(dfmt_writer *w);
  /* How a copied event's payload is best taken over: DFMT_PAYLOAD_*. NULL: decoded. */
  uint32_t (*copy_mode)(dfmt_writer *w, const dfmt_event *ev);
  /* A copied event's payload has been taken over, before end: its body says what was not known at begin. whole: false
   * if reading the payload failed. May be NULL. */
  void (*copied)(dfmt_writer *w, const dfmt_event *ev, bool whole);
  void (*close)(dfmt_writer *w); /* frees what the state owns. NULL: nothing */
};

#endif
