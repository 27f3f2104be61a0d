/* SPDX-License-Identifier: MIT */
/* apitrace traces: calls by function, frames, blobs. */
#include <string.h>

#include <diagfmt/apitrace.h>

#include "base/heapsort.h"
#include "base/str.h"
#include "info.h"

struct function {
  uint32_t name; /* text */
  uint32_t place;
  uint64_t calls, bytes, blobs, blob_bytes;
};

struct frame {
  uint64_t first, last, calls, bytes; /* first and last: the smallest and largest number */
};

struct property {
  uint32_t key, value; /* texts */
};

struct state {
  uint32_t version, semantic_version, container;
  bool has_header;
  struct dfmti_buf properties, functions, frames; /* of the structs above */
  struct dfmto_counts sigs;                       /* n: index of its function, plus 1 */
  struct dfmto_counts names;                      /* the same by name */
  struct dfmto_counts threads;
  uint64_t calls, incomplete, fake, event_bytes, blobs, blob_bytes;
  struct frame frame; /* the one that has not ended */
  uint32_t api;
  bool has_api;
  uint64_t api_at; /* offset of the definition of the function that decided the API */
};

static struct function *functions(const struct state *s) { return (void *)s->functions.ptr; }
static size_t n_functions(const struct state *s) { return s->functions.len / sizeof(struct function); }

static void close_state(void *user, struct dfmti_mem *m) {
  struct state *s = user;
  dfmti_buf_free(m, &s->properties);
  dfmti_buf_free(m, &s->functions);
  dfmti_buf_free(m, &s->frames);
  dfmto_counts_free(m, &s->sigs);
  dfmto_counts_free(m, &s->names);
  dfmto_counts_free(m, &s->threads);
}

/* If a stream starts again, what came before was a copy of its start. */
static dfmt_status header(struct state *s, struct dfmto_info *x, const dfmt_event *ev, const dfmt_apitrace_header *h) {
  struct dfmti_buf list = {0};
  for (uint64_t i = 0; i < h->n_properties; i++) {
    struct property p;
    if (dfmto_info_text(x, h->properties[i].key, &p.key) && dfmto_info_text(x, h->properties[i].value, &p.value) &&
        dfmti_buf_append(&x->op->mem, &list, &p, sizeof p))
      continue;
    dfmti_buf_free(&x->op->mem, &list);
    return dfmto_no_memory(x->op);
  }
  close_state(s, &x->op->mem);
  *s = (struct state){.has_header = true,
                      .version = h->version,
                      .semantic_version = h->version,
                      .container = h->container,
                      .properties = list,
                      .event_bytes = ev->length};
  if (h->present & DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION) s->semantic_version = h->semantic_version;
  return DFMT_OK;
}

/* ---- functions ---- */

static bool starts_word(dfmt_str name, const char *with) {
  size_t n = strlen(with);
  return dfmti_starts(name, with) && name.len > n && name.ptr[n] >= 'A' && name.ptr[n] <= 'Z';
}

/* The API of the trace as shown by a function's name, in the reference's words; NULL: unknown. */
static const char *api_of(dfmt_str name) {
  if (dfmti_starts(name, "glX") || dfmti_starts(name, "CGL") || starts_word(name, "wgl")) return "OpenGL + GLX/WGL/CGL";
  if (starts_word(name, "egl")) return "OpenGL/GLES1/GLES2/VG + EGL";
  return dfmti_starts(name, "Direct") || dfmti_starts(name, "D3D") || dfmti_starts(name, "Create") ? "DirectX" : NULL;
}

static bool note_api(struct state *s, struct dfmto_info *x, const dfmt_apitrace_sig *sig) {
  const char *api = api_of(sig->name);
  if (!api || (s->has_api && sig->def_offset >= s->api_at)) return true;
  if (!dfmto_info_text(x, (dfmt_str){api, strlen(api)}, &s->api)) return false;
  s->has_api = true;
  s->api_at = sig->def_offset;
  return true;
}

/* Several definitions may have the same name. NULL: no memory. */
static struct function *function_of(struct state *s, struct dfmto_info *x, const dfmt_apitrace_sig *sig) {
  struct dfmti_mem *m = &x->op->mem;
  uint32_t name;
  struct dfmto_count *known = dfmto_count_at(m, &s->sigs, (uintptr_t)sig);
  if (!known) return NULL;
  if (known->n) return &functions(s)[known->n - 1];
  if (!note_api(s, x, sig) || !dfmto_info_text(x, sig->name, &name) ||
      !dfmto_info_room(x, &s->functions, sizeof(struct function)))
    return NULL;
  struct dfmto_count *by_name = dfmto_count_at(m, &s->names, name);
  if (!by_name) return NULL;
  if (!by_name->n) {
    const struct function f = {.name = name, .place = (uint32_t)n_functions(s)};
    dfmti_buf_append(m, &s->functions, &f, sizeof f);
    by_name->n = n_functions(s);
  }
  known->n = by_name->n;
  return &functions(s)[known->n - 1];
}

/* ---- calls ---- */

static void count_blobs(struct state *s, struct function *f, const dfmt_apitrace_value *v) {
  for (uint32_t i = 0; v && i < v->span; i++) {
    if (v[i].kind != DFMT_APITRACE_VALUE_BLOB) continue;
    f->blobs++;
    f->blob_bytes += v[i].aux;
    s->blobs++;
    s->blob_bytes += v[i].aux;
  }
}

