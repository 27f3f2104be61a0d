/* SPDX-License-Identifier: MIT */
/*
 * Sources give bytes, sinks take them. Stock ones exist for memory, paths, descriptors and pushed data; anything else
 * is a caller's struct of functions.
 *
 * In every function below, c gives the allocator and limits and may be NULL for the defaults. Constructors only
 * allocate, so they fail only with E_NOMEM or E_ARG and set *out to NULL then; files are opened at the first use, and
 * what goes wrong is reported by the call that used them (and by the handle that made that call). A constructor that
 * failed has taken nothing over: descriptors and `user` stay the caller's, and `close` is not called. Paths and names
 * are copied.
 */
#ifndef DIAGFMT_IO_H
#define DIAGFMT_IO_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A source is counted inside: dfmt_source_free() drops the caller's reference, handles that read from it keep their
 * own. So it may be freed right after dfmt_reader_open(). It has one position: two handles that read from it take each
 * other's bytes, and a second reader goes on where the first one stopped; dfmt_source_reset_*() goes back to the start.
 * Since 0.1.
 */
typedef struct dfmt_source dfmt_source;

/*
 * A sink is counted as sources are; a writer that was opened with it keeps a reference of its own.
 *
 * A sink that failed stays failed: whatever is written to it afterwards, and dfmt_sink_close(), say the same status, so
 * that a caller who only looks at the last of them cannot commit an output that lacks something; a memory sink can be
 * used again after dfmt_sink_reset(). E_NOMEM and E_LIMIT before anything was taken are no failure: the call did
 * nothing and can be repeated, as after AGAIN, and who does not repeat it must give the output up. Since 0.1.
 */
typedef struct dfmt_sink dfmt_sink;

/*
 * A source of the caller's. size first: set it to sizeof; members that are NULL say "cannot". Copied by
 * dfmt_source_new(). None may call into the handle that calls it (that handle answers E_BUSY). Since 0.1.
 */
typedef struct dfmt_source_ops {
  uint32_t size, flags; /* flags: 0 */
  /*
   * Required. Puts up to cap bytes (cap > 0) at buf and their number at *got. OK with *got > 0, END at the end, AGAIN
   * if there is nothing yet (*got 0 with both), E_* for a failure (which ends the reading handle).
   */
  dfmt_status (*read)(void *user, void *buf, uint64_t cap, uint64_t *got);
  /* As read, from a byte offset, without moving the position of read. NULL: not seekable. AGAIN is passed on. */
  dfmt_status (*read_at)(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got);
  /* Bytes in all, for progress and seeking. NULL or E_UNSUPPORTED: not known; another E_*: a failure. */
  dfmt_status (*total)(void *user, uint64_t *bytes);
  /* Called once, when the last reference goes. NULL: nothing to do. */
  void (*close)(void *user);
} dfmt_source_ops;

/* A sink of the caller's; as above. Since 0.1. */
typedef struct dfmt_sink_ops {
  uint32_t size, flags; /* flags: 0 */
  /* Required. Takes up to len bytes (len > 0), says how many. OK: all; AGAIN: *taken < len, come back; E_*: failure. */
  dfmt_status (*write)(void *user, const void *buf, uint64_t len, uint64_t *taken);
  /* Overwrites bytes written before, for headers that hold totals. All or an error. NULL: cannot seek. */
  dfmt_status (*write_at)(void *user, uint64_t offset, const void *buf, uint64_t len);
  /* Hands everything to the system. OK, AGAIN, E_*. NULL: nothing to do. */
  dfmt_status (*flush)(void *user);
  /* Called once. commit 1: the output is complete, keep it; 0: throw away what can be. NULL: nothing to do. */
  dfmt_status (*close)(void *user, uint32_t commit);
  /* Bytes that stand before this output (an appended file's old length) and the last of them. NULL: none. */
  dfmt_status (*before)(void *user, uint64_t *bytes, uint8_t *last);
} dfmt_sink_ops;

/* A source over the caller's functions. E_ARG without read, with flags, or with a size below that of 1.0. Since 0.1. */
DFMT_API dfmt_status dfmt_source_new(const dfmt_config *c, const dfmt_source_ops *ops, void *user, dfmt_source **out);

