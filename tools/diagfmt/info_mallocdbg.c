/* SPDX-License-Identifier: MIT */
/* `info` for malloc_debug: of heap dumps what is in use by size and by call chain, of recorded operations and logs
 * what their own parts count. */
#include "info_mallocdbg.h"

#include <inttypes.h>
#include <string.h>

#include "heap_mallocdbg.h"
#include "text.h"

enum { TOP = INFO_TOP, FRAMES = 8 }; /* rows, and frames of each chain, that are shown without --all */

struct state {
  struct heap heap;
  struct ops_info ops;
  struct log_info log;
  dfmt_mallocdbg_header header;
  char *fingerprint;
  uint32_t marker;
  bool begun, has_header, has_failure;
};

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  const dfmt_mallocdbg_header *h = dfmt_event_mallocdbg_header(ev);
  const dfmt_mallocdbg_maps_begin *m = dfmt_event_mallocdbg_maps_begin(ev);
  const dfmt_mallocdbg_end *e = dfmt_event_mallocdbg_end(ev);
  if (!s->begun) heap_begin(&s->heap, w);
  s->begun = true;
  heap_event(&s->heap, ev);
  if (dfmt_event_mallocdbg_op(ev)) ops_info_add(&s->ops, w, dfmt_event_mallocdbg_op(ev));
  if (dfmt_event_mallocdbg_report(ev)) log_info_report(&s->log, dfmt_event_mallocdbg_report(ev));
  if (dfmt_event_mallocdbg_message(ev)) log_info_message(&s->log, dfmt_event_mallocdbg_message(ev));
  if (m) s->has_failure = (m->present & DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE) != 0;
  if (e) s->marker = e->marker;
  if (!h) return;
  s->has_header = true;
  s->header = *h;
  s->header.present &= ~(uint32_t)DFMT_MALLOCDBG_HEADER_HAS_VERSION; /* the variant says it */
  s->fingerprint = tool_realloc(s->fingerprint, (size_t)h->fingerprint.len + 1);
  memcpy(s->fingerprint, h->fingerprint.ptr ? h->fingerprint.ptr : "", (size_t)h->fingerprint.len);
  s->header.fingerprint.ptr = s->fingerprint;
}

/* ---- heap dumps ---- */

void info_heading(dfmt_sink *to, bool color, const char *title, size_t n, size_t most) {
  put_f(to, "%s\n%s%s", color ? "\x1b[1m" : "", title, color ? "\x1b[0m" : "");
  if (n > most) put_f(to, " (%zu of %zu)", most, n);
  put_s(to, "\n");
}

static void put_sum(dfmt_sink *to, const char *title, struct sum x) {
  put_s(to, title);
  put_size(to, x.bytes);
  put_f(to, " in %" PRIu64 " allocations\n", x.count);
}

void info_share(dfmt_sink *to, uint64_t n, uint64_t all) {
  put_f(to, "%14" PRIu64 "  %5.1f %%  ", n, all ? 100.0 * (double)n / (double)all : 0.0);
}

static struct sum all_of(const struct heap *h) {
  struct sum a = heap_sum(h, &h->all[ZYGOTE]), b = heap_sum(h, &h->all[APP]);
  return (struct sum){a.bytes + b.bytes, a.count + b.count};
}

static void put_claims(const struct state *s, dfmt_sink *to) {
  const dfmt_mallocdbg_header *h = &s->header;
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT) {
    put_s(to, "Build:     ");
    put_safe(to, h->fingerprint.ptr, h->fingerprint.len);
    put_s(to, "\n");
  }
  const char *between = "Header:    ";
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES) {
    put_f(to, "%s%" PRIu64 " bytes", between, h->total_bytes);
    between = ", ";
  }
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS) {
    put_f(to, "%s%" PRIu64 " records", between, h->n_records);
    between = ", ";
  }
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE) {
    put_f(to, "%sup to %" PRIu64 " frames", between, h->backtrace_size);
    between = ", ";
  }
  if (*between == ',') put_s(to, "\n");
}

static void put_sizes(struct heap *h, dfmt_sink *to, bool color, size_t most, uint64_t all) {
  info_heading(to, color, "Sizes by bytes in use:", h->sizes.n, most);
  for (size_t i = 0; i < h->sizes.n && i < most; i++) {
    const struct count *c = &h->sizes.list[i];
    info_share(to, c->n * c->number, all);
    put_f(to, "%" PRIu64 " of %" PRIu64 " bytes\n", c->n, c->number);
  }
}

static void put_stacks(struct heap *h, dfmt_sink *to, bool color, bool whole, uint64_t all) {
  size_t *list = heap_sorted_stacks(h);
  size_t most = whole ? SIZE_MAX : TOP;
  info_heading(to, color, "Call chains by bytes in use:", h->stacks.n, most);
  for (size_t i = 0; i < h->stacks.n && i < most; i++) {
    struct sum x = heap_stack_sum(h, list[i]);
    info_share(to, x.bytes, all);
    put_f(to, "%" PRIu64 " allocations\n", x.count);
    heap_put_stack(h, to, list[i], whole ? SIZE_MAX : FRAMES);
  }
  tool_realloc(list, 0);
}

