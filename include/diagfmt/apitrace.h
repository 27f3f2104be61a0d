/* SPDX-License-Identifier: MIT */
/*
 * apitrace traces (`.trace`): every call a program made to OpenGL, EGL, Direct3D …, with all arguments. "The reference"
 * is apitrace 11.1 and its development head of January 2026; docs/apitrace.md lists where this library differs from it.
 *
 *   HEADER, then by DFMT_CFG_APITRACE_FORM
 *     CALLS    CALL: enter and leave joined, in order of their leaves, as the reference delivers them; at the end those
 *              that never left, in order of entering, with FLAG_INCOMPLETE
 *     EVENTS   ENTER and LEAVE as they stand
 *     STREAM   one STREAM, whose payload is the whole event stream, header included: for repacking
 *   and BLOB with its payload before the event whose value it is, for blobs above DFMT_CFG_MAX_INLINE bytes.
 *
 * Offsets are positions in the event stream (the container's decoded contents); with DFMT_ORIGIN_WRAPPER in the file.
 * Damage: all whole events before it are delivered, in form CALLS also the incomplete calls if the data just end; then
 * comes E_TRUNCATED or E_FORMAT. With DFMT_CFG_RECOVER the readable part of a cut Snappy chunk is used as well, and a
 * stream that begins again (a forked child wrote to the same file) is a diagnostic, a new HEADER, and goes on.
 */
#ifndef DIAGFMT_APITRACE_H
#define DIAGFMT_APITRACE_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/event.h>
#include <diagfmt/io.h>
#include <diagfmt/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  DFMT_APITRACE_HEADER = 0x50001,
  DFMT_APITRACE_CALL = 0x50002,
  DFMT_APITRACE_ENTER = 0x50003,
  DFMT_APITRACE_LEAVE = 0x50004,
  DFMT_APITRACE_BLOB = 0x50005,
  DFMT_APITRACE_STREAM = 0x50006
};

/* Numbers of the other types, for dfmt_describe() and dfmt_type_word(). */
enum {
  DFMT_TYPE_APITRACE_VALUE = 0x58000,
  DFMT_TYPE_APITRACE_ARG = 0x58001,
  DFMT_TYPE_APITRACE_SIG = 0x58002,
  DFMT_TYPE_APITRACE_FRAME = 0x58003,
  DFMT_TYPE_APITRACE_VARIANT = 0x58100,
  DFMT_TYPE_APITRACE_CONTAINER = 0x58101,
  DFMT_TYPE_APITRACE_FORM = 0x58102,
  DFMT_TYPE_APITRACE_SIG_KIND = 0x58103,
  DFMT_TYPE_APITRACE_VALUE_KIND = 0x58104,
  DFMT_TYPE_APITRACE_FLAGS = 0x58105
};

/* Versions of the event stream. The reader takes all, the writer writes V6, the only one that anything writes today. */
enum {
  DFMT_APITRACE_VARIANT_V0 = 1,
  DFMT_APITRACE_VARIANT_V1 = 2,
  DFMT_APITRACE_VARIANT_V2 = 3,
  DFMT_APITRACE_VARIANT_V3 = 4,
  DFMT_APITRACE_VARIANT_V4 = 5,
  DFMT_APITRACE_VARIANT_V5 = 6,
  DFMT_APITRACE_VARIANT_V6 = 7
};

/* Options. */
enum {
  DFMT_CFG_APITRACE_FORM = 0x50001,      /* reader: DFMT_APITRACE_FORM_*                                        CALLS */
  DFMT_CFG_APITRACE_VALUES = 0x50002,    /* reader, 0: names, numbers and threads only; values are passed over      1 */
  DFMT_CFG_APITRACE_FUNCTIONS = 0x50003, /* reader, list: only calls of these functions; "glDraw*" is a prefix    all */
  DFMT_CFG_APITRACE_CONTAINER = 0x50004, /* DFMT_APITRACE_CONTAINER_*; writer, 0: Snappy; reader, 0: by content, and of
                                            the others only RAW and BROTLI matter                                   0 */
  DFMT_CFG_APITRACE_MAX_FLAGS = 0x50005  /* reader: different flags of several bits in one bitmask. Each takes time for
                                            each value: which of many a value has cannot be found without trying  256 */
};

/* What events a reader delivers. */
enum { DFMT_APITRACE_FORM_CALLS = 1, DFMT_APITRACE_FORM_EVENTS = 2, DFMT_APITRACE_FORM_STREAM = 3 };

