/* SPDX-License-Identifier: MIT */
/*
 * Walk: the files within a file, one by one: those of a zip or tar archive (inside gzip, Zstandard or xz, too) that no
 * format takes as its own, and that holds several.
 *
 *   if (dfmt_walk_new(c, source, 0, &walk) == DFMT_OK)
 *     while ((st = dfmt_walk_next(walk, &name, &file, &format)) == DFMT_OK)
 *       if (format) st = read_file(name, file);
 *   dfmt_walk_free(walk);
 *
 * A file that is no such archive, and an archive in which no file is recognised, is one file without a name: itself. An
 * archive is read once, forward; each file that is recognised is copied to the directory of DFMT_OPS_SCRATCH, or to
 * memory, so that it can seek. So is the input, if it cannot seek.
 */
#ifndef DIAGFMT_OPS_WALK_H
#define DIAGFMT_OPS_WALK_H

#include <diagfmt/io.h>
#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags. */
enum {
  DFMT_WALK_ENTER = 1, /* enters archives in archives, and those in bug reports, of which other entries are no files */
  DFMT_WALK_BUT_ZIPS = 2, /* of those in bug reports not the zips: triage enters them itself */
  DFMT_WALK_ALL = 4       /* also gives the source of files that are not recognised */
};

/* The files within a file. Since 0.1. */
typedef struct dfmt_walk dfmt_walk;

/*
 * Makes a walk over the files within s; keeps a reference to s. c: DFMT_OPS_SCRATCH, and limits, as for an operation;
 * archives are entered up to four levels deep, or DFMT_CFG_MAX_DEPTH if that is less. E_NOMEM, E_LIMIT, E_ARG.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_walk_new(const dfmt_config *c, dfmt_source *s, uint32_t flags, dfmt_walk **out);

/*
 * Goes to the next file. *name: "NAME", or "ARCHIVE!NAME" of one in an archive that was entered; empty for the input
 * itself. *format: 0 if it is not recognised; then *file is NULL, unless it is the input. Both are valid until the next
 * call, which frees the file: what reads from it must be freed before. AGAIN, E_NOMEM: call again. After E_*, of damage
 * too, the next call goes on after it, or returns END. Since 0.1.
 */
DFMT_API dfmt_status dfmt_walk_next(dfmt_walk *w, dfmt_str *name, dfmt_source **file, uint32_t *format);

/*
 * Goes to the file with the name that `keys` is, or its part before a '!'; *used is the length of that. 0: *file is the
 * input itself, which is no archive of several files. END: none has it. Else as dfmt_walk_next(). Since 0.1.
 */
DFMT_API dfmt_status dfmt_walk_find(dfmt_walk *w, const char *keys, uint64_t len, uint64_t *used, dfmt_source **file);

/* Returns the error of the last call; never NULL unless w is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_walk_error(const dfmt_walk *w);

/* Releases it, and the current file; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_walk_free(dfmt_walk *w);

/*
 * Returns 1 if a file that starts with these bytes may hold several, else 0: of inputs that cannot seek, others need
 * not be copied. start NULL: 0. Since 0.1.
 */
DFMT_API uint32_t dfmt_walk_begins(const void *start, uint64_t n, uint32_t flags);

/*
 * Returns what a file in no known format looks like, by its first bytes: "an ELF file", "gzip data"; static, plain
 * ASCII without quotes. whole 1: there are no more bytes. *holding: the same of what is compressed in it; NULL: nothing
 * is, or it cannot be read. Since 0.1.
 */
DFMT_API const char *dfmt_walk_looks_like(const void *start, uint64_t n, uint32_t whole, const char **holding);

/* The files below a folder. Since 0.1. */
typedef struct dfmt_folder dfmt_folder;

/* Makes a walk over the files below a folder, of which path is copied. c: memory. E_NOMEM, E_LIMIT, E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_folder_new(const dfmt_config *c, const char *path, dfmt_folder **out);

/*
 * Goes to the next file: regular ones, by their names in each folder, and those of folders in it where their names
 * stand. Links are not followed, but the folder itself may be one. *path is valid until the next call. E_IO: *path
 * cannot be looked at or listed, and the next call goes on after it; E_NOMEM, E_LIMIT: call again. END. Since 0.1.
 */
DFMT_API dfmt_status dfmt_folder_next(dfmt_folder *f, const char **path);

/* Returns the error of the last call; never NULL unless f is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_folder_error(const dfmt_folder *f);

/* Releases it; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_folder_free(dfmt_folder *f);

#ifdef __cplusplus
}
#endif

#endif
