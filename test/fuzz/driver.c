/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target on files, so that everything ever found stays found, with any compiler.
 *
 *   TARGET [--trace] [--plain] [FILE | FOLDER]…
 *
 * --trace: print what was seen, run after run, for targets that compare runs: see which line differs.
 * --plain: the files are not inputs but plain files; each is tried after every byte of fuzz_settings, with $DFMT_BRIEF
 * after one in four, others for the next file.
 * --corpus FOLDER SUFFIX: the plain files of such names in that folder of $DFMT_CORPUS, else of ../shared/corpus beside
 * $DFMT_SOURCE_ROOT.
 * Folders are not searched deeper; files above MAX_FILE bytes are left out.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

enum { MAX_FILE = 256 * 1024, EXIT_SKIPPED = 77, EXIT_BROKEN = 99 };

static size_t n_files, n_inputs;
static const char *current; /* file in hand */
static unsigned current_settings;

/* Which input it was that ended the program. */
static void say_which(int number) {
  char text[64];
  int n = snprintf(text, sizeof text, ", settings 0x%02x\n", current_settings);
  if (write(STDERR_FILENO, current, strlen(current)) < 0 || write(STDERR_FILENO, text, (size_t)n) < 0)
    _exit(EXIT_BROKEN);
  signal(number, SIG_DFL);
  raise(number);
}

/* Exactly as large as the input, so that a sanitizer sees a read after it. */
static void try_input(const uint8_t *ptr, size_t len) {
  fuzz_say("== input of bytes", len);
  uint8_t *copy = malloc(len ? len : 1);
  if (!copy) exit(EXIT_BROKEN);
  current_settings = 0;
  if (len) memcpy(copy, ptr, len);
  for (size_t i = 0; i < fuzz_settings_size && i < len; i++) current_settings |= (unsigned)ptr[i] << (8 * i);
  LLVMFuzzerTestOneInput(copy, len);
  free(copy);
  n_inputs++;
}

static void try_file(const char *path, bool plain) {
  static uint8_t room[MAX_FILE + 3];
  uint8_t *buf = room + fuzz_settings_size;
  FILE *f = fopen(path, "rb");
  if (!f) {
    perror(path);
    exit(EXIT_BROKEN);
  }
  size_t len = fread(buf, 1, MAX_FILE + 1, f);
  fclose(f);
  if (len > MAX_FILE) return;
  n_files++;
  current = path;
  if (!plain) {
    try_input(buf, len);
    return;
  }
  const size_t part = getenv("DFMT_BRIEF") ? 4 : 1;
  size_t i = 0;
  do {
    for (size_t k = 0; k < fuzz_settings_size; k++) room[k] = (uint8_t)(fuzz_settings[i] >> (8 * k));
    if (i % part == n_files % part || i == 0) try_input(room, fuzz_settings_size + len);
  } while (fuzz_settings[i++] != 0);
}

static bool ends_with(const char *name, const char *suffix) {
  size_t n = strlen(name), m = strlen(suffix);
  return n >= m && strcmp(name + n - m, suffix) == 0;
}

static void try_folder(const char *path, const char *suffix, bool plain) {
  DIR *d = opendir(path);
  if (!d) {
    perror(path);
    exit(EXIT_BROKEN);
  }
  const struct dirent *e;
  while ((e = readdir(d)) != NULL) {
    char name[4096];
    struct stat sb;
    int n = snprintf(name, sizeof name, "%s/%s", path, e->d_name);
    if (e->d_name[0] == '.' || !ends_with(e->d_name, suffix) || n < 0 || (size_t)n >= sizeof name) continue;
    if (stat(name, &sb) == 0 && S_ISREG(sb.st_mode)) try_file(name, plain);
  }
  closedir(d);
}

static void try_path(const char *path, bool plain) {
  struct stat sb;
  if (stat(path, &sb) == 0 && S_ISDIR(sb.st_mode))
    try_folder(path, "", plain);
  else
    try_file(path, plain);
}

static void try_corpus(const char *folder, const char *suffix) {
  const char *root = getenv("DFMT_CORPUS"), *source = getenv("DFMT_SOURCE_ROOT");
  char path[4096];
  struct stat sb;
  int n = snprintf(path, sizeof path, "%s%s/%s",
                   root     ? root
                   : source ? source
                            : ".",
                   root ? "" : "/../shared/corpus", folder);
  if (n < 0 || (size_t)n >= sizeof path || stat(path, &sb) != 0) {
    printf("skipped: no corpus at %s\n", path);
    exit(EXIT_SKIPPED);
  }
  try_folder(path, suffix, true);
}

int main(int argc, char **argv) {
  bool plain = false;
  signal(SIGABRT, say_which);
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--plain") == 0)
      plain = true;
    else if (strcmp(argv[i], "--trace") == 0)
      fuzz_trace = setvbuf(stdout, NULL, _IOLBF, 0) == 0;
    else if (strcmp(argv[i], "--corpus") == 0 && i + 2 < argc) {
      try_corpus(argv[i + 1], argv[i + 2]);
      i += 2;
    } else
      try_path(argv[i], plain);
  }
  printf("%zu files, %zu inputs\n", n_files, n_inputs);
  return n_inputs ? 0 : EXIT_BROKEN;
}
