/* SPDX-License-Identifier: MIT */
/*
 * apitrace traces (`.trace`): the calls of a program to OpenGL, EGL, Direct3D and other graphics libraries, with all
 * arguments. "The reference" is apitrace 11.1 and its development head of January 2026; docs/apitrace.md lists the
 * differences, docs/spec/apitrace.md describes the format.
 *
 * The first event is HEADER. The others depend on DFMT_CFG_APITRACE_FORM:
 *   CALLS    CALL: enter and leave joined, in the order of the leaves, as in the reference; at the end the calls that
 *            were never left, in the order of their enters, with FLAG_INCOMPLETE
 *   EVENTS   ENTER and LEAVE, in the order of the file
 *   STREAM   one STREAM, whose payload is the whole event stream including the header, for repacking
 * A blob longer than DFMT_CFG_MAX_INLINE bytes is an event BLOB with a payload, before the event that uses it.
 *
 * Offsets are positions in the event stream, that is, in the container's decompressed contents; in errors of
 * DFMT_ORIGIN_WRAPPER they are positions in the file. If the data are damaged or incomplete, all complete events before
 * that are delivered, then E_FORMAT or E_TRUNCATED is returned; in form CALLS the incomplete calls come before
 * E_TRUNCATED. With DFMT_CFG_RECOVER the readable part of a truncated Snappy chunk is used as well, and a second stream
 * in the same file, written by a forked child, is delivered after a diagnostic and a HEADER of its own.
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
  DFMT_TYPE_APITRACE_SIG_KIND = 0x58103,   /* words DFMT_APITRACE_SIG_* */
  DFMT_TYPE_APITRACE_VALUE_KIND = 0x58104, /* words DFMT_APITRACE_VALUE_* */
  DFMT_TYPE_APITRACE_FLAGS = 0x58105       /* bits DFMT_APITRACE_FLAG_* */
};

/* Versions of the event stream. Readers accept all; writers write V6, which current tracers write. */
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
  DFMT_CFG_APITRACE_FORM = 0x50001,      /* reader: DFMT_APITRACE_FORM_*; default CALLS */
  DFMT_CFG_APITRACE_VALUES = 0x50002,    /* reader, 0: skip values; names, numbers and threads only. Default 1 */
  DFMT_CFG_APITRACE_FUNCTIONS = 0x50003, /* reader, list: deliver only these; "glDraw*" is a prefix (empty: all) */
  DFMT_CFG_APITRACE_CONTAINER = 0x50004, /* DFMT_APITRACE_CONTAINER_*. Writer, 0: Snappy. Reader, 0: detected; needed
                                            for RAW, and for BROTLI that is not detected */
  DFMT_CFG_APITRACE_MAX_FLAGS = 0x50005  /* reader: distinct flags of several bits in one bitmask; each costs time for
                                            every value of that type. Default 256 */
};

/* The events that a reader delivers. */
enum { DFMT_APITRACE_FORM_CALLS = 1, DFMT_APITRACE_FORM_EVENTS = 2, DFMT_APITRACE_FORM_STREAM = 3 };

/* Containers of the event stream. */
enum {
  DFMT_APITRACE_CONTAINER_SNAPPY = 1, /* chunks of 1 MiB, as the tracer writes them; seekable */
  DFMT_APITRACE_CONTAINER_GZIP = 2,
  DFMT_APITRACE_CONTAINER_BROTLI = 3,
  DFMT_APITRACE_CONTAINER_ZSTD = 4, /* written as frames of 2 MiB with a seek table; read with any frames */
  DFMT_APITRACE_CONTAINER_RAW = 5   /* no container; never detected */
};

/* Kinds of definitions; ids are unique within a kind. */
enum {
  DFMT_APITRACE_SIG_FUNCTION = 1, /* members: argument names */
  DFMT_APITRACE_SIG_STRUCT = 2,   /* members: names; an anonymous member has an empty one, its members take its place */
  DFMT_APITRACE_SIG_ENUM = 3,     /* members: names; member_values: numbers, of equal ones the first is displayed */
  DFMT_APITRACE_SIG_BITMASK = 4   /* members: names; member_values: their bits */
};

/*
 * One definition. Owned by the reader, which has one per definition, and valid until the reader is opened again or
 * freed. Writers write it before the first use of its id; an id must not have two definitions. Since 0.1.
 */
