/* SPDX-License-Identifier: MIT */
/* Events, those that all formats share, and format identification. */
#ifndef DIAGFMT_EVENT_H
#define DIAGFMT_EVENT_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Formats. 0 means "common to all" in type numbers, and "identify it" as an argument. */
enum {
  DFMT_BUGREPORT = 1,  /* Android bug reports: bugreport.h */
  DFMT_APPORT = 2,     /* Ubuntu's crash reports: apport.h */
  DFMT_SIMPLEPERF = 3, /* simpleperf report-sample files: simpleperf.h */
  DFMT_MALLOCDBG = 4,  /* Android's malloc_debug: mallocdbg.h */
  DFMT_APITRACE = 5,   /* apitrace's traces of graphics calls: apitrace.h */
  DFMT_LOG = 6,        /* logs of Android, the kernel, syslog and the journal: log.h */
};

/*
 * How a format is read and written: arguments of dfmt_reader_new_for() and dfmt_writer_new_for(). Each format's header
 * declares the functions that return them. Static. Since 0.1.
 */
typedef struct dfmt_read_format dfmt_read_format;
typedef struct dfmt_write_format dfmt_write_format;

/*
 * One event. Owned by the reader. It and everything it points to are valid until the next dfmt_reader_next() or
 * dfmt_reader_open() on that reader; payload calls do not invalidate it. Grows only at the end. Since 0.1.
 */
typedef struct dfmt_event {
  uint32_t size;   /* bytes of this struct in the library that made it */
  uint32_t type;   /* format << 16 | number, as in body->type */
  uint64_t offset; /* byte offset of its start in the unwrapped stream, from 0; of a text in UTF-16 in that, of
                      a line of a report in another text that of its prefix */
  uint64_t length; /* bytes it occupies there; 0 if those are all of the event before it, and while unknown: for an
                      event with a payload, until that has been read to the end [bytes] */
  uint32_t flags;  /* DFMT_EVENT_FLAG_* */
  uint32_t reserved;
  const dfmt_head *body; /* typed body; use the accessors, such as dfmt_event_apport_field(ev) */
  dfmt_str raw; /* the record exactly as in the input, if available in one piece, else NULL; what is UTF-16 there
                   is UTF-8 here, and what is quoted there is not here [bytes] */
} dfmt_event;

enum {
  DFMT_EVENT_FLAG_PAYLOAD = 1,  /* the value is not in the body: read it by the payload calls of reader.h */
  DFMT_EVENT_FLAG_RECOVERED = 2 /* damage was skipped before this event, or the event itself is damaged */
};

/*
 * For writers, in `present` of any body: every member up to head.size is filled in. Bit 31 is never used.
 */
enum { DFMT_PRESENT_ALL = 0x7fffffff };

/* Events that every format may deliver. */
enum { DFMT_DIAGNOSTIC = 1, DFMT_OPAQUE = 2 };

enum { DFMT_SEVERITY_NOTE = 1, DFMT_SEVERITY_WARNING = 2, DFMT_SEVERITY_ERROR = 3 };
enum { DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET = 1, DFMT_DIAGNOSTIC_HAS_LINE = 2, DFMT_DIAGNOSTIC_HAS_SKIPPED = 4 };

/*
 * A remark on the input, delivered in stream order with DFMT_CFG_DIAGNOSTICS or _RECOVER only. One that concerns an
 * event's payload comes after that event. Since 0.1.
 */
typedef struct dfmt_diagnostic {
  dfmt_head head;
  uint32_t present;   /* DFMT_DIAGNOSTIC_HAS_* */
  uint32_t number;    /* DFMT_ERR_* */
  uint32_t severity;  /* DFMT_SEVERITY_*. NOTE: odd but harmless, WARNING: data may be missing, ERROR: data are lost */
  dfmt_status status; /* what a strict reader returns here; DFMT_OK if it continues, too */
  uint64_t byte_offset; /* offset in the unwrapped stream; of a text in UTF-16 in that */
  uint64_t line;        /* 1-based */
  uint64_t skipped;     /* bytes skipped to find the next whole record */
  dfmt_str message;     /* UTF-8, one line [utf8] */
} dfmt_diagnostic;

