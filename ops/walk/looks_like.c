/* SPDX-License-Identifier: MIT */
/* What a file looks like that no format recognises. */
#include <diagfmt/ops/walk.h>

#include <stdbool.h>
#include <string.h>

static const struct {
  size_t at;
  const char *magic;
  size_t len;
  const char *words;
} known[] = {
    {0, "\177ELF", 4, "an ELF file"},
    {0, "PK\x03\x04", 4, "a zip archive"},
    {0, "PK\x05\x06", 4, "an empty zip archive"},
    {0, "\x1f\x8b", 2, "gzip data"},
    {0, "\x28\xb5\x2f\xfd", 4, "Zstandard data"},
    {0, "BZh", 3, "bzip2 data"},
    {0, "\3757zXZ\0", 6, "xz data"},
    {0, "!<arch>\n", 8, "an ar archive (a Debian package?)"},
    {257, "ustar", 5, "a tar archive"},
    {0, "SQLite format 3\0", 16, "an SQLite database"},
    {0, "%PDF-", 5, "a PDF document"},
    {0, "\x89PNG\r\n", 6, "a PNG picture"},
    {0, "\xff\xd8\xff", 3, "a JPEG picture"},
    {0, "<?xml", 5, "XML"},
    {0, "<html", 5, "HTML"},
    {0, "<!DOCTYPE", 9, "HTML"},
    {0, "#!", 2, "a script"},
    {0, "MIME-Version:", 13, "a mail message"},
    {0, "{", 1, "JSON or other text"},
    {0, "[", 1, "JSON or other text"},
    {0, "\xff\xfe", 2, "UTF-16 text"},
    {0, "\xfe\xff", 2, "UTF-16 text"},
};

enum { ELF_TYPE_AT = 16, ELF_TYPE_CORE = 4 };

static const char *find(const unsigned char *head, size_t len, bool ended) {
  if (len == 0) return ended ? "an empty file" : "nothing";
  if (len > ELF_TYPE_AT + 1 && memcmp(head, "\177ELF", 4) == 0 &&
      head[ELF_TYPE_AT] + head[ELF_TYPE_AT + 1] == ELF_TYPE_CORE)
    return "an ELF core dump";
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (len >= known[i].at + known[i].len && memcmp(head + known[i].at, known[i].magic, known[i].len) == 0)
      return known[i].words;
  const char *words = "text";
  for (size_t i = 0; i < len; i++) {
    if (head[i] < 0x20 && !(head[i] >= '\t' && head[i] <= '\r') && head[i] != 0x1b) return "binary data";
    if (len - i >= 34 && memcmp(head + i, "\nContent-Transfer-Encoding: base64", 34) == 0) words = "a mail in base64";
  }
  return words;
}

/* Decompresses the start of wrapped data, as far as possible; 0: nothing. */
static size_t unwrap(const unsigned char *head, size_t len, unsigned char *inner, size_t cap) {
  dfmt_source *outer = NULL, *s = NULL;
  uint64_t got = 0;
  if (dfmt_source_memory(NULL, head, len, &outer) == DFMT_OK && dfmt_source_unwrap(NULL, outer, &s) == DFMT_OK &&
      dfmt_source_read(s, inner, cap, &got) != DFMT_OK)
    got = 0;
  dfmt_source_free(s);
  dfmt_source_free(outer);
  return (size_t)got;
}

const char *dfmt_walk_looks_like(const void *start, uint64_t n, uint32_t whole, const char **holding) {
  unsigned char inner[512];
  const size_t len = start ? (size_t)(n < SIZE_MAX ? n : SIZE_MAX) : 0;
  const char *words = find(start, len, whole);
  const bool wrapped =
      strcmp(words, "gzip data") == 0 || strcmp(words, "Zstandard data") == 0 || strcmp(words, "xz data") == 0;
  const size_t made = holding && wrapped ? unwrap(start, len, inner, sizeof inner) : 0;
  if (holding) *holding = made ? find(inner, made, false) : NULL;
  return words;
}