typedef struct dfmt_apitrace_sig {
  dfmt_head head; /* type: DFMT_TYPE_APITRACE_SIG */
  uint32_t kind;  /* DFMT_APITRACE_SIG_* */
  uint32_t id;    /* unique within its kind [index] */
  dfmt_str name;  /* of a function, a struct, or an enum of versions 0 to 2; else empty */
  const dfmt_str *members;
  uint64_t n_members;
  const int64_t *member_values; /* of an enum or bitmask: one for each member, bits as two's complement; else NULL */
  uint64_t n_member_values;
  uint64_t def_offset;          /* of the id that the definition follows; writers ignore it */
  uint32_t flags;               /* of a function: DFMT_APITRACE_FLAG_*, by its name; writers ignore it */
  uint32_t digest;              /* CRC-32 of the definition's bytes, set by readers; 0: none. Writers ignore it */
  const uint32_t *lookup_order; /* set by readers for fast lookup of names; else NULL. Indexes in `member_values`: of an
                            enum in ascending order of the numbers, of equal ones only the first; of a bitmask in their
                            own order, only those that can be displayed */
  uint64_t n_lookup_order;
  uint32_t origin_1, origin_2, origin_3, origin_4; /* set by readers: random numbers that no other reader has, so that
                         writers need not compare a definition of one origin, kind and id at each use. All 0: it is
                         compared. Clear them in a copy that you change. Since 0.1 [reserved] */
} dfmt_apitrace_sig;

enum {
  DFMT_APITRACE_FRAME_HAS_MODULE = 1,
  DFMT_APITRACE_FRAME_HAS_FUNCTION = 2,
  DFMT_APITRACE_FRAME_HAS_FILE = 4,
  DFMT_APITRACE_FRAME_HAS_LINE = 8,
  DFMT_APITRACE_FRAME_HAS_FUNCTION_OFFSET = 16
};

/* One stack frame; lifetime as dfmt_apitrace_sig. An unresolved address has no member present. Since 0.1. */
typedef struct dfmt_apitrace_frame {
  dfmt_head head;   /* type: DFMT_TYPE_APITRACE_FRAME */
  uint32_t present; /* DFMT_APITRACE_FRAME_HAS_* */
  uint32_t id;      /* [index] */
  dfmt_str module;  /* path of the executable or library */
  dfmt_str function;
  dfmt_str file;            /* path of the source file */
  uint64_t line;            /* 1-based line in it */
  uint64_t function_offset; /* bytes from the start of the function, or of the module if the function is unknown */
  uint64_t def_offset;      /* as in dfmt_apitrace_sig */
} dfmt_apitrace_frame;

/* dfmt_apitrace_value.kind: the numbers are those of the format. */
enum {
  DFMT_APITRACE_VALUE_NULL = 0,
  DFMT_APITRACE_VALUE_FALSE = 1,
  DFMT_APITRACE_VALUE_TRUE = 2,
  DFMT_APITRACE_VALUE_SINT = 3,     /* bits: two's complement */
  DFMT_APITRACE_VALUE_UINT = 4,     /* bits */
  DFMT_APITRACE_VALUE_FLOAT = 5,    /* bits: IEEE 754 single, in the low half */
  DFMT_APITRACE_VALUE_DOUBLE = 6,   /* bits: IEEE 754 double */
  DFMT_APITRACE_VALUE_STRING = 7,   /* ptr: aux bytes as the program passed them, in no particular encoding */
  DFMT_APITRACE_VALUE_BLOB = 8,     /* ptr: aux bytes; NULL: see the earlier BLOB with the ordinal in bits */
  DFMT_APITRACE_VALUE_ENUM = 9,     /* ptr: its dfmt_apitrace_sig; bits: the number, two's complement */
  DFMT_APITRACE_VALUE_BITMASK = 10, /* ptr: its dfmt_apitrace_sig; bits: the value */
  DFMT_APITRACE_VALUE_ARRAY = 11,   /* bits: number of children; a pointer to a value is an array of one */
  DFMT_APITRACE_VALUE_STRUCT = 12,  /* ptr: its dfmt_apitrace_sig; bits: number of children, one for each member */
  DFMT_APITRACE_VALUE_OPAQUE = 13,  /* bits: a handle or an address; the tracer writes 0 as NULL */
  DFMT_APITRACE_VALUE_REPR = 14,    /* two children: the form to display, then the form to replay; bits: 2 */
  DFMT_APITRACE_VALUE_WSTRING = 15  /* ptr: uint32_t[aux], one for each wide character */
};

