/* SPDX-License-Identifier: MIT */
/* Detects the format of files by their content: identify FILE... */
#include <stdio.h>

#include <diagfmt/diagfmt.h>

enum { START = DFMT_IDENTIFY_BYTES, GUESSES = 4 };

static const char *wrapped(uint32_t wrapper) {
  switch (wrapper) {
    case DFMT_WRAPPER_GZIP: return ", in gzip";
    case DFMT_WRAPPER_ZSTD: return ", in Zstandard";
    case DFMT_WRAPPER_XZ: return ", in xz";
    case DFMT_WRAPPER_ZIP: return ", in a zip";
    case DFMT_WRAPPER_TAR: return ", in a tar archive";
    case DFMT_WRAPPER_MIME: return ", in a message";
    case DFMT_WRAPPER_UTF16LE: return ", in UTF-16, little-endian";
    case DFMT_WRAPPER_UTF16BE: return ", in UTF-16, big-endian";
    default: return "";
  }
}

static int identify(const char *path) {
  static char start[START];
  dfmt_probe guesses[GUESSES];
  uint32_t n = 0;
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    return 1;
  }
  size_t len = fread(start, 1, sizeof start, file);
  fclose(file);

  /* The name only orders guesses of equal score. */
  if (dfmt_identify(NULL, start, len, path, guesses, GUESSES, &n) != DFMT_OK) return 1;
  if (n == 0) {
    printf("%s: unknown\n", path);
    return 1;
  }
  for (uint32_t i = 0; i < n && i < GUESSES; i++)
    printf("%s: %s%s (%d of 100)\n", path, dfmt_format_name(guesses[i].format), wrapped(guesses[i].wrapper),
           (int)guesses[i].score);
  return 0;
}

int main(int argc, char **argv) {
  int code = argc < 2;
  if (argc < 2) fprintf(stderr, "usage: identify FILE...\n");
  for (int i = 1; i < argc; i++) code |= identify(argv[i]);
  return code;
}