/* What the event stream is packed in. */
enum {
  DFMT_APITRACE_CONTAINER_SNAPPY = 1, /* chunks of 1 MiB: what the tracer writes; seekable */
  DFMT_APITRACE_CONTAINER_GZIP = 2,
  DFMT_APITRACE_CONTAINER_BROTLI = 3,
  DFMT_APITRACE_CONTAINER_ZSTD = 4, /* written as frames of 2 MiB with a seek table; any frames are read */
  DFMT_APITRACE_CONTAINER_RAW = 5   /* the bare event stream: never guessed */
};

/* Tables of definitions; each has ids of its own. */
enum {
  DFMT_APITRACE_SIG_FUNCTION = 1, /* members: names of the arguments */
  DFMT_APITRACE_SIG_STRUCT = 2,   /* members: names; an empty one is anonymous, its own members stand for it */
  DFMT_APITRACE_SIG_ENUM = 3,     /* members: names, values: numbers, the first of several equal ones is displayed */
  DFMT_APITRACE_SIG_BITMASK = 4   /* members: names, values: their bits */
};

/*
 * One definition. Interned: a reader has one per definition, which lives until the reader is opened anew or freed.
 * Writers put it out before the first use of its id; an id must not have two definitions. Since 0.1.
 */
typedef struct dfmt_apitrace_sig {
  dfmt_head head; /* type: DFMT_TYPE_APITRACE_SIG */
  uint32_t kind;  /* DFMT_APITRACE_SIG_* */
  uint32_t id;    /* in the table of its kind */
  dfmt_str name;  /* of function, struct, and enums of versions 0 to 2; else empty */
  const dfmt_str *members;
  uint64_t n_members;
  const int64_t *member_values; /* of enum and bitmask: one for each member; else NULL. Bits as two's complement */
  uint64_t n_member_values;
  uint64_t def_offset; /* where its id stands with the definition; writers do not look at it */
  uint32_t flags;      /* of functions: DFMT_APITRACE_FLAG_*, from the name; writers do not look at it */
  uint32_t digest;     /* of the definition's bytes, made by readers: spares writers to compare it at each use; 0:
                          none */
  const uint32_t *lookup_order; /* made by readers, so that names are found fast; else NULL. Places in `member_values`:
                            of an enum in ascending order of the numbers, the first of equal ones alone; of a bitmask as
                            they stand, those that can be displayed at all */
  uint64_t n_lookup_order;
} dfmt_apitrace_sig;

enum {
  DFMT_APITRACE_FRAME_HAS_MODULE = 1,
  DFMT_APITRACE_FRAME_HAS_FUNCTION = 2,
  DFMT_APITRACE_FRAME_HAS_FILE = 4,
  DFMT_APITRACE_FRAME_HAS_LINE = 8,
  DFMT_APITRACE_FRAME_HAS_FUNCTION_OFFSET = 16
};

/* One stack frame. Interned as signatures are. A frame may have nothing present: an unresolved address. Since 0.1. */
typedef struct dfmt_apitrace_frame {
  dfmt_head head;   /* type: DFMT_TYPE_APITRACE_FRAME */
  uint32_t present; /* DFMT_APITRACE_FRAME_HAS_* */
  uint32_t id;
  dfmt_str module; /* path of the program or library */
  dfmt_str function;
  dfmt_str file;            /* of the source */
  uint64_t line;            /* 1-based line in it */
  uint64_t function_offset; /* bytes from the start of function, or of module if there is none */
  uint64_t def_offset;      /* as in dfmt_apitrace_sig */
} dfmt_apitrace_frame;

/* dfmt_apitrace_value.kind: the file's own bytes. */
enum {
  DFMT_APITRACE_VALUE_NULL = 0,
  DFMT_APITRACE_VALUE_FALSE = 1,
  DFMT_APITRACE_VALUE_TRUE = 2,
  DFMT_APITRACE_VALUE_SINT = 3,     /* bits: two's complement */
  DFMT_APITRACE_VALUE_UINT = 4,     /* bits */
  DFMT_APITRACE_VALUE_FLOAT = 5,    /* bits: IEEE 754 single, in the low half */
  DFMT_APITRACE_VALUE_DOUBLE = 6,   /* bits: IEEE 754 double */
  DFMT_APITRACE_VALUE_STRING = 7,   /* ptr: aux bytes, as the program passed them, no encoding promised */
  DFMT_APITRACE_VALUE_BLOB = 8,     /* ptr: aux bytes; NULL: it went ahead as BLOB, bits is its ordinal */
  DFMT_APITRACE_VALUE_ENUM = 9,     /* ptr: its dfmt_apitrace_sig, bits: the number, two's complement */
  DFMT_APITRACE_VALUE_BITMASK = 10, /* ptr: its dfmt_apitrace_sig, bits */
  DFMT_APITRACE_VALUE_ARRAY = 11,   /* bits: number of children; a pointer to something is an array of one */
  DFMT_APITRACE_VALUE_STRUCT = 12,  /* ptr: its dfmt_apitrace_sig, bits: number of children, one for each member */
  DFMT_APITRACE_VALUE_OPAQUE = 13,  /* bits: a handle or address; the tracer writes NULL for 0 */
  DFMT_APITRACE_VALUE_REPR = 14,    /* two children: what people read, what is replayed; bits: 2 */
  DFMT_APITRACE_VALUE_WSTRING = 15  /* ptr: uint32_t[aux], one for each wide character */
};