/*
 * A node of a value. A value is a tree stored as an array in pre-order: the first child of v is v + 1, its next sibling
 * v + v->span. 32 bytes on 64-bit systems. Frozen. Since 0.1.
 */
typedef struct dfmt_apitrace_value {
  uint32_t kind; /* DFMT_APITRACE_VALUE_* */
  uint32_t span; /* nodes in this subtree, including itself */
  uint64_t bits;
  const void *ptr; /* by kind; else NULL */
  uint64_t aux;    /* length in bytes or wide characters, by kind; else 0 */
} dfmt_apitrace_value;

/* An argument. Frozen. Since 0.1. */
typedef struct dfmt_apitrace_arg {
  dfmt_str name;                    /* from the function's signature; empty if that has no such argument */
  const dfmt_apitrace_value *value; /* never NULL: arguments that the trace lacks are omitted */
  uint64_t number;                  /* position in the function's signature, from 0 */
} dfmt_apitrace_arg;

/*
 * dfmt_apitrace_call.flags and dfmt_apitrace_sig.flags. All except the first three and the last depend only on the
 * function's name; in addition, a glGetError that returned no error is VERBOSE.
 */
enum {
  DFMT_APITRACE_FLAG_FAKE = 1,       /* inserted by the tracer for replay: bit 0 of stored_flags */
  DFMT_APITRACE_FLAG_INCOMPLETE = 2, /* the data contain no complete leave of it */
  DFMT_APITRACE_FLAG_LEAVE_CUT = 4,  /* set with INCOMPLETE: the data end inside a leave with the number of this call,
                                        or with the start of such a number. The reference drops such calls */
  DFMT_APITRACE_FLAG_END_FRAME = 8,  /* the last call of a frame */
  DFMT_APITRACE_FLAG_RENDER = 16,    /* draws */
  DFMT_APITRACE_FLAG_RENDERTARGET = 32, /* changes the render target */
  DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS = 64,
  DFMT_APITRACE_FLAG_VERBOSE = 128,         /* of little interest: the reference hides it by default */
  DFMT_APITRACE_FLAG_MARKER = 256,          /* a debug marker */
  DFMT_APITRACE_FLAG_MARKER_PUSH = 512,     /* a debug marker that begins a group */
  DFMT_APITRACE_FLAG_MARKER_POP = 1024,     /* a debug marker that ends a group */
  DFMT_APITRACE_FLAG_DEFINITION_LOST = 2048 /* salvage: an enum, a bitmask or a stack frame of it has no names, as they
                                               stood in a part that was lost. Since 0.1 */
};

enum { DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION = 1, DFMT_APITRACE_HEADER_HAS_PROPERTIES = 2 };

/*
 * The start of the stream. For writers: optional, and accepted only as the first body; without it semantic version 6
 * and no properties are written before the first call. Without any body the container stays empty: a trace without
 * calls. Since 0.1.
 */
typedef struct dfmt_apitrace_header {
  dfmt_head head;
  uint32_t present;            /* DFMT_APITRACE_HEADER_HAS_*: both since version 6 */
  uint32_t version;            /* 0 to 6; writers ignore it */
  uint32_t semantic_version;   /* version of the meaning of calls; at most version */
  uint32_t container;          /* DFMT_APITRACE_CONTAINER_*, as read; writers ignore it: it is an option */
  const dfmt_pair *properties; /* in file order with duplicates, of which the last counts; names are not empty */
  uint64_t n_properties;
} dfmt_apitrace_header;

enum {
  DFMT_APITRACE_CALL_HAS_STORED_FLAGS = 1,
  DFMT_APITRACE_CALL_HAS_THREAD_ID = 2, /* absent in a LEAVE whose call is unknown */
  DFMT_APITRACE_CALL_HAS_SIG = 4,       /* name and sig; absent as thread_id */
  DFMT_APITRACE_CALL_HAS_ARGS = 8,      /* absent with DFMT_CFG_APITRACE_VALUES 0, and if there are none */
  DFMT_APITRACE_CALL_HAS_RET = 16,      /* absent as args */
  DFMT_APITRACE_CALL_HAS_FRAMES = 32,   /* there is a backtrace, possibly empty; absent with VALUES 0 */
  DFMT_APITRACE_CALL_HAS_ENTER = 64,    /* enter_offset and enter_length; absent in a LEAVE */
  DFMT_APITRACE_CALL_HAS_LEAVE = 128    /* leave_offset and leave_length; absent in an ENTER and in incomplete calls */
};