enum { DFMT_OPAQUE_HAS_DATA = 1 };

/*
 * A well-formed record of a kind that this library does not know; writers of the same format accept it. Since 0.1.
 */
typedef struct dfmt_opaque {
  dfmt_head head;
  uint32_t present;     /* DFMT_OPAQUE_HAS_* */
  uint32_t native_type; /* its type number in the format */
  dfmt_str data;        /* the record's bytes [bytes] */
} dfmt_opaque;

/* Returns the body of a DIAGNOSTIC; NULL if the event is of another type or NULL. Since 0.1. */
DFMT_API const dfmt_diagnostic *dfmt_event_diagnostic(const dfmt_event *ev);
/* The same for an OPAQUE. Since 0.1. */
DFMT_API const dfmt_opaque *dfmt_event_opaque(const dfmt_event *ev);

/* One candidate of dfmt_identify(). Frozen. Since 0.1. */
typedef struct dfmt_probe {
  uint32_t format;  /* DFMT_APPORT … */
  uint32_t variant; /* DFMT_<FORMAT>_VARIANT_*; 0: unknown from these bytes, or not useful */
  int32_t score;    /* 1 possible … 100 certain */
  uint32_t wrapper; /* DFMT_WRAPPER_* around the whole input; of several, the outermost; UTF16* or TEXT if there is no
                       other */
  uint64_t wants;   /* bytes from the start that would improve the result; 0: more bytes change nothing [bytes] */
} dfmt_probe;

enum {
  DFMT_WRAPPER_NONE = 0,
  DFMT_WRAPPER_GZIP = 1,
  DFMT_WRAPPER_ZSTD = 2,
  DFMT_WRAPPER_MIME = 3,    /* the message that bug trackers get of a report (DFMT_APPORT_VARIANT_MIME) */
  DFMT_WRAPPER_UTF16LE = 4, /* the text of a format that is one, in UTF-16, with or without a byte order mark */
  DFMT_WRAPPER_UTF16BE = 5, /* the same, big-endian */
  DFMT_WRAPPER_ZIP = 6,     /* a zip of one file, which no format reads as a zip */
  DFMT_WRAPPER_TAR = 7,     /* a tar archive of one file */
  DFMT_WRAPPER_XZ = 8,
  DFMT_WRAPPER_TEXT = 9 /* another text, maybe in UTF-16, in which a report stands: quoted, indented, fenced or not;
                           or a mail in quoted-printable, whatever stands in it */
};

/* How many bytes from the start of a file to give to dfmt_identify(), if the file has as many. Since 0.1. */
enum { DFMT_IDENTIFY_BYTES = 262144 };

/*
 * Identifies a format by content: len bytes from the start of a file, which may be wrapped (gzip, zip of one file …),
 * or be a text in UTF-16. A few dozen bytes usually suffice; DFMT_IDENTIFY_BYTES suffice for every file that 64 KiB,
 * decoded, identify. dfmt_reader_identify() reads as much as it needs, and looks at more of a seekable file. Uses the
 * allocator, DFMT_CFG_MAX_MEMORY and DFMT_CFG_UNWRAP of c (NULL: defaults). name_hint: a file name or NULL; it only
 * orders candidates of equal score. Fills out[0..cap-1], best first, and sets *n to the number of candidates, which may
 * exceed cap. OK, also if there is none; E_ARG; E_NOMEM; E_LIMIT: c allows too little memory. Since 0.1.
 */
DFMT_API dfmt_status dfmt_identify(const dfmt_config *c, const void *start, uint64_t len, const char *name_hint,
                                   dfmt_probe *out, uint32_t cap, uint32_t *n);

/* Returns the name of a format, such as "apport"; NULL if unknown. Static. Since 0.1. */
DFMT_API const char *dfmt_format_name(uint32_t format);

/* Returns the number of the format at an index of the list, from 0; 0 at its end. Since 0.1. */
DFMT_API uint32_t dfmt_format_at(uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
