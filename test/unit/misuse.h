/* SPDX-License-Identifier: MIT */
/* Functions called with nothing, each of which is noted: what a format's misuse.c calls of its own. */
#ifndef TEST_MISUSE_H
#define TEST_MISUSE_H

#include "sinks.h"

struct called {
  char names[300][48];
  size_t n;
};

static inline void note(struct called *x, const char *expression) {
  assert_true(x->n < sizeof x->names / sizeof *x->names);
  size_t len = strcspn(expression, "(");
  assert_true(len < sizeof x->names[0]);
  memcpy(x->names[x->n], expression, len);
  x->names[x->n++][len] = '\0';
}

#define SAYS(WANT, CALL) \
  do { \
    note(x, #CALL); \
    assert_int_equal(CALL, WANT); \
  } while (0)
#define REFUSED(CALL) SAYS(DFMT_E_ARG, CALL)
#define NOTHING(CALL) \
  do { \
    note(x, #CALL); \
    assert_null(CALL); \
  } while (0)
#define GIVES(CALL) \
  do { \
    note(x, #CALL); \
    assert_non_null(CALL); \
  } while (0)
#define NO_HARM(CALL) \
  do { \
    note(x, #CALL); \
    CALL; \
  } while (0)

static inline dfmt_source *empty_source(void) {
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, NULL, 0, &s), DFMT_OK);
  return s;
}

/* None is left out of the version script that $DFMT_MAP names, which has at least so many. */
static inline void compare_with_map(const struct called *x, size_t least) {
  const char *path = getenv("DFMT_MAP");
  assert_non_null(path);
  FILE *map = fopen(path, "r");
  assert_non_null(map);
  char line[200], name[48];
  size_t exported = 0;
  while (fgets(line, sizeof line, map)) {
    size_t i = 0;
    if (sscanf(line, " %47[a-z0-9_];", name) != 1 || strncmp(name, "dfmt_", 5) != 0) continue;
    while (i < x->n && strcmp(x->names[i], name) != 0) i++;
    if (i == x->n) fail_msg("%s() is not called with nothing", name);
    exported++;
  }
  fclose(map);
  assert_true(exported >= least);
}

/* MISUSED_FORMATS is FORMAT(name) for each folder of test/format. */
#define FORMAT(NAME) void misuse_##NAME(struct called *x);
MISUSED_FORMATS
#undef FORMAT

#endif