/*
 * A call, or one of its two events (types dfmt_apitrace_enter and dfmt_apitrace_leave). A CALL has the last value of
 * each argument, in ascending order of their numbers; ENTER and LEAVE have all values in file order.
 *
 * For writers, head is required, sig in CALL and ENTER, and number in LEAVE. Calls are renumbered from 0 in the order
 * in which they are written; a LEAVE needs the number that its ENTER got. A CALL is written as an enter with flags,
 * frames and arguments, and a leave with the return value; an incomplete CALL as an enter only. An absent thread_id is
 * 0. name, flags and offsets are ignored. Since 0.1.
 */
typedef struct dfmt_apitrace_call {
  dfmt_head head;
  uint32_t present;             /* DFMT_APITRACE_CALL_HAS_* */
  uint32_t flags;               /* DFMT_APITRACE_FLAG_* */
  uint64_t number;              /* counts enters, from 0; in a LEAVE as in the file */
  uint64_t thread_id;           /* from 0, in the order of the threads' first calls; not an id of the system [index] */
  uint64_t stored_flags;        /* as in the file; bit 0: fake; the others are not defined */
  dfmt_str name;                /* name of the function: sig->name [repeats] */
  const dfmt_apitrace_sig *sig; /* [table] */
  const dfmt_apitrace_arg *args;
  uint64_t n_args;
  const dfmt_apitrace_value *ret;
  const dfmt_apitrace_frame *const *frames; /* innermost first */
  uint64_t n_frames;
  uint64_t enter_offset, enter_length; /* place in the event stream, bytes */
  uint64_t leave_offset, leave_length;
} dfmt_apitrace_call;

/* One event of a call; see above. Since 0.1. */
typedef dfmt_apitrace_call dfmt_apitrace_enter;
typedef dfmt_apitrace_call dfmt_apitrace_leave;

/*
 * A blob longer than DFMT_CFG_MAX_INLINE bytes. The payload has its bytes; the next event of that call refers to it by
 * its ordinal, unless a later detail of the call replaced the value. For writers: given before the body that refers to
 * it; its bytes are kept in memory until then. Since 0.1.
 */
typedef struct dfmt_apitrace_blob {
  dfmt_head head;
  uint32_t present; /* no bits yet: all members are always present */
  uint32_t reserved;
  uint64_t number;  /* number of the call */
  uint64_t ordinal; /* counts such blobs, from 0 */
  uint64_t size;    /* bytes */
} dfmt_apitrace_blob;

enum { DFMT_APITRACE_STREAM_HAS_SIZE = 1 };

/*
 * The whole event stream as payload. For writers: the only body in its file; one that begins with "at", which no event
 * stream does, is DFMT_E_ARG in gzip and Zstandard, as it would be read as a Snappy file in them. Since 0.1.
 */
typedef struct dfmt_apitrace_stream {
  dfmt_head head;
  uint32_t present;   /* DFMT_APITRACE_STREAM_HAS_* */
  uint32_t container; /* DFMT_APITRACE_CONTAINER_*, as read */
  uint64_t size;      /* bytes; known once the payload has been read [late] */
} dfmt_apitrace_stream;

/* Returns the body of a HEADER; NULL if the event is of another type or NULL. Since 0.1. */
DFMT_API const dfmt_apitrace_header *dfmt_event_apitrace_header(const dfmt_event *ev);
/* The same for a CALL. Since 0.1. */
DFMT_API const dfmt_apitrace_call *dfmt_event_apitrace_call(const dfmt_event *ev);
/* The same for an ENTER. Since 0.1. */
DFMT_API const dfmt_apitrace_enter *dfmt_event_apitrace_enter(const dfmt_event *ev);
/* The same for a LEAVE. Since 0.1. */
DFMT_API const dfmt_apitrace_leave *dfmt_event_apitrace_leave(const dfmt_event *ev);
/* The same for a BLOB. Since 0.1. */
DFMT_API const dfmt_apitrace_blob *dfmt_event_apitrace_blob(const dfmt_event *ev);
/* The same for a STREAM. Since 0.1. */
DFMT_API const dfmt_apitrace_stream *dfmt_event_apitrace_stream(const dfmt_event *ev);

/* Returns the DFMT_APITRACE_FLAG_* that follow from a function's name. Since 0.1. */
DFMT_API uint32_t dfmt_apitrace_name_flags(const char *name, uint64_t len);

