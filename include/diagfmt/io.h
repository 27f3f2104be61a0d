/* SPDX-License-Identifier: MIT */
/*
 * Sources provide bytes, sinks accept them. The library has them for memory, paths, descriptors and pushed data; a
 * caller can provide others as a struct of functions.
 *
 * In every function below, c provides the allocator and limits; NULL: defaults. Constructors only allocate. They fail
 * only with E_NOMEM or E_ARG, and then set *out to NULL and take ownership of nothing: descriptors and `user` remain
 * the caller's, and `close` is not called. Files are opened at the first use, and errors are returned by the call that
 * uses them. Paths and names are copied.
 */
#ifndef DIAGFMT_IO_H
#define DIAGFMT_IO_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A source is reference-counted: dfmt_source_free() releases the caller's reference, and handles that read from it have
 * their own, so it may be freed right after dfmt_reader_open(). It has one position: two handles that read from it take
 * bytes from each other, and a second reader continues where the first one stopped; dfmt_source_reset_*() goes back to
 * the start. Since 0.1.
 */
typedef struct dfmt_source dfmt_source;

/*
 * A sink is reference-counted as sources are; a writer opened with it has its own reference.
 *
 * A sink that has failed stays failed: later writes and dfmt_sink_close() return the same status, so that a caller who
 * checks only the last call cannot commit incomplete output. A memory sink can be used again after dfmt_sink_reset().
 * E_NOMEM and E_LIMIT before anything was accepted are not failures: the call did nothing and can be repeated, as after
 * AGAIN; a caller who does not repeat it must discard the output. Since 0.1.
 */
typedef struct dfmt_sink dfmt_sink;

/*
 * A source provided by the caller. Set size to sizeof; a NULL member means "not supported". Copied by
 * dfmt_source_new(). The functions must not call the handle that calls them (it returns E_BUSY). Since 0.1.
 */
typedef struct dfmt_source_ops {
  uint32_t size, flags; /* flags: 0 */
  /*
   * Required. Reads up to cap bytes (cap > 0) into buf and sets *got to their number. OK: *got > 0; END; AGAIN: no data
   * yet (*got is 0 with both); E_*: failure, which is final for the reading handle.
   */
  dfmt_status (*read)(void *user, void *buf, uint64_t cap, uint64_t *got);
  /* As read, from a byte offset, without moving the position of read. NULL: not seekable. May return AGAIN. */
  dfmt_status (*read_at)(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got);
  /* Total size in bytes, for progress and seeking. NULL or E_UNSUPPORTED: unknown; other E_*: failure. */
  dfmt_status (*total)(void *user, uint64_t *bytes);
  /* Called once, when the last reference is released. NULL: nothing to do. */
  void (*close)(void *user);
} dfmt_source_ops;

/* A sink provided by the caller; as above. Since 0.1. */
typedef struct dfmt_sink_ops {
  uint32_t size, flags; /* flags: 0 */
  /* Required. Accepts up to len bytes (len > 0). OK: all; AGAIN: *taken < len, the rest later; E_*: failure. */
  dfmt_status (*write)(void *user, const void *buf, uint64_t len, uint64_t *taken);
  /* Overwrites bytes written before, for headers with totals. All of them, or an error. NULL: not seekable. */
  dfmt_status (*write_at)(void *user, uint64_t offset, const void *buf, uint64_t len);
  /* Passes everything to the system. OK, AGAIN, E_*. NULL: nothing to do. */
  dfmt_status (*flush)(void *user);
  /* Called once. commit 1: the output is complete, keep it; 0: discard what can be. NULL: nothing to do. */
  dfmt_status (*close)(void *user, uint32_t commit);
  /* Size of what precedes this output (the old size of an appended file), and its last byte. NULL: nothing. */
  dfmt_status (*before)(void *user, uint64_t *bytes, uint8_t *last);
  /*
   * Bytes up to which one write is not cut by what others write to the same place: how many of whole lines are gathered
   * for it, up to 32 KiB (DFMT_JSON_GATHER). UINT64_MAX: of a regular file, and of what nobody else writes to. 0: not
   * known, as if it was a pipe: 4096.
   */
  uint64_t undivided;
} dfmt_sink_ops;

/* Makes a source of the caller's functions. E_ARG: no read, flags set, or a size below that of 1.0. Since 0.1. */
DFMT_API dfmt_status dfmt_source_new(const dfmt_config *c, const dfmt_source_ops *ops, void *user, dfmt_source **out);