/* len bytes at ptr, borrowed until the source is gone. Seekable. Since 0.1. */
DFMT_API dfmt_status dfmt_source_memory(const dfmt_config *c, const void *ptr, uint64_t len, dfmt_source **out);

/* A file by path. Seekable if the file is. Since 0.1. */
DFMT_API dfmt_status dfmt_source_path(const dfmt_config *c, const char *path, dfmt_source **out);

/*
 * A descriptor, read from where it stands; own 1: closed with the source. Pipes, sockets and terminals work; a
 * non-blocking one gives AGAIN. Seekable if the descriptor is. Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_fd(const dfmt_config *c, int32_t fd, uint32_t own, dfmt_source **out);

/* Data pushed in by dfmt_feed_write(); readers get AGAIN while it is dry and not closed. Since 0.1. */
DFMT_API dfmt_status dfmt_source_feed(const dfmt_config *c, dfmt_source **out);

/*
 * Pushes a copy of up to len bytes into a feed, on the thread of its reader; *taken says how many. AGAIN: less than
 * all, as DFMT_CFG_MAX_FEED bytes wait. E_STATE: closed, or not a feed. E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_feed_write(dfmt_source *s, const void *ptr, uint64_t len, uint64_t *taken);

/* Says that no more comes: readers get END behind what waits. E_STATE if s is no feed. Since 0.1. */
DFMT_API dfmt_status dfmt_feed_close(dfmt_source *s);

/*
 * len bytes of a seekable source from a byte offset; UINT64_MAX: to its end. Keeps a reference to s. Reading it says
 * E_UNSUPPORTED if s cannot seek. Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_slice(const dfmt_config *c, dfmt_source *s, uint64_t offset, uint64_t len,
                                       dfmt_source **out);

/*
 * What s holds inside its gzip or Zstandard wrapping (all members or frames), or just its bytes if it is not wrapped.
 * Readers do this by themselves (DFMT_CFG_UNWRAP). Keeps a reference to s. Not seekable. Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_unwrap(const dfmt_config *c, dfmt_source *s, dfmt_source **out);

/*
 * Points a source made by dfmt_source_path() at another file, or at the same one, from the start, without allocating
 * where the memory it has will do. E_STATE for another kind, E_ARG, E_NOMEM. Since 0.1.
 */
DFMT_API dfmt_status dfmt_source_reset_path(dfmt_source *s, const char *path);
/* Points a source made by dfmt_source_memory() at other bytes, borrowed likewise. E_STATE for another kind, E_ARG.
 * Since 0.1. */
DFMT_API dfmt_status dfmt_source_reset_memory(dfmt_source *s, const void *ptr, uint64_t len);

/* Reads as dfmt_source_ops.read does: for spooling, and for payload sources. E_ARG: cap 0. Since 0.1. */
DFMT_API dfmt_status dfmt_source_read(dfmt_source *s, void *buf, uint64_t cap, uint64_t *got);

/* Bytes in all; E_UNSUPPORTED: not known. Opens the file if that was not done yet. Since 0.1. */
DFMT_API dfmt_status dfmt_source_total(dfmt_source *s, uint64_t *bytes);

/*
 * 1 if the source can be read at an offset, else 0. Opens the file if that was not done yet. If trying it failed, that
 * is 0 as well, and dfmt_source_error() says why. Since 0.1.
 */
DFMT_API uint32_t dfmt_source_seekable(dfmt_source *s);

/* The error of the last call on s; never NULL for a source. Since 0.1. */
DFMT_API const dfmt_error *dfmt_source_error(const dfmt_source *s);

/* Drops the caller's reference; NULL is fine. Since 0.1. */
DFMT_API void dfmt_source_free(dfmt_source *s);

