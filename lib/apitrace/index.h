/* SPDX-License-Identifier: MIT */
/* Random access: what the scan (index_build.c) leaves for readers that begin in the middle (seek.c). */
#ifndef DFMTI_APITRACE_INDEX_H
#define DFMTI_APITRACE_INDEX_H

#include "apitrace.h"
#include "core/reader_impl.h"

/* Where a container can be entered. */
struct dfmti_place {
  uint64_t file_offset;   /* of a chunk or frame, bytes */
  uint64_t stream_offset; /* of its first byte in the event stream */
};

/* A place between two events, and the state there. */
struct dfmti_mark {
  uint64_t offset;      /* in the event stream */
  uint64_t next_number; /* of the next enter */
  uint64_t frames;      /* ended before */
  size_t pending, n_pending;
};

struct dfmti_index_enter {
  uint64_t number, offset; /* of a pending call's enter */
};

/* How far the search for places is: it goes on after AGAIN and E_NOMEM. Zeroed is before its start. */
struct dfmti_place_search {
  struct dfmti_buf bytes;              /* of the file: what is read of a head or a table */
  uint64_t file_offset, stream_offset; /* of the next chunk */
  uint32_t n_frames;                   /* of a seek table; 0: there is none */
  size_t frame_size;                   /* bytes of an entry of it */
  bool has_tail;                       /* these two are known */
};

struct dfmt_apitrace_index {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  dfmt_config *config; /* of the scanning reader */
  uint32_t refs;
  dfmt_reader *reader;    /* scanning; afterwards it keeps the definitions */
  const dfmt_event *seen; /* its event, if that has not been dealt with yet */
  bool building;
  dfmt_source *source;
  dfmt_event *header; /* a clone; NULL: an empty trace */
  uint32_t container, wrapper, version;
  struct dfmti_buf places, marks, entered;
  struct dfmti_place_search search;
  uint64_t calls, incomplete, frames, threads, bytes;
};

static inline const struct dfmti_place *dfmti_places(const struct dfmt_apitrace_index *x) {
  return (const struct dfmti_place *)(const void *)x->places.ptr;
}
static inline const struct dfmti_mark *dfmti_marks(const struct dfmt_apitrace_index *x) {
  return (const struct dfmti_mark *)(const void *)x->marks.ptr;
}
static inline const struct dfmti_index_enter *dfmti_index_enter_at(const struct dfmt_apitrace_index *x, size_t i) {
  return (const struct dfmti_index_enter *)(const void *)x->entered.ptr + i;
}

/* Empties it; configuration and buffers stay. */
void dfmti_apitrace_index_forget(struct dfmt_apitrace_index *x);

/*
 * Finds where the container can be entered: at its start alone, if nowhere else. OK, E_IO; after AGAIN, E_NOMEM and
 * E_LIMIT the same call goes on.
 */
dfmt_status dfmti_apitrace_find_places(struct dfmt_apitrace_index *x);
/* Frees what a search that was not ended has. */
void dfmti_apitrace_place_search_end(struct dfmt_apitrace_index *x);

#endif
