/* SPDX-License-Identifier: MIT */
/*
 * What an input holds inside all of its wrappings, one in another, such as Zstandard of a file that was gzip:
 *
 *   layer 0: the input --gzip--> layer 1 --Zstandard--> layer 2: the content
 *
 * Each layer is a window that the one before it fills, so that no layer is ever in memory as a whole. A layer is looked
 * at once the layers before it give its first bytes. A message ends them, as what it holds is a report.
 */
#ifndef DFMTI_NESTED_H
#define DFMTI_NESTED_H

#include "base/rare.h"
#include "expansion.h"
#include "io/source.h"
#include "io/window.h"
#include "wrapper.h"

enum {
  DFMTI_NESTED_MOST = 4,                      /* wrappings but for a message inside them; more are E_UNSUPPORTED */
  DFMTI_NESTED_LAYERS = DFMTI_NESTED_MOST + 2 /* with the message and the content */
};

struct dfmti_layer {
  struct dfmti_nested *of;
  struct dfmti_window win;       /* its bytes */
  struct dfmti_unwrapper *codec; /* what takes the wrapping off them; NULL: not known yet, or this is the content */
  uint32_t wrapper;
  uint64_t made;            /* bytes that the wrapping gave */
  dfmt_status done;         /* sticky END or error, told once what came before it is out */
  struct dfmti_fault fault; /* of that error */
};

/* Points to itself once it is open: not to be copied. */
struct dfmti_nested {
  struct dfmti_mem *mem;
  struct dfmti_errors *err;
  struct dfmti_expansion most; /* of each layer, in relation to the input */
  dfmt_source *source;         /* that gives the content, by which what is stored is told; NULL: there is no limit */
  bool cut;                    /* the owner's refill has failed, and says so again */
  uint32_t n;                  /* wrappings that are known: the layer that comes then is looked at, or is the content */
  bool known;                  /* it is the content */
  struct dfmti_layer layer[DFMTI_NESTED_LAYERS];
};

/* x: zeroed. The input is what refill gives, after what the caller may preload into the window of layer 0. */
DFMTI_RARE void dfmti_nested_open(struct dfmti_nested *x, struct dfmti_mem *m, struct dfmti_errors *err,
                                  struct dfmti_expansion most, dfmti_refill_fn refill, void *user);
DFMTI_RARE void dfmti_nested_free(struct dfmti_nested *x);

/*
 * As dfmt_source_ops.read, of the content. The error is filled in but for those of refill. E_LIMIT: may be asked again
 * once the limits were raised.
 */
dfmt_status dfmti_nested_read(struct dfmti_nested *x, uint8_t *buf, size_t cap, uint64_t *got);

/*
 * Bytes of the content that the first n of an input in this wrapping give, up to cap, for detection. Damage is just the
 * end; 0: nothing. SIZE_MAX: no memory.
 */
DFMTI_RARE size_t dfmti_nested_prefix(struct dfmti_mem *m, uint32_t wrapper, const uint8_t *p, size_t n, uint8_t *out,
                                      size_t cap);

#endif