/* A sink over the caller's functions. E_ARG without write, with flags, or with a size below that of 1.0. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_new(const dfmt_config *c, const dfmt_sink_ops *ops, void *user, dfmt_sink **out);

/*
 * A file by path, with mode 0666 less the umask, or that of the file it replaces. It gets its name from
 * dfmt_sink_close(), when it is complete and on the disk; until then, and if anything fails, what stood there is
 * untouched. Before that it has no name, where the system has such files (O_TMPFILE), so that a process that is killed
 * leaves nothing; elsewhere, and for the moment of replacing another file, it is diagfmt.PID.N.tmp in the same
 * directory. A device or a pipe is written to in place. Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_path(const dfmt_config *c, const char *path, dfmt_sink **out);

/*
 * A new file in a directory, named by bytes from input: the one way to turn data into a file name. Unless
 * dfmt_name_is_safe(), the first call that writes out or closes says E_ARG with DFMT_ERR_UNSAFE_NAME; else created with
 * mode 0600, never following or replacing anything: E_IO with EEXIST. dir_fd is borrowed. The file gets its name from
 * dfmt_sink_close(), as that of dfmt_sink_path(), but is not waited for to be on the disk. Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_in(const dfmt_config *c, int32_t dir_fd, const char *name, uint64_t len,
                                  dfmt_sink **out);

/*
 * 1 if bytes may be used as the name of one file: 1..255 of them, valid UTF-8, no control byte, none of /\\:*?"<>|, no
 * leading '.', no trailing '.' or space, no device name of Windows (CON, NUL, COM1 …). Else 0. Since 0.1.
 */
DFMT_API uint32_t dfmt_name_is_safe(const char *name, uint64_t len);

/* Flags of dfmt_sink_append(). */
enum {
  DFMT_APPEND_HIDE = 1,      /* mode 0 while writing, then as before: consumers leave unfinished reports alone */
  DFMT_APPEND_KEEP_TIMES = 2 /* access and modification time as before */
};

/*
 * Appends to an existing file. Closed without commit, or if anything fails, it is cut back to its old length. A process
 * that is killed leaves what it had appended by then; with DFMT_APPEND_HIDE that file still has mode 0. Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_append(const dfmt_config *c, const char *path, uint32_t flags, dfmt_sink **out);

/* A descriptor; own 1: closed with the sink. A non-blocking one gives AGAIN. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_fd(const dfmt_config *c, int32_t fd, uint32_t own, dfmt_sink **out);

/* Memory, growing as needed up to DFMT_CFG_MAX_MEMORY. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_memory(const dfmt_config *c, dfmt_sink **out);

/* Takes everything and keeps nothing: for verifying and measuring. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_null(const dfmt_config *c, dfmt_sink **out);

/* What a memory sink holds; borrowed until the next call on it. E_STATE for another kind. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_bytes(dfmt_sink *s, const void **ptr, uint64_t *len);

/* Empties a memory sink and keeps its memory, so that it can be used again. E_STATE for another kind. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_reset(dfmt_sink *s);

/*
 * Writes len bytes, after anything that waits in the sink's buffer; *taken says how many were accepted. OK: all (some
 * may wait in the buffer until the next call); AGAIN; E_*. Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_write(dfmt_sink *s, const void *ptr, uint64_t len, uint64_t *taken);

/* Hands on what waits in the buffer. OK, AGAIN, E_*. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_flush(dfmt_sink *s);

/* Completes and commits the output; then only error and free are left. OK, AGAIN (call again), E_*. Since 0.1. */
DFMT_API dfmt_status dfmt_sink_close(dfmt_sink *s);

/*
 * Throws the output away now, as the last dfmt_sink_free() does without a commit, though a writer may still hold s:
 * what writes to s after this says E_STATE. OK, E_STATE: closed already, E_BUSY: s is being written to. Since 0.1.
 */
DFMT_API dfmt_status dfmt_sink_discard(dfmt_sink *s);

/* The error of the last call on s; never NULL for a sink. Since 0.1. */
DFMT_API const dfmt_error *dfmt_sink_error(const dfmt_sink *s);

/*
 * Drops the caller's reference; the last one closes the sink, without commit if that was not done. NULL is fine.
 * Since 0.1.
 */
DFMT_API void dfmt_sink_free(dfmt_sink *s);

#ifdef __cplusplus
}
#endif

#endif
