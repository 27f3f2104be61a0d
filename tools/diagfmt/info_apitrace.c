/* SPDX-License-Identifier: MIT */
/* `info` for apitrace's traces: calls by function, frames, blobs; all in one pass. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "id_map.h"
#include "options.h"
#include "sort.h"
#include "text.h"
#include "walk.h"

enum { SHOWN = 20, NAME_COLUMN = 34 };

struct function {
  char *name; /* as a C string */
  uint64_t calls, bytes, blobs, blob_bytes;
};

struct frame {
  uint64_t first, last, calls, bytes; /* first and last: the smallest and largest number */
};

struct property {
  char *key, *value;
  uint64_t key_len, value_len;
};

struct state {
  struct walk *walk;
  uint32_t version, semantic_version, container;
  bool has_header;
  struct property *properties;
  size_t n_properties;
  struct id_map sigs, threads;
  struct function *functions; /* by numbers of sigs */
  uint64_t calls, incomplete, fake, event_bytes, n_frames;
  struct frame *frames, frame; /* frame: the one that is not ended */
  const char *api;
  uint64_t api_at; /* where the function that told is defined */
};

static char *copy(dfmt_str s) {
  char *p = tool_realloc(NULL, (size_t)s.len + 1);
  if (s.len) memcpy(p, s.ptr, (size_t)s.len);
  p[s.len] = '\0';
  return p;
}

static void forget_properties(struct state *s) {
  for (size_t i = 0; i < s->n_properties; i++) {
    tool_realloc(s->properties[i].key, 0);
    tool_realloc(s->properties[i].value, 0);
  }
  tool_realloc(s->properties, 0);
}

static void end(void *user) {
  struct state *s = user;
  forget_properties(s);
  for (size_t i = 0; i < s->sigs.n; i++) tool_realloc(s->functions[i].name, 0);
  tool_realloc(s->functions, 0);
  tool_realloc(s->frames, 0);
  id_map_free(&s->sigs);
  id_map_free(&s->threads);
  *s = (struct state){.walk = s->walk};
}

/* Where a stream begins again, what came before was a copy of its start. */
static void header(struct state *s, const dfmt_apitrace_header *h) {
  end(s);
  s->has_header = true;
  s->version = h->version;
  s->semantic_version = h->present & DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION ? h->semantic_version : h->version;
  s->container = h->container;
  s->properties = tool_zalloc((size_t)h->n_properties * sizeof *s->properties);
  for (uint64_t i = 0; i < h->n_properties; i++) {
    const dfmt_pair *p = &h->properties[i];
    s->properties[s->n_properties++] = (struct property){copy(p->key), copy(p->value), p->key.len, p->value.len};
  }
}

static bool starts(const char *name, const char *with) { return strncmp(name, with, strlen(with)) == 0; }

static bool starts_word(const char *name, const char *with) {
  char c = starts(name, with) ? name[strlen(with)] : 0;
  return c >= 'A' && c <= 'Z';
}

/* What a function's name says about the API of the whole trace, in the reference's words; NULL: nothing. */
static const char *api_of(const char *name) {
  if (starts(name, "glX") || starts(name, "CGL") || starts_word(name, "wgl")) return "OpenGL + GLX/WGL/CGL";
  if (starts_word(name, "egl")) return "OpenGL/GLES1/GLES2/VG + EGL";
  return starts(name, "Direct") || starts(name, "D3D") || starts(name, "Create") ? "DirectX" : NULL;
}

static struct function *function_of(struct state *s, const dfmt_apitrace_sig *sig) {
  size_t before = s->sigs.n, i = id_map_add(&s->sigs, (uintptr_t)sig);
  if (i < before) return &s->functions[i];
  if ((i & (i - 1)) == 0) s->functions = tool_realloc(s->functions, (i ? 2 * i : 1) * sizeof *s->functions);
  s->functions[i] = (struct function){.name = copy(sig->name)};
  const char *api = api_of(s->functions[i].name);
  if (api && (!s->api || sig->def_offset < s->api_at)) {
    s->api = api;
    s->api_at = sig->def_offset;
  }
  return &s->functions[i];
}