static void put_dump(struct state *s, struct walk *w, dfmt_sink *to) {
  struct heap *h = &s->heap;
  struct sum all = all_of(h);
  const char *marker = s->marker ? dfmt_type_word(DFMT_TYPE_MALLOCDBG_MARKER, s->marker) : NULL;
  put_claims(s, to);
  put_sum(to, "In use:    ", all);
  put_f(to, "Records:   %" PRIu64 ", %zu call chains, %" PRIu64 " records without one\n", h->n_records, h->stacks.n,
        h->no_frames);
  put_sum(to, "App:       ", heap_sum(h, &h->all[APP]));
  put_sum(to, "Zygote:    ", heap_sum(h, &h->all[ZYGOTE]));
  put_f(to, "Maps:      %" PRIu64 "%s\n", h->n_maps, s->has_failure ? ", they could not be read" : "");
  put_f(to, "End:       %s\n", marker ? marker : "missing");
  heap_sort_sizes(h);
  put_sizes(h, to, w->t->color, w->t->set.all ? SIZE_MAX : TOP, all.bytes);
  put_stacks(h, to, w->t->color, w->t->set.all, all.bytes);
}

static void json_sum(dfmt_sink *to, const char *name, struct sum x) {
  put_f(to, ",\"%s\":{\"bytes\":%" PRIu64 ",\"allocations\":%" PRIu64 "}", name, x.bytes, x.count);
}

static void json_stacks(struct heap *h, dfmt_sink *to) {
  size_t *list = heap_sorted_stacks(h);
  struct buffer text = {0};
  put_s(to, ",\"stacks\":[");
  for (size_t i = 0; i < h->stacks.n; i++) {
    struct sum x = heap_stack_sum(h, list[i]), app = heap_sum(h, &h->by_stack[list[i]][APP]);
    put_f(to, "%s{\"bytes\":%" PRIu64 ",\"allocations\":%" PRIu64 ",\"app_bytes\":%" PRIu64 ",\"frames\":[",
          i ? "," : "", x.bytes, x.count, app.bytes);
    for (size_t k = 0; k < heap_stack_len(h, list[i]); k++) {
      text.len = 0;
      heap_frame_text(h, heap_place(h, list[i], k), &text);
      put_s(to, k ? "," : "");
      put_json_string(to, text.ptr, text.len);
    }
    put_s(to, "]}");
  }
  put_s(to, "]");
  buffer_free(&text);
  tool_realloc(list, 0);
}

static void json_dump(struct state *s, dfmt_sink *to) {
  struct heap *h = &s->heap;
  const char *marker = s->marker ? dfmt_type_word(DFMT_TYPE_MALLOCDBG_MARKER, s->marker) : NULL;
  struct sum all = all_of(h);
  if (s->has_header) {
    put_s(to, ",\"header\":");
    put_json_struct(to, DFMT_MALLOCDBG_HEADER, &s->header);
  }
  put_f(to, ",\"bytes\":%" PRIu64 ",\"allocations\":%" PRIu64 ",\"allocation_records\":%" PRIu64, all.bytes, all.count,
        h->n_records);
  put_f(to, ",\"records_without_frames\":%" PRIu64 ",\"maps\":%" PRIu64, h->no_frames, h->n_maps);
  json_sum(to, "app", heap_sum(h, &h->all[APP]));
  json_sum(to, "zygote", heap_sum(h, &h->all[ZYGOTE]));
  if (marker) put_f(to, ",\"marker\":\"%s\"", marker);
  heap_sort_sizes(h);
  put_s(to, ",\"sizes\":[");
  for (size_t i = 0; i < h->sizes.n; i++)
    put_f(to, "%s{\"size\":%" PRIu64 ",\"allocations\":%" PRIu64 "}", i ? "," : "", h->sizes.list[i].number,
          h->sizes.list[i].n);
  put_s(to, "]");
  json_stacks(h, to);
}

/* ---- all ---- */

static uint64_t variant_of(const struct walk *w) {
  uint64_t variant = 0;
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_VARIANT, &variant);
  return variant;
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  uint64_t variant = variant_of(w);
  const char *word = dfmt_type_word(DFMT_TYPE_MALLOCDBG_VARIANT, variant);
  put_f(to, "Layout:    %s\n", word ? word : "unknown");
  if (variant == DFMT_MALLOCDBG_VARIANT_RECORDS)
    ops_info_table(&s->ops, w, to);
  else if (variant == DFMT_MALLOCDBG_VARIANT_LOG)
    log_info_table(&s->log, w, to);
  else if (variant != DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE && s->begun)
    put_dump(s, w, to);
}

static void json(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  uint64_t variant = variant_of(w);
  const char *word = dfmt_type_word(DFMT_TYPE_MALLOCDBG_VARIANT, variant);
  if (word) put_f(to, ",\"variant\":\"%s\"", word);
  if (variant == DFMT_MALLOCDBG_VARIANT_RECORDS)
    ops_info_json(&s->ops, w, to);
  else if (variant == DFMT_MALLOCDBG_VARIANT_LOG)
    log_info_json(&s->log, w, to);
  else if (variant != DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE && s->begun)
    json_dump(s, to);
}

static bool fits(void *user, struct walk *w) {
  struct state *s = user;
  return heap_fits(&s->heap) && ops_info_fits(&s->ops, w);
}

static void end(void *user) {
  struct state *s = user;
  heap_end(&s->heap);
  ops_info_end(&s->ops);
  log_info_end(&s->log);
  tool_realloc(s->fingerprint, 0);
}

const struct info_ops mallocdbg_info = {
    .state_size = sizeof(struct state), .event = event, .fits = fits, .table = table, .json = json, .end = end};
