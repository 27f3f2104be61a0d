/* SPDX-License-Identifier: MIT */
#include "windows_file.h"

#ifdef _WIN32

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { MOST_AT_ONCE = 1 << 30 }; /* bytes */

static const struct {
  DWORD error;
  int number;
} numbers[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},   {ERROR_PATH_NOT_FOUND, ENOENT},    {ERROR_ACCESS_DENIED, EACCES},
    {ERROR_SHARING_VIOLATION, EBUSY}, {ERROR_LOCK_VIOLATION, EBUSY},     {ERROR_FILE_EXISTS, EEXIST},
    {ERROR_ALREADY_EXISTS, EEXIST},   {ERROR_DISK_FULL, ENOSPC},         {ERROR_HANDLE_DISK_FULL, ENOSPC},
    {ERROR_INVALID_HANDLE, EBADF},    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM}, {ERROR_BROKEN_PIPE, EPIPE},
    {ERROR_NO_DATA, EPIPE},           {ERROR_INVALID_NAME, ENOENT},      {ERROR_NOT_SAME_DEVICE, EXDEV},
};

void dfmti_windows_set_errno(void) {
  DWORD error = GetLastError();
  errno = EIO;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i].error == error) errno = numbers[i].number;
}

static int failed(void) {
  dfmti_windows_set_errno();
  return -1;
}

static HANDLE handle_of(int fd) { return (HANDLE)_get_osfhandle(fd); }

bool dfmti_windows_path(struct dfmti_mem *m, struct dfmti_buf *wide, const char *path) {
  size_t len = strlen(path) + 1; /* no text has more units in UTF-16 than bytes in UTF-8 */
  wide->len = 0;
  if (len > INT32_MAX || !dfmti_buf_reserve(m, wide, len * sizeof(wchar_t))) return false;
  wchar_t *to = (wchar_t *)wide->ptr;
  int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, (int)len, to, (int)len);
  if (n == 0) to[n++] = 0;
  wide->len = (size_t)n * sizeof *to;
  return true;
}

int dfmti_windows_open(const wchar_t *path, int flags, int share) {
  return _wsopen(path, flags | _O_BINARY | _O_NOINHERIT, share, _S_IREAD | _S_IWRITE);
}

static DWORD at_once(uint64_t len) { return len < MOST_AT_ONCE ? (DWORD)len : (DWORD)MOST_AT_ONCE; }

int64_t dfmti_windows_read(int fd, void *buf, uint64_t len) {
  DWORD n = 0;
  if (ReadFile(handle_of(fd), buf, at_once(len), &n, NULL)) return n;
  return GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF ? 0 : failed();
}

int64_t dfmti_windows_write(int fd, const void *buf, uint64_t len) {
  DWORD n = 0;
  return WriteFile(handle_of(fd), buf, at_once(len), &n, NULL) ? (int64_t)n : failed();
}

/* Where it stood, before it is moved to an offset. */
static bool move(HANDLE file, uint64_t offset, LARGE_INTEGER *was) {
  const LARGE_INTEGER here = {.QuadPart = 0};
  const LARGE_INTEGER there = {.QuadPart = (LONGLONG)offset};
  return SetFilePointerEx(file, here, was, FILE_CURRENT) && SetFilePointerEx(file, there, NULL, FILE_BEGIN);
}

/* Windows moves the position with every call, also with those that are given one. */
int64_t dfmti_windows_read_at(int fd, uint64_t offset, void *buf, uint64_t len) {
  LARGE_INTEGER was;
  if (!move(handle_of(fd), offset, &was)) return failed();
  int64_t n = dfmti_windows_read(fd, buf, len);
  return SetFilePointerEx(handle_of(fd), was, NULL, FILE_BEGIN) ? n : failed();
}

int64_t dfmti_windows_write_at(int fd, uint64_t offset, const void *buf, uint64_t len) {
  LARGE_INTEGER was;
  if (!move(handle_of(fd), offset, &was)) return failed();
  int64_t n = dfmti_windows_write(fd, buf, len);
  return SetFilePointerEx(handle_of(fd), was, NULL, FILE_BEGIN) ? n : failed();
}

int64_t dfmti_windows_length(int fd) {
  LARGE_INTEGER length;
  if (GetFileType(handle_of(fd)) == FILE_TYPE_DISK && GetFileSizeEx(handle_of(fd), &length)) return length.QuadPart;
  errno = handle_of(fd) == INVALID_HANDLE_VALUE ? EBADF : EINVAL;
  return -1;
}

int64_t dfmti_windows_position(int fd) {
  const LARGE_INTEGER here = {.QuadPart = 0};
  LARGE_INTEGER at;
  return SetFilePointerEx(handle_of(fd), here, &at, FILE_CURRENT) ? at.QuadPart : failed();
}

int dfmti_windows_sync(int fd) { return FlushFileBuffers(handle_of(fd)) ? 0 : failed(); }

int dfmti_windows_rename(const wchar_t *from, const wchar_t *to, bool replace) {
  return MoveFileExW(from, to, replace ? MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH : 0) ? 0 : failed();
}

#endif