static void count_blobs(struct function *f, const dfmt_apitrace_value *v) {
  for (uint32_t i = 0; v && i < v->span; i++) {
    if (v[i].kind != DFMT_APITRACE_VALUE_BLOB) continue;
    f->blobs++;
    f->blob_bytes += v[i].aux;
  }
}

static void end_frame(struct state *s) {
  size_t n = (size_t)s->n_frames;
  if ((n & (n - 1)) == 0) s->frames = tool_realloc(s->frames, (n ? 2 * n : 1) * sizeof *s->frames);
  s->frames[s->n_frames++] = s->frame;
  s->frame = (struct frame){0};
}

static void call(struct state *s, const dfmt_apitrace_call *c) {
  struct function *f = function_of(s, c->sig);
  struct frame *now = &s->frame;
  uint64_t bytes = c->enter_length + c->leave_length;
  f->calls++;
  f->bytes += bytes;
  for (uint64_t i = 0; i < c->n_args; i++) count_blobs(f, c->args[i].value);
  count_blobs(f, c->present & DFMT_APITRACE_CALL_HAS_RET ? c->ret : NULL);
  s->calls++;
  s->incomplete += (c->flags & DFMT_APITRACE_FLAG_INCOMPLETE) != 0;
  s->fake += (c->flags & DFMT_APITRACE_FLAG_FAKE) != 0;
  s->event_bytes += bytes;
  (void)id_map_add(&s->threads, c->thread_id);
  if (!now->calls || c->number < now->first) now->first = c->number;
  if (!now->calls || c->number > now->last) now->last = c->number;
  now->calls++;
  now->bytes += bytes;
  if (c->flags & DFMT_APITRACE_FLAG_END_FRAME) end_frame(s);
}

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_apitrace_header *h = dfmt_event_apitrace_header(ev);
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  s->walk = w;
  if (h) header(s, h);
  if (h) s->event_bytes += ev->length;
  if (c && c->sig) call(s, c);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct function *)a)->name, ((const struct function *)b)->name);
}

static int by_bytes(const void *a, const void *b) {
  const struct function *x = a, *y = b;
  if (x->bytes != y->bytes) return x->bytes < y->bytes ? 1 : -1;
  return by_name(a, b);
}

/* Several definitions may have one name. Returns how many functions there are then. */
static size_t join_functions(struct state *s) {
  size_t n = 0;
  if (s->sigs.n) tool_sort(s->functions, s->sigs.n, sizeof *s->functions, by_name);
  for (size_t i = 0; i < s->sigs.n; i++) {
    struct function *f = &s->functions[i], *to = n ? &s->functions[n - 1] : NULL;
    if (!to || strcmp(to->name, f->name) != 0) {
      s->functions[n++] = *f;
      continue;
    }
    to->calls += f->calls;
    to->bytes += f->bytes;
    to->blobs += f->blobs;
    to->blob_bytes += f->blob_bytes;
    tool_realloc(f->name, 0);
  }
  s->sigs.n = n;
  if (n) tool_sort(s->functions, n, sizeof *s->functions, by_bytes);
  return n;
}

static struct function sum_of(const struct state *s, size_t n) {
  struct function sum = {0};
  for (size_t i = 0; i < n; i++) {
    sum.blobs += s->functions[i].blobs;
    sum.blob_bytes += s->functions[i].blob_bytes;
  }
  return sum;
}

static const char *container_word(const struct state *s) {
  const char *word = dfmt_type_word(DFMT_TYPE_APITRACE_CONTAINER, s->container);
  return word ? word : "?";
}