/*
 * A node of a value: trees are flat, in pre-order. The first child of v is v + 1, its next sibling v + v->span.
 * 32 bytes where pointers have 8. Frozen. Since 0.1.
 */
typedef struct dfmt_apitrace_value {
  uint32_t kind; /* DFMT_APITRACE_VALUE_* */
  uint32_t span; /* nodes of this subtree, itself included */
  uint64_t bits;
  const void *ptr; /* see the kinds; else NULL */
  uint64_t aux;    /* bytes, or wide characters; else 0 */
} dfmt_apitrace_value;

/* An argument. Frozen. Since 0.1. */
typedef struct dfmt_apitrace_arg {
  dfmt_str name;                    /* from the function's signature; empty if it has no argument of this number */
  const dfmt_apitrace_value *value; /* never NULL: an argument that the trace has not is not there */
  uint64_t number;                  /* from 0 */
} dfmt_apitrace_arg;

/*
 * dfmt_apitrace_call.flags and dfmt_apitrace_sig.flags. All but the first three follow from the function's name; a
 * glGetError that found no error is VERBOSE as well.
 */
enum {
  DFMT_APITRACE_FLAG_FAKE = 1,          /* the tracer made it up, for replay: bit 0 of stored_flags */
  DFMT_APITRACE_FLAG_INCOMPLETE = 2,    /* there is no whole leave in the data */
  DFMT_APITRACE_FLAG_LEAVE_CUT = 4,     /* and INCOMPLETE: the data end inside a leave that names this call, or whose
                                           cut number reads as its own. The reference loses such calls */
  DFMT_APITRACE_FLAG_END_FRAME = 8,     /* the last call of a frame */
  DFMT_APITRACE_FLAG_RENDER = 16,       /* draws */
  DFMT_APITRACE_FLAG_RENDERTARGET = 32, /* changes the render target */
  DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS = 64,
  DFMT_APITRACE_FLAG_VERBOSE = 128,     /* of little interest: the reference hides it unless asked */
  DFMT_APITRACE_FLAG_MARKER = 256,      /* a debug marker */
  DFMT_APITRACE_FLAG_MARKER_PUSH = 512, /* that begins a group */
  DFMT_APITRACE_FLAG_MARKER_POP = 1024  /* that ends one */
};

enum { DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION = 1, DFMT_APITRACE_HEADER_HAS_PROPERTIES = 2 };

/*
 * The start of the stream. For writers: optional, and only as the first body; without it semantic version 6 and no
 * properties are written before the first call. Without any body at all the container stays empty: a trace of no calls.
 * Since 0.1.
 */
typedef struct dfmt_apitrace_header {
  dfmt_head head;
  uint32_t present;            /* DFMT_APITRACE_HEADER_HAS_*: both from version 6 on */
  uint32_t version;            /* 0 to 6; writers do not look at it */
  uint32_t semantic_version;   /* what the tracer knew; up to version */
  uint32_t container;          /* DFMT_APITRACE_CONTAINER_*, as read; writers do not look at it: it is an option */
  const dfmt_pair *properties; /* as they stand, duplicates included (of which the last counts); no empty names */
  uint64_t n_properties;
} dfmt_apitrace_header;

enum {
  DFMT_APITRACE_CALL_HAS_STORED_FLAGS = 1,
  DFMT_APITRACE_CALL_HAS_THREAD_ID = 2, /* not in a LEAVE whose call is unknown */
  DFMT_APITRACE_CALL_HAS_SIG = 4,       /* name and sig; likewise */
  DFMT_APITRACE_CALL_HAS_ARGS = 8,      /* not with DFMT_CFG_APITRACE_VALUES 0, nor if there are none */
  DFMT_APITRACE_CALL_HAS_RET = 16,      /* likewise */
  DFMT_APITRACE_CALL_HAS_FRAMES = 32,   /* there is a backtrace, maybe an empty one; not with VALUES 0 */
  DFMT_APITRACE_CALL_HAS_ENTER = 64,    /* enter_offset and enter_length; not in a LEAVE */
  DFMT_APITRACE_CALL_HAS_LEAVE = 128    /* leave_offset and leave_length; not in an ENTER, nor in an incomplete call */
};