static void count_frame(struct state *s, struct dfmto_info *x, const dfmt_apitrace_call *c, uint64_t bytes) {
  struct frame *now = &s->frame;
  if (!now->calls || c->number < now->first) now->first = c->number;
  if (!now->calls || c->number > now->last) now->last = c->number;
  now->calls++;
  now->bytes += bytes;
  if (!(c->flags & DFMT_APITRACE_FLAG_END_FRAME)) return;
  dfmti_buf_append(&x->op->mem, &s->frames, now, sizeof *now);
  *now = (struct frame){0};
}

static dfmt_status call(struct state *s, struct dfmto_info *x, const dfmt_apitrace_call *c) {
  struct function *f = function_of(s, x, c->sig);
  uint64_t bytes = c->enter_length + c->leave_length;
  if (!f || !dfmto_count_at(&x->op->mem, &s->threads, c->thread_id) ||
      !dfmto_info_room(x, &s->frames, sizeof(struct frame)))
    return dfmto_no_memory(x->op);
  f->calls++;
  f->bytes += bytes;
  for (uint64_t i = 0; i < c->n_args; i++) count_blobs(s, f, c->args[i].value);
  count_blobs(s, f, c->present & DFMT_APITRACE_CALL_HAS_RET ? c->ret : NULL);
  s->calls++;
  s->incomplete += (c->flags & DFMT_APITRACE_FLAG_INCOMPLETE) != 0;
  s->fake += (c->flags & DFMT_APITRACE_FLAG_FAKE) != 0;
  s->event_bytes += bytes;
  count_frame(s, x, c, bytes);
  return DFMT_OK;
}

static dfmt_status event(void *user, struct dfmto_info *x, const dfmt_event *ev) {
  const dfmt_apitrace_header *h = dfmt_event_apitrace_header(ev);
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  if (h) return header(user, x, ev, h);
  return c && c->sig ? call(user, x, c) : DFMT_OK;
}

static bool has_more_bytes(const void *a, const void *b) {
  const struct function *x = a, *y = b;
  return x->bytes != y->bytes ? x->bytes > y->bytes : x->place < y->place;
}

static dfmt_status finish(void *user, struct dfmto_info *x) {
  struct state *s = user;
  (void)x;
  dfmti_heapsort(NULL, s->functions.ptr, n_functions(s), sizeof(struct function), has_more_bytes);
  return DFMT_OK;
}

/* ---- rows ---- */

static uint64_t count_traces(const void *user) { return ((const struct state *)user)->has_header; }

static void trace_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  dfmt_info_trace *r = body;
  (void)i;
  r->version = s->version;
  r->semantic_version = s->semantic_version;
  r->container = s->container;
  r->n_calls = s->calls;
  r->n_fake = s->fake;
  r->n_incomplete = s->incomplete;
  r->n_frames = s->frames.len / sizeof(struct frame);
  r->n_threads = s->threads.n;
  r->event_bytes = s->event_bytes;
  r->n_blobs = s->blobs;
  r->blob_bytes = s->blob_bytes;
  if (!s->has_api) return;
  r->api = dfmto_info_at(x, s->api);
  r->present |= DFMT_INFO_TRACE_HAS_API;
}

static uint64_t count_properties(const void *user) {
  return ((const struct state *)user)->properties.len / sizeof(struct property);
}

static void property_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct property *p = (const struct property *)(const void *)((const struct state *)user)->properties.ptr + i;
  dfmt_info_property *r = body;
  r->key = dfmto_info_at(x, p->key);
  r->value = dfmto_info_at(x, p->value);
}

static uint64_t count_functions(const void *user) { return n_functions(user); }

static void function_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct function *f = &functions(user)[i];
  dfmt_info_function *r = body;
  r->function = dfmto_info_at(x, f->name);
  r->n_calls = f->calls;
  r->bytes = f->bytes;
  r->n_blobs = f->blobs;
  r->blob_bytes = f->blob_bytes;
}

static uint64_t count_frames(const void *user) {
  const struct state *s = user;
  return s->frames.len / sizeof(struct frame) + (s->frame.calls != 0);
}

static void frame_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  dfmt_info_frame *r = body;
  (void)x;
  r->ended = i < s->frames.len / sizeof(struct frame);
  const struct frame *f = r->ended ? (const struct frame *)(const void *)s->frames.ptr + i : &s->frame;
  r->frame = i;
  r->first_call = f->first;
  r->last_call = f->last;
  r->n_calls = f->calls;
  r->bytes = f->bytes;
}

static const struct dfmto_info_set sets[] = {
    {.is =
         DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "trace", DFMT_INFO_TRACE, "Trace: container, calls, frames, threads.", NULL),
     .count = count_traces,
     .row = trace_row},
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "properties", DFMT_INFO_PROPERTY, "Properties of the file.", NULL),
     .heading = "Properties",
     .count = count_properties,
     .row = property_row},
    {.is =
         DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "functions", DFMT_INFO_FUNCTION, "Functions, by bytes of their calls.", NULL),
     .heading = "Functions by bytes",
     .count = count_functions,
     .row = function_row},
    {.is = DFMTO_INFO_ANSWER(0, "frames", DFMT_INFO_FRAME, "Frames, by their calls and bytes.",
                             "file/h set_name/h frame first_call last_call n_calls bytes ended"),
     .heading = "Frames",
     .count = count_frames,
     .row = frame_row},
    {.is = {.part = {.name = NULL}}}};

extern const struct dfmto_info_format dfmto_info_apitrace;
const struct dfmto_info_format dfmto_info_apitrace = {.format = DFMT_APITRACE,
                                                      .state_size = sizeof(struct state),
                                                      .event = event,
                                                      .finish = finish,
                                                      .close = close_state,
                                                      .sets = sets};