static void put_functions(const struct state *s, dfmt_sink *to, size_t n) {
  size_t shown = s->walk->t->set.all || n < SHOWN ? n : SHOWN;
  bool color = s->walk->t->color;
  put_f(to, "%s\nfunction", color ? "\x1b[1m" : "");
  put_pad(to, 8, NAME_COLUMN);
  put_f(to, "%10s %12s %8s %12s%s\n", "calls", "bytes", "blobs", "blob bytes", color ? "\x1b[0m" : "");
  for (size_t i = 0; i < shown; i++) {
    const struct function *f = &s->functions[i];
    put_pad(to, put_safe_s(to, f->name), NAME_COLUMN);
    put_f(to, "%10" PRIu64 " %12" PRIu64 " %8" PRIu64 " %12" PRIu64 "\n", f->calls, f->bytes, f->blobs, f->blob_bytes);
  }
  if (shown < n) put_f(to, "and %zu functions with fewer bytes (--all)\n", n - shown);
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  s->walk = w;
  if (!s->has_header) return;
  size_t n = join_functions(s);
  struct function sum = sum_of(s, n);
  put_f(to, "Version:   %" PRIu32 ", semantic version %" PRIu32 "\nContainer: %s\nAPI:       %s\n", s->version,
        s->semantic_version, container_word(s), s->api ? s->api : "not known");
  for (size_t i = 0; i < s->n_properties; i++) {
    put_s(to, "Property:  ");
    put_safe(to, s->properties[i].key, s->properties[i].key_len);
    put_s(to, " = ");
    put_safe(to, s->properties[i].value, s->properties[i].value_len);
    put_s(to, "\n");
  }
  put_f(to, "Calls:     %" PRIu64 " (%" PRIu64 " fake, %" PRIu64 " incomplete)\n", s->calls, s->fake, s->incomplete);
  put_f(to, "Frames:    %" PRIu64 "\nThreads:   %zu\nEvents:    ", s->n_frames, s->threads.n);
  put_size(to, s->event_bytes);
  put_f(to, "\nBlobs:     %" PRIu64 ", ", sum.blobs);
  put_size(to, sum.blob_bytes);
  put_s(to, "\n");
  if (n) put_functions(s, to, n);
}

static void put_function_json(dfmt_sink *to, const struct function *f, const char *sep) {
  put_f(to, "%s{\"name\":", sep);
  put_json_string(to, f->name, strlen(f->name));
  put_f(to, ",\"calls\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"blobs\":%" PRIu64 ",\"blob_bytes\":%" PRIu64 "}", f->calls,
        f->bytes, f->blobs, f->blob_bytes);
}

static void json(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  s->walk = w;
  if (!s->has_header) return;
  size_t n = join_functions(s);
  struct function sum = sum_of(s, n);
  put_f(to, ",\"version\":%" PRIu32 ",\"semantic_version\":%" PRIu32 ",\"container\":\"%s\",\"api\":", s->version,
        s->semantic_version, container_word(s));
  if (s->api)
    put_json_string(to, s->api, strlen(s->api));
  else
    put_s(to, "null");
  put_s(to, ",\"properties\":[");
  for (size_t i = 0; i < s->n_properties; i++) {
    put_s(to, i ? ",{\"key\":" : "{\"key\":");
    put_json_string(to, s->properties[i].key, s->properties[i].key_len);
    put_s(to, ",\"value\":");
    put_json_string(to, s->properties[i].value, s->properties[i].value_len);
    put_s(to, "}");
  }
  put_f(to,
        "],\"calls\":%" PRIu64 ",\"fake\":%" PRIu64 ",\"incomplete\":%" PRIu64 ",\"frames\":%" PRIu64
        ",\"threads\":%zu,\"event_bytes\":%" PRIu64 ",\"blobs\":%" PRIu64 ",\"blob_bytes\":%" PRIu64 ",\"functions\":[",
        s->calls, s->fake, s->incomplete, s->n_frames, s->threads.n, s->event_bytes, sum.blobs, sum.blob_bytes);
  for (size_t i = 0; i < n; i++) put_function_json(to, &s->functions[i], i ? "," : "");
  put_s(to, "]");
}

static void put_row(dfmt_sink *to, uint64_t number, const struct frame *f, int ended) {
  put_f(to, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%d\n", number, f->first, f->last, f->calls,
        f->bytes, ended);
}

static void frames(void *user, dfmt_sink *to) {
  const struct state *s = user;
  put_s(to, "frame,first_call,last_call,calls,bytes,ended\n");
  for (uint64_t i = 0; i < s->n_frames; i++) put_row(to, i, &s->frames[i], 1);
  if (s->frame.calls) put_row(to, s->n_frames, &s->frame, 0);
}

const struct info_ops apitrace_info = {
    .state_size = sizeof(struct state), .event = event, .table = table, .json = json, .end = end, .frames = frames};