/*
 * A call, or one of its two events (types dfmt_apitrace_enter and dfmt_apitrace_leave). A CALL has of each argument the
 * last value, in ascending order of numbers; ENTER and LEAVE have all as they stand.
 *
 * For writers: head is required, sig in CALL and ENTER, number in LEAVE; calls are numbered anew from 0 in the order in
 * which they are written, and a LEAVE gives the number its ENTER got. A CALL is written as an enter with flags, frames
 * and arguments and a leave with the return value. An incomplete CALL is written as an enter only. thread_id absent is
 * 0. name, flags and offsets are not looked at. Since 0.1.
 */
typedef struct dfmt_apitrace_call {
  dfmt_head head;
  uint32_t present;      /* DFMT_APITRACE_CALL_HAS_* */
  uint32_t flags;        /* DFMT_APITRACE_FLAG_* */
  uint64_t number;       /* of enters, from 0; a LEAVE has it as it stands */
  uint64_t thread_id;    /* from 0, in order of the threads' first calls: not the system's ids */
  uint64_t stored_flags; /* as stored; bit 0: fake, the others have no meaning yet */
  dfmt_str name;         /* of the function, sig->name */
  const dfmt_apitrace_sig *sig;
  const dfmt_apitrace_arg *args;
  uint64_t n_args;
  const dfmt_apitrace_value *ret;
  const dfmt_apitrace_frame *const *frames; /* innermost first */
  uint64_t n_frames;
  uint64_t enter_offset, enter_length; /* bytes in the event stream */
  uint64_t leave_offset, leave_length;
} dfmt_apitrace_call;

/* The two events of a call alone; see above. Since 0.1. */
typedef dfmt_apitrace_call dfmt_apitrace_enter;
typedef dfmt_apitrace_call dfmt_apitrace_leave;

/*
 * A blob above DFMT_CFG_MAX_INLINE bytes; its bytes are the payload, its place is the node with its ordinal in the next
 * event of that call, unless a later detail of the call replaced the value. Writers take it before the body that refers
 * to it and keep the bytes in memory until then. Since 0.1.
 */
typedef struct dfmt_apitrace_blob {
  dfmt_head head;
  uint32_t present; /* for members that may come; all that there are are always present */
  uint32_t reserved;
  uint64_t number;  /* of the call */
  uint64_t ordinal; /* of such blobs, from 0 */
  uint64_t size;    /* bytes */
} dfmt_apitrace_blob;

enum { DFMT_APITRACE_STREAM_HAS_SIZE = 1 };

/* The whole event stream as payload. For writers: the only body of a file. Since 0.1. */
typedef struct dfmt_apitrace_stream {
  dfmt_head head;
  uint32_t present;   /* DFMT_APITRACE_STREAM_HAS_* */
  uint32_t container; /* DFMT_APITRACE_CONTAINER_*, as read */
  uint64_t size;      /* bytes; late: known when the payload has ended */
} dfmt_apitrace_stream;

/* The body of a HEADER; NULL if the event is of another type, or NULL itself. Since 0.1. */
DFMT_API const dfmt_apitrace_header *dfmt_event_apitrace_header(const dfmt_event *ev);
/* The same of a CALL. Since 0.1. */
DFMT_API const dfmt_apitrace_call *dfmt_event_apitrace_call(const dfmt_event *ev);
/* The same of an ENTER. Since 0.1. */
DFMT_API const dfmt_apitrace_enter *dfmt_event_apitrace_enter(const dfmt_event *ev);
/* The same of a LEAVE. Since 0.1. */
DFMT_API const dfmt_apitrace_leave *dfmt_event_apitrace_leave(const dfmt_event *ev);
/* The same of a BLOB. Since 0.1. */
DFMT_API const dfmt_apitrace_blob *dfmt_event_apitrace_blob(const dfmt_event *ev);
/* The same of a STREAM. Since 0.1. */
DFMT_API const dfmt_apitrace_stream *dfmt_event_apitrace_stream(const dfmt_event *ev);