/* Makes a source of len bytes at ptr, borrowed as long as the source exists. Seekable. Since 0.1. */
DFMT_API dfmt_status dfmt_source_memory(const dfmt_config *c, const void *ptr, uint64_t len, dfmt_source **out);

/* Makes a source of a file. Seekable if the file is. Since 0.1. */
DFMT_API dfmt_status dfmt_source_path(const dfmt_config *c, const char *path, dfmt_source **out);

/*
 * Makes a source of a descriptor, from its current position; own 1: closes it with the source. Pipes, sockets and
 * terminals work; non-blocking ones return AGAIN. Seekable if the descriptor is. Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_fd(const dfmt_config *c, int32_t fd, uint32_t own, dfmt_source **out);

/* Makes a source for incremental input by dfmt_feed_write(); empty and not closed, it returns AGAIN. Since 0.1. */
DFMT_API dfmt_status dfmt_source_feed(const dfmt_config *c, dfmt_source **out);

/*
 * Copies up to len bytes into a feed, on the thread of its reader; sets *taken to how many. AGAIN: not all, as
 * DFMT_CFG_MAX_FEED bytes are waiting. E_STATE: closed, or not a feed. E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_feed_write(dfmt_source *s, const void *ptr, uint64_t len, uint64_t *taken);

/* Marks the end of the input: readers get END after what is waiting. E_STATE: s is not a feed. Since 0.1. */
DFMT_API dfmt_status dfmt_feed_close(dfmt_source *s);

/*
 * Makes a source of len bytes of a seekable source from a byte offset; UINT64_MAX: to its end. Keeps a reference to s.
 * Reading it returns E_UNSUPPORTED if s is not seekable. Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_slice(const dfmt_config *c, dfmt_source *s, uint64_t offset, uint64_t len,
                                       dfmt_source **out);

/*
 * Makes a source of the content of s inside gzip, Zstandard or xz (all members, frames or streams), or of its bytes if
 * it is not wrapped. Up to four wrappings, one in another, are taken off; more are E_UNSUPPORTED. Inside them a MIME
 * message that holds an Apport report is read as that report. The limits of expansion apply to each wrapping, in
 * relation to s. Readers do this themselves (DFMT_CFG_UNWRAP). Keeps a reference to s. Not seekable. Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_unwrap(const dfmt_config *c, dfmt_source *s, dfmt_source **out);

/*
 * Makes a source of a text as UTF-8 without a byte order mark, if s begins with one or is UTF-16, else of its bytes.
 * Only the caller knows that it is a text. Half of a surrogate pair becomes U+FFFD, and a last byte that is no whole
 * unit is skipped. Readers do this themselves, for formats that are texts. Keeps a reference to s. Not seekable.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_text(const dfmt_config *c, dfmt_source *s, dfmt_source **out);

/*
 * Makes a source of dfmt_source_path() read another file, or the same one again, from the start; allocates only if its
 * memory does not suffice. E_STATE: another kind of source; E_ARG, E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_reset_path(dfmt_source *s, const char *path);
/*
 * Makes a source of dfmt_source_memory() read other bytes, also borrowed. E_STATE: another kind of source; E_ARG.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_reset_memory(dfmt_source *s, const void *ptr, uint64_t len);

/* Reads as dfmt_source_ops.read does: for spooling, and for payload sources. E_ARG: cap is 0. Since 0.1. */
DFMT_API dfmt_status dfmt_source_read(dfmt_source *s, void *buf, uint64_t cap, uint64_t *got);

/* Returns the total size in bytes. E_UNSUPPORTED: unknown. Opens the file if it is not open. Since 0.1. */
DFMT_API dfmt_status dfmt_source_total(dfmt_source *s, uint64_t *bytes);

/*
 * Returns 1 if the source can be read at an offset, else 0. Opens the file if it is not open. Returns 0 if that fails,
 * too; dfmt_source_error() then has the reason. Since 0.1.
 */
DFMT_API uint32_t dfmt_source_seekable(dfmt_source *s);

/* Returns the error of the last call on s; never NULL unless s is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_source_error(const dfmt_source *s);

/*
 * Returns 1 if handles other than the caller's refer to s, else 0. For bindings: what a source was made from must live
 * as long as it. Since 0.1.
 */
DFMT_API uint32_t dfmt_source_shared(const dfmt_source *s);

/* Takes another reference to s, for those who keep it; returns s. NULL is allowed. Since 0.1. */
DFMT_API dfmt_source *dfmt_source_ref(dfmt_source *s);

