/* SPDX-License-Identifier: MIT */
/*
 * Files of Windows by descriptors of its C runtime: paths are UTF-8, offsets have 64 bits, and bytes are as they are,
 * whatever mode a descriptor has. All set errno and return -1 when they fail.
 */
#ifndef DFMTI_WINDOWS_FILE_H
#define DFMTI_WINDOWS_FILE_H
#ifdef _WIN32

#include "base/mem.h"

/* A path for calls that take UTF-16; one that is not UTF-8 becomes the empty one. false: no memory. */
bool dfmti_windows_path(struct dfmti_mem *m, struct dfmti_buf *wide, const char *path);
static inline const wchar_t *dfmti_wide(const struct dfmti_buf *wide) { return (const wchar_t *)wide->ptr; }

/* flags: _O_*; share: _SH_*. It is not inherited by programs that are started. */
int dfmti_windows_open(const wchar_t *path, int flags, int share);

/* Bytes read or written; of 0 read, the file has ended. Those at an offset leave the descriptor's own. */
int64_t dfmti_windows_read(int fd, void *buf, uint64_t len);
int64_t dfmti_windows_read_at(int fd, uint64_t offset, void *buf, uint64_t len);
int64_t dfmti_windows_write(int fd, const void *buf, uint64_t len);
int64_t dfmti_windows_write_at(int fd, uint64_t offset, const void *buf, uint64_t len);

/* Bytes of a file on a disk; -1 also for what has no length. */
int64_t dfmti_windows_length(int fd);
/* Where a descriptor of a file on a disk stands. */
int64_t dfmti_windows_position(int fd);

/* Waits until it is on the disk. */
int dfmti_windows_sync(int fd);

/* Gives a file another name; replace: also if a file has that, else EEXIST. */
int dfmti_windows_rename(const wchar_t *from, const wchar_t *to, bool replace);

/* The errno that the system's last error is. */
void dfmti_windows_set_errno(void);

#endif
#endif