/* DFMT_APITRACE_FLAG_* that follow from a function's name. Since 0.1. */
DFMT_API uint32_t dfmt_apitrace_name_flags(const char *name, uint64_t len);

/* The name an enum's signature has for a number: its first; NULL if none, or if sig is NULL or no enum. Since 0.1. */
DFMT_API const dfmt_str *dfmt_apitrace_enum_name(const dfmt_apitrace_sig *sig, int64_t value);

/*
 * The names that a bitmask's signature has for a value, in their order, as the reference displays it: each whose bits
 * are all left takes them; 0 has a name only if the first flag is 0. names: room for 64. *rest: bits without a name;
 * NULL is allowed. Returns how many there are; 0 if sig is NULL or no bitmask, and then the rest is value. Since 0.1.
 */
DFMT_API uint32_t dfmt_apitrace_flag_names(const dfmt_apitrace_sig *sig, uint64_t value, const dfmt_str **names,
                                           uint64_t *rest);

/*
 * Random access: an index knows every definition of a trace and, for each MiB of its event stream, a place where
 * reading can begin and the calls that are pending there. It is built in one scan that looks at names only. An index
 * and the readers opened by it belong to one thread at a time. Reading can begin in the middle of Snappy chunks and of
 * Zstandard with a seek table; with other containers it begins at the start and passes over what comes before, which
 * the caller does not see. Since 0.1.
 */
typedef struct dfmt_apitrace_index dfmt_apitrace_index;

/* An empty index with c's limits (NULL: defaults) and DFMT_CFG_RECOVER. E_NOMEM, E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_apitrace_index_new(const dfmt_config *c, dfmt_apitrace_index **out);

/*
 * Scans s from where it stands, which must be its start, and keeps a reference: s must be seekable and stay as it is.
 * What was indexed before is forgotten. OK; E_STATE: a reader uses what was indexed before; E_UNSUPPORTED with
 * DFMT_ERR_SEEK: s cannot seek; else as dfmt_reader_next(): after E_TRUNCATED and E_FORMAT the index is good for all
 * that came before. AGAIN: call it again. Since 0.1.
 */
DFMT_API dfmt_status dfmt_apitrace_index_build(dfmt_apitrace_index *x, dfmt_source *s);

/* Keys of dfmt_apitrace_index_stat(). */
enum {
  DFMT_APITRACE_STAT_CALLS = 1,      /* entered */
  DFMT_APITRACE_STAT_INCOMPLETE = 2, /* of these, never left */
  DFMT_APITRACE_STAT_FRAMES = 3,     /* calls with FLAG_END_FRAME */
  DFMT_APITRACE_STAT_THREADS = 4,    /* the largest thread number and 1; 0 without calls */
  DFMT_APITRACE_STAT_BYTES = 5,      /* of the event stream */
  DFMT_APITRACE_STAT_PLACES = 6      /* where reading can begin; 1: only at the start */
};

/* A figure about what was indexed. E_UNSUPPORTED: unknown key. E_ARG: NULL. Since 0.1. */
DFMT_API dfmt_status dfmt_apitrace_index_stat(const dfmt_apitrace_index *x, uint32_t key, uint64_t *value);

/* What dfmt_apitrace_index_open() counts. */
enum {
  DFMT_APITRACE_AT_CALL = 1, /* a call number */
  DFMT_APITRACE_AT_FRAME = 2 /* frames from 0: the calls delivered after the END_FRAME before it */
};

/*
 * As dfmt_reader_open(), but the events after the HEADER begin at a call or frame: in form CALLS with the call of that
 * number, and then those delivered after it; in form EVENTS with its ENTER. BLOB ordinals count from there; a blob that
 * went ahead before has the ordinal UINT64_MAX. E_ARG: there is no such call or frame (the number of frames stands for
 * what follows the last one), or r delivers form STREAM. E_STATE: nothing was indexed. The index may be freed while
 * readers use it. Since 0.1.
 */
DFMT_API dfmt_status dfmt_apitrace_index_open(dfmt_apitrace_index *x, dfmt_reader *r, uint32_t what, uint64_t number);

/* The error of the last build; never NULL for an index. Since 0.1. */
DFMT_API const dfmt_error *dfmt_apitrace_index_error(const dfmt_apitrace_index *x);

/* Frees x once no reader uses it any more; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_apitrace_index_free(dfmt_apitrace_index *x);

/* Returns the format for dfmt_reader_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_apitrace_read_format(void);
/* Returns the format for dfmt_writer_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_write_format *dfmt_apitrace_write_format(void);

#ifdef __cplusplus
}
#endif

#endif
