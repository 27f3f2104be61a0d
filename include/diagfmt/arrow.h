/* SPDX-License-Identifier: MIT */
/*
 * The structs of the Arrow C data and C stream interfaces, as
 * https://arrow.apache.org/docs/format/CDataInterface.html defines them. Programs that have them from elsewhere, under
 * the same guards, use those. Nothing of Arrow is needed to build or use the library.
 */
#ifndef DIAGFMT_ARROW_H
#define DIAGFMT_ARROW_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/* The type of a column, or of a table as a struct of its columns. */
struct ArrowSchema {
  const char *format;   /* such as "l", int64 */
  const char *name;     /* of the column */
  const char *metadata; /* pairs of key and value, or NULL */
  int64_t flags;        /* ARROW_FLAG_* */
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;         /* the type of its values, or NULL */
  void (*release)(struct ArrowSchema *x); /* NULL: released */
  void *private_data;
};

/* The values of a column, or of a batch of rows as a struct of columns. */
struct ArrowArray {
  int64_t length;     /* values */
  int64_t null_count; /* of these absent; -1: not known */
  int64_t offset;     /* values to skip in the buffers */
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers; /* validity bits first, or NULL if all values are there */
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *x); /* NULL: released */
  void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

/* Batches of one type, one after the other. Calls return 0 or an errno. */
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *x, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *x, struct ArrowArray *out); /* out->release NULL: the end */
  const char *(*get_last_error)(struct ArrowArrayStream *x);           /* valid until the next call */
  void (*release)(struct ArrowArrayStream *x);
  void *private_data;
};

#endif

#ifdef __cplusplus
}
#endif

#endif