/* Returns the first name in an enum's signature for a number; NULL if none, or if sig is NULL or no enum. Since 0.1. */
DFMT_API const dfmt_str *dfmt_apitrace_enum_name(const dfmt_apitrace_sig *sig, int64_t value);

/*
 * Splits a value into names of a bitmask's signature, as the reference displays it: in the order of the signature, each
 * flag whose bits all remain takes them. 0 has a name only if the first flag is 0. names: room for 64. Sets *rest,
 * unless NULL, to the bits without a name. Returns the number of names; 0 with *rest = value if sig is NULL or no
 * bitmask. Since 0.1.
 */
DFMT_API uint32_t dfmt_apitrace_flag_names(const dfmt_apitrace_sig *sig, uint64_t value, const dfmt_str **names,
                                           uint64_t *rest);

/*
 * Random access. An index holds every definition of a trace and, for each MiB of its event stream, a place where
 * reading can begin with the calls that are pending there. It is built by one scan that decodes names only. A handle:
 * an index and the readers opened by it are used by one thread at a time. Reading begins in the middle of Snappy chunks
 * and of Zstandard with a seek table; other containers are decompressed from the start, which the caller does not
 * notice. Since 0.1.
 */
typedef struct dfmt_apitrace_index dfmt_apitrace_index;

/*
 * Makes an empty index, with the allocator, the limits and DFMT_CFG_RECOVER of c (NULL: defaults). The caller frees it.
 * E_NOMEM, E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_apitrace_index_new(const dfmt_config *c, dfmt_apitrace_index **out);

/*
 * Scans s, replacing what was indexed before, and keeps a reference to it. s must be seekable, at its start, and must
 * not change. AGAIN: repeat the call. E_STATE: a reader uses the previous contents. E_UNSUPPORTED with DFMT_ERR_SEEK: s
 * cannot seek. Other errors as dfmt_reader_next(); after E_TRUNCATED and E_FORMAT the index is usable up to that place.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_apitrace_index_build(dfmt_apitrace_index *x, dfmt_source *s);

/* Keys of dfmt_apitrace_index_stat(). */
enum {
  DFMT_APITRACE_STAT_CALLS = 1,      /* calls entered */
  DFMT_APITRACE_STAT_INCOMPLETE = 2, /* calls entered and never left */
  DFMT_APITRACE_STAT_FRAMES = 3,     /* calls with FLAG_END_FRAME */
  DFMT_APITRACE_STAT_THREADS = 4,    /* the largest thread_id plus 1; 0 without calls */
  DFMT_APITRACE_STAT_BYTES = 5,      /* size of the event stream */
  DFMT_APITRACE_STAT_PLACES = 6      /* places where reading can begin; 1: only at the start */
};

/* Sets *value to a figure about the indexed trace. E_UNSUPPORTED: unknown key. E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_apitrace_index_stat(const dfmt_apitrace_index *x, uint32_t key, uint64_t *value);

/* Units of dfmt_apitrace_index_open(). */
enum {
  DFMT_APITRACE_AT_CALL = 1, /* calls, by number */
  DFMT_APITRACE_AT_FRAME = 2 /* frames, from 0: a frame begins after a call with FLAG_END_FRAME */
};

/*
 * As dfmt_reader_open(), but after the HEADER reading begins at a call or frame: in form CALLS with the call of that
 * number, followed by those that are delivered after it; in form EVENTS with its ENTER. Ordinals of BLOBs count from
 * there; an earlier blob has the ordinal UINT64_MAX. The number of frames as `number` stands for what follows the last
 * frame. The index may be freed while readers use it. E_ARG: no such call or frame, or r delivers form STREAM. E_STATE:
 * nothing is indexed. Since 0.1.
 */
DFMT_API dfmt_status dfmt_apitrace_index_open(dfmt_apitrace_index *x, dfmt_reader *r, uint32_t what, uint64_t number);

/* Returns the error of the last build; never NULL unless x is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_apitrace_index_error(const dfmt_apitrace_index *x);

/* Frees x, the contents once no reader uses them any more; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_apitrace_index_free(dfmt_apitrace_index *x);

/* Returns the format for dfmt_reader_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_apitrace_read_format(void);
/* Returns the format for dfmt_writer_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_write_format *dfmt_apitrace_write_format(void);

#ifdef __cplusplus
}
#endif

#endif