/* Releases the caller's reference; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_source_free(dfmt_source *s);

/* Makes a sink of the caller's functions. E_ARG: no write, flags set, or a size below that of 1.0. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_new(const dfmt_config *c, const dfmt_sink_ops *ops, void *user, dfmt_sink **out);

/*
 * Makes a sink for a file, with mode 0666 less the umask, or the mode of the file it replaces. The file gets its name
 * in dfmt_sink_close(), when it is complete and on disk; until then, and on any failure, an existing file is untouched.
 * Before that it has no name where the system supports it (O_TMPFILE), so that a killed process leaves nothing;
 * elsewhere, and while it replaces another file, its name is diagfmt.PID.N.tmp in the same directory. A device or a
 * pipe is written in place. Pages of zeros become holes of a file: DFMT_CFG_SPARSE. Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_path(const dfmt_config *c, const char *path, dfmt_sink **out);

/*
 * Makes a sink for a new file in a directory, with a name from input: the only way from data to a file name. Unless
 * dfmt_name_is_safe(), the first call that writes or closes returns E_ARG with DFMT_ERR_UNSAFE_NAME. The file is
 * created with mode 0600 and never follows a link or replaces a file: E_IO with EEXIST. dir_fd is borrowed. The file
 * gets its name in dfmt_sink_close(), as in dfmt_sink_path(), but without waiting for the disk; it may have holes as
 * there. Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_in(const dfmt_config *c, int32_t dir_fd, const char *name, uint64_t len,
                                  dfmt_sink **out);

/*
 * Returns 1 if bytes can be used as a file name: 1..255 of them, valid UTF-8, no control byte, none of /\\:*?"<>|, no
 * leading '.', no trailing '.' or space, no device name of Windows (CON, NUL, COM1 …). Else 0. Since 0.1.
 */
DFMT_API uint32_t dfmt_name_is_safe(const char *name, uint64_t len);

/* Flags of dfmt_sink_append(). */
enum {
  DFMT_APPEND_HIDE = 1,      /* mode 0 while writing, then as before, so that no program reads an unfinished report */
  DFMT_APPEND_KEEP_TIMES = 2 /* access and modification time as before */
};

/*
 * Makes a sink that appends to an existing file. Closed without commit, or on any failure, the file is truncated to its
 * old size. A killed process leaves what it has appended; with DFMT_APPEND_HIDE the file then still has mode 0.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_append(const dfmt_config *c, const char *path, uint32_t flags, dfmt_sink **out);

/* Makes a sink of a descriptor; own 1: closes it with the sink. Non-blocking ones return AGAIN. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_fd(const dfmt_config *c, int32_t fd, uint32_t own, dfmt_sink **out);

/* Makes a sink of memory that grows as needed, up to DFMT_CFG_MAX_MEMORY. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_memory(const dfmt_config *c, dfmt_sink **out);

/* Makes a sink that accepts everything and keeps nothing: for verifying and measuring. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_null(const dfmt_config *c, dfmt_sink **out);

/* Returns the content of a memory sink, borrowed until the next call on it. E_STATE: another kind. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_bytes(dfmt_sink *s, const void **ptr, uint64_t *len);

/* Empties a memory sink, for use again, and keeps its memory. E_STATE: another kind. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_reset(dfmt_sink *s);

/*
 * Writes len bytes, after those in the sink's buffer; sets *taken to how many were accepted. OK: all (some may stay in
 * the buffer until the next call); AGAIN; E_*. Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_write(dfmt_sink *s, const void *ptr, uint64_t len, uint64_t *taken);

/* Writes out the buffer. OK, AGAIN, E_*. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_flush(dfmt_sink *s);

/* Completes and commits the output; only error and free may follow. OK, AGAIN (repeat the call), E_*. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_close(dfmt_sink *s);

/*
 * Discards the output now, as the last dfmt_sink_free() does without a commit, even if a writer still refers to s:
 * later writes to s return E_STATE. OK; E_STATE: already closed; E_BUSY: s is being written to. Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_discard(dfmt_sink *s);

/*
 * Returns the error of the last call on s; never NULL unless s is. After a failure that ended s it is that one,
 * whatever is called then. Since 0.1.
 */
DFMT_API const dfmt_error *dfmt_sink_error(const dfmt_sink *s);

/* Takes another reference to s, for those who keep it; returns s. NULL is allowed. Since 0.1. */
DFMT_API dfmt_sink *dfmt_sink_ref(dfmt_sink *s);

/*
 * Releases the caller's reference; the last one closes the sink, without a commit unless that was done. NULL is
 * allowed. Since 0.1.
 */
DFMT_API void dfmt_sink_free(dfmt_sink *s);

#ifdef __cplusplus
}
#endif

#endif
