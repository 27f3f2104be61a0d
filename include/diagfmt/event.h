/* SPDX-License-Identifier: MIT */
/* The envelope of everything a reader delivers, the events common to all formats, and telling formats apart. */
#ifndef DIAGFMT_EVENT_H
#define DIAGFMT_EVENT_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Formats. 0 is "common" in type numbers and "find out" where a format is asked for. */
enum {
  DFMT_BUGREPORT = 1,  /* Android bug reports: bugreport.h */
  DFMT_APPORT = 2,     /* Ubuntu's crash reports: apport.h */
  DFMT_SIMPLEPERF = 3, /* simpleperf report-sample files: simpleperf.h */
  DFMT_MALLOCDBG = 4,  /* Android's malloc_debug: mallocdbg.h */
  DFMT_APITRACE = 5    /* apitrace's traces of graphics calls: apitrace.h */
};

/*
 * One event. Owned by the reader; grows only at the end. Its members, and all that they point to, live until the next
 * dfmt_reader_next() or dfmt_reader_open() on that reader; payload calls do not end it. Since 0.1.
 */
typedef struct dfmt_event {
  uint32_t size;   /* bytes of this struct in the library that made it */
  uint32_t type;   /* format << 16 | number, as in body->type */
  uint64_t offset; /* where it begins in the stream the format sees (after unwrapping), bytes from 0 */
  uint64_t length; /* bytes it takes there; 0 while not known: an event with a payload, until that was read to
                      its end */
  uint32_t flags;  /* DFMT_EVENT_FLAG_* */
  uint32_t reserved;
  const dfmt_head *body; /* its typed body; use the accessors, dfmt_event_apport_field(ev) and so on */
  dfmt_str raw;          /* the record as it stands in the input, if it is at hand in one piece, else NULL */
} dfmt_event;

enum {
  DFMT_EVENT_FLAG_PAYLOAD = 1,  /* the value is not in the body but comes by the payload calls of reader.h */
  DFMT_EVENT_FLAG_RECOVERED = 2 /* damage was passed over before this event, or the event itself is damaged */
};

/*
 * For writers: "I filled every member that my header has", in any body's `present`; bits of members behind head.size do
 * not count. Bit 31 is never used.
 */
enum { DFMT_PRESENT_ALL = 0x7fffffff };

/* Events of every format. */
enum { DFMT_DIAGNOSTIC = 1, DFMT_OPAQUE = 2 };

enum { DFMT_SEVERITY_NOTE = 1, DFMT_SEVERITY_WARNING = 2, DFMT_SEVERITY_ERROR = 3 };
enum { DFMT_DIAGNOSTIC_HAS_OFFSET = 1, DFMT_DIAGNOSTIC_HAS_LINE = 2, DFMT_DIAGNOSTIC_HAS_SKIPPED = 4 };

/*
 * Something a person should know about the input; in stream order, only with DFMT_CFG_DIAGNOSTICS or _RECOVER. What
 * concerns an event's payload comes behind that event. Since 0.1.
 */
typedef struct dfmt_diagnostic {
  dfmt_head head;
  uint32_t present;   /* DFMT_DIAGNOSTIC_HAS_* */
  uint32_t number;    /* DFMT_ERR_* */
  uint32_t severity;  /* DFMT_SEVERITY_*; NOTE: odd but harmless, WARNING: data may be missing, ERROR: data are lost */
  dfmt_status status; /* what a strict reader says here; DFMT_OK if it goes on just the same */
  uint64_t offset;    /* byte position in the stream the format sees */
  uint64_t line;      /* 1-based */
  uint64_t skipped;   /* bytes passed over to find the next whole record */
  dfmt_str message;   /* UTF-8, one line */
} dfmt_diagnostic;

enum { DFMT_OPAQUE_HAS_DATA = 1 };

/*
 * A well-formed record of a kind that this library does not know; writers of the same format take it back. Since 0.1.
 */
typedef struct dfmt_opaque {
  dfmt_head head;
  uint32_t present;     /* DFMT_OPAQUE_HAS_* */
  uint32_t native_type; /* the format's own number for it */
  dfmt_str data;        /* the record's bytes */
} dfmt_opaque;

/* The body of a DIAGNOSTIC; NULL if the event is of another type, or NULL itself. Since 0.1. */
DFMT_API const dfmt_diagnostic *dfmt_event_diagnostic(const dfmt_event *ev);
/* The same of an OPAQUE. Since 0.1. */
DFMT_API const dfmt_opaque *dfmt_event_opaque(const dfmt_event *ev);

/* One guess of dfmt_identify(). Frozen. Since 0.1. */
typedef struct dfmt_probe {
  uint32_t format;  /* DFMT_APPORT … */
  uint32_t variant; /* DFMT_<FORMAT>_VARIANT_*; 0: not known from the start alone, or of no use to know */
  int32_t score;    /* 1 possible … 100 certain */
  uint32_t wrapper; /* 0, or how the whole input is wrapped: DFMT_WRAPPER_* */
  uint64_t wants;   /* bytes from the start that would make the guess better; 0: more bytes change nothing */
} dfmt_probe;

enum { DFMT_WRAPPER_NONE = 0, DFMT_WRAPPER_GZIP = 1, DFMT_WRAPPER_ZSTD = 2 };

/* Bytes from the start of a file, or all that it has, by which dfmt_identify() tells it, wrapped or not. Since 0.1. */
enum { DFMT_IDENTIFY_BYTES = 262144 };

/*
 * Tells a format by content: len bytes from the start of a file, which may be gzip or Zstandard wrapped. Mostly some
 * dozens are enough; DFMT_IDENTIFY_BYTES are for every file of which 64 KiB, decoded, can tell. dfmt_reader_identify()
 * reads as much as it needs, and sees more of a file that can seek. Of c (NULL: defaults) the allocator,
 * DFMT_CFG_MAX_MEMORY and DFMT_CFG_UNWRAP count. name_hint: a file name or NULL; it only orders guesses of equal score.
 * Fills out[0..cap-1], best first, and *n with the number of guesses, which may be above cap. OK also with none; E_ARG;
 * E_NOMEM; E_LIMIT: c allows less memory than it takes. Since 0.1.
 */
DFMT_API dfmt_status dfmt_identify(const dfmt_config *c, const void *start, uint64_t len, const char *name_hint,
                                   dfmt_probe *out, uint32_t cap, uint32_t *n);

/* The name of a format, "apport"; NULL if unknown. Static. Since 0.1. */
DFMT_API const char *dfmt_format_name(uint32_t format);

/* The number of the format at a place of the list, 0 first; 0 at its end. Since 0.1. */
DFMT_API uint32_t dfmt_format_at(uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
