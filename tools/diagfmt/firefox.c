/* SPDX-License-Identifier: MIT */
/*
 * `convert --to=firefox`: the processed profile of the Firefox Profiler, version 60: newer ones Perfetto does not read.
 * Frames of one function are one here: of a frame without a name, its address is in the name. Each track is a thread.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sampling.h"
#include "sort.h"
#include "text.h"
#include "tool.h"

/* ---- categories ---- */

enum category { OTHER, KERNEL, SYSTEM, NATIVE, JAVA, FRAMEWORK };

static const char categories[] = /* in that order */
    "[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"Kernel\",\"color\":\"orange\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"System libraries\",\"color\":\"lightblue\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"Native code\",\"color\":\"blue\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"Java code\",\"color\":\"green\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"Java framework\",\"color\":\"yellow\",\"subcategories\":[\"Other\"]}]";

/* What a path begins and ends with; the first row that fits counts. */
static const struct {
  const char *begin, *end;
  enum category category;
} paths[] = {
    {"[kernel", "", KERNEL},
    {"", ".ko", KERNEL},
    {"/system/", ".so", SYSTEM},
    {"/apex/", ".so", SYSTEM},
    {"/vendor/", ".so", SYSTEM},
    {"[vdso]", "", SYSTEM},
    {"", ".so", NATIVE},
    {"", ".oat", JAVA},
    {"", ".odex", JAVA},
    {"", ".vdex", JAVA},
    {"", ".dex", JAVA},
    {"", ".jar", JAVA},
    {"", ".apk", JAVA},
    {"[JIT app cache]", "", JAVA},
    {"/dev/ashmem/dalvik-jit", "", JAVA},
};

/* What the names of Java's functions begin with that are not the app's. */
static const char *const frameworks[] = {"android.", "androidx.", "com.android.", "java.",
                                         "javax.",   "kotlin.",   "dalvik.",      "libcore."};

static bool begins(dfmt_str text, const char *with) {
  return text.len >= strlen(with) && memcmp(text.ptr, with, strlen(with)) == 0;
}

static bool ends(dfmt_str text, const char *with) {
  return text.len >= strlen(with) && memcmp(text.ptr + text.len - strlen(with), with, strlen(with)) == 0;
}

static enum category category_of(dfmt_str path, dfmt_str name) {
  enum category found = OTHER;
  for (size_t i = 0; i < sizeof paths / sizeof *paths && found == OTHER; i++)
    if (begins(path, paths[i].begin) && ends(path, paths[i].end)) found = paths[i].category;
  for (size_t i = 0; i < sizeof frameworks / sizeof *frameworks && found == JAVA; i++)
    if (begins(name, frameworks[i])) found = FRAMEWORK;
  return found;
}

/* ---- tables ---- */

struct firefox {
  struct sampling *p;
  dfmt_sink *to;
  struct id_map functions; /* name << 32 | path */
  struct id_map paths;
  struct id_map stacks; /* as of the profile, of functions */
  uint32_t *stack_of;   /* by the profile's */
  uint32_t *order;      /* places of tracks, as they are written */
  uint32_t *rank;       /* of each track in it */
  bool many_kinds;      /* the tracks are of several */
};

static void make_stacks(struct firefox *x) {
  const struct sampling *p = x->p;
  x->stack_of = tool_zalloc(p->stacks.n * sizeof *x->stack_of);
  for (uint32_t i = 0; i < p->stacks.n; i++) {
    const struct sampling_frame *f = &p->frames[sampling_stack_frame(p, i)];
    uint32_t caller = sampling_stack_caller(p, i);
    if (f->path) id_map_add(&x->paths, f->path);
    uint64_t function = id_map_add(&x->functions, (uint64_t)f->name << 32 | f->path);
    if (caller != SAMPLING_NO_STACK) caller = x->stack_of[caller];
    x->stack_of[i] = (uint32_t)id_map_add(&x->stacks, (uint64_t)caller << 32 | function);
  }
}

/* tool_sort() has no argument for the one who compares. */
static const struct firefox *sorted;

/* By process, then its main thread first, then by thread and kind. */
static int compare_tracks(const void *a, const void *b) {
  const struct sampling_track *x = &sorted->p->tracks[*(const uint32_t *)a];
  const struct sampling_track *y = &sorted->p->tracks[*(const uint32_t *)b];
  if (x->process != y->process) return x->process < y->process ? -1 : 1;
  if (x->thread != y->thread) {
    if (x->thread == x->process || y->thread == y->process) return x->thread == x->process ? -1 : 1;
    return x->thread < y->thread ? -1 : 1;
  }
  return (x->kind > y->kind) - (x->kind < y->kind);
}

/* By track and time; what is equal in them is ordered by the rest, so that the order does not depend on the sorter. */
static int compare_samples(const void *a, const void *b) {
  const struct sampling_sample *x = a, *y = b;
  const uint64_t keys[][2] = {{sorted->rank[x->track], sorted->rank[y->track]},
                              {x->time_ns, y->time_ns},
                              {x->stack, y->stack},
                              {x->value, y->value},
                              {x->wait_ns, y->wait_ns}};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (keys[i][0] != keys[i][1]) return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

static int compare_switches(const void *a, const void *b) {
  const struct sampling_switch *x = a, *y = b;
  uint32_t i = sorted->rank[x->track], j = sorted->rank[y->track];
  if (i != j) return i < j ? -1 : 1;
  if (x->time_ns != y->time_ns) return x->time_ns < y->time_ns ? -1 : 1;
  return (int)x->on - (int)y->on;
}

static void sort(struct firefox *x) {
  struct sampling *p = x->p;
  size_t n = p->track_ids.n;
  x->order = tool_zalloc(n * sizeof *x->order);
  x->rank = tool_zalloc(n * sizeof *x->rank);
  for (uint32_t i = 0; i < n; i++) x->order[i] = i;
  sorted = x;
  if (n) tool_sort(x->order, n, sizeof *x->order, compare_tracks);
  for (uint32_t i = 0; i < n; i++) x->rank[x->order[i]] = i;
  for (size_t i = 1; i < n; i++) x->many_kinds = x->many_kinds || p->tracks[i].kind != p->tracks[0].kind;
  if (p->n_samples) tool_sort(p->samples, p->n_samples, sizeof *p->samples, compare_samples);
  if (p->n_switches) tool_sort(p->switches, p->n_switches, sizeof *p->switches, compare_switches);
}

/* ---- JSON ---- */

static void put_text(dfmt_sink *to, dfmt_str text) { put_json_string(to, text.ptr, text.len); }

static void put_number(const struct firefox *x, bool first, uint64_t n) {
  put_f(x->to, first ? "%" PRIu64 : ",%" PRIu64, n);
}

/* Nanoseconds as milliseconds, exactly. */
static void put_ms(dfmt_sink *to, uint64_t ns) { put_f(to, "%" PRIu64 ".%06" PRIu64, ns / 1000000, ns % 1000000); }

/* "NAME":[WORD,WORD,…] */
static void put_same(const struct firefox *x, const char *name, size_t n, const char *word) {
  put_f(x->to, ",\"%s\":[", name);
  for (size_t i = 0; i < n; i++) {
    put_s(x->to, i ? "," : "");
    put_s(x->to, word);
  }
  put_s(x->to, "]");
}

static void put_length(const struct firefox *x, size_t n) { put_f(x->to, ",\"length\":%zu}", n); }

/* Between two samples of the busiest track, on average. */
static uint64_t interval_ns(const struct sampling *p) {
  uint64_t best = 0, ns = 0;
  for (size_t from = 0, i = 0; i < p->n_samples; i++) {
    if (p->samples[i].track != p->samples[from].track) from = i;
    if (i - from <= best) continue;
    best = i - from;
    ns = (p->samples[i].time_ns - p->samples[from].time_ns) / best;
  }
  return ns ? ns : 1000000;
}

static void put_meta(const struct firefox *x) {
  const struct sampling *p = x->p;
  put_s(x->to, "{\"meta\":{\"interval\":");
  put_ms(x->to, interval_ns(p));
  put_s(x->to,
        ",\"startTime\":0,\"processType\":0,\"product\":\"diagfmt\",\"stackwalk\":1,\"version\":30,"
        "\"preprocessedProfileVersion\":60,\"symbolicated\":true,\"symbolicationNotSupported\":true,"
        "\"categories\":");
  put_s(x->to, categories);
  put_s(x->to,
        ",\"markerSchema\":[{\"name\":\"OnCPU\","
        "\"display\":[\"marker-chart\",\"marker-table\"],\"fields\":[]}]");
  if (p->notes.n) {
    put_s(x->to, ",\"extra\":[{\"label\":\"Recording\",\"entries\":[");
    for (uint32_t i = 0; i < p->notes.n; i++) {
      put_f(x->to, "%s{\"label\":\"Note\",\"format\":\"string\",\"value\":", i ? "," : "");
      put_text(x->to, sampling_note_at(p, i));
      put_s(x->to, "}");
    }
    put_s(x->to, "]}]");
  }
  put_s(x->to, "},\"libs\":[]");
}

static uint32_t name_of(uint64_t function) { return (uint32_t)(function >> 32); }
static uint32_t path_of(uint64_t function) { return (uint32_t)function; }

static void put_functions(const struct firefox *x) {
  size_t n = x->functions.n;
  put_s(x->to, ",\"funcTable\":{\"name\":[");
  for (size_t i = 0; i < n; i++) put_number(x, i == 0, name_of(x->functions.keys[i]));
  put_s(x->to, "],\"resource\":[");
  for (size_t i = 0; i < n; i++) {
    uint32_t path = path_of(x->functions.keys[i]);
    put_f(x->to, "%s%" PRId64, i ? "," : "", path ? (int64_t)id_map_find(&x->paths, path) : -1);
  }
  put_s(x->to, "]");
  put_same(x, "isJS", n, "false");
  put_same(x, "relevantForJS", n, "false");
  put_same(x, "source", n, "null");
  put_same(x, "lineNumber", n, "null");
  put_same(x, "columnNumber", n, "null");
  put_length(x, n);
}

/* One for each function. */
static void put_frames(const struct firefox *x) {
  size_t n = x->functions.n;
  put_s(x->to, ",\"frameTable\":{\"func\":[");
  for (size_t i = 0; i < n; i++) put_number(x, i == 0, i);
  put_s(x->to, "],\"category\":[");
  for (size_t i = 0; i < n; i++) {
    uint64_t f = x->functions.keys[i];
    put_number(x, i == 0, category_of(sampling_string(x->p, path_of(f)), sampling_string(x->p, name_of(f))));
  }
  put_s(x->to, "]");
  put_same(x, "subcategory", n, "0");
  put_same(x, "address", n, "-1");
  put_same(x, "inlineDepth", n, "0");
  put_same(x, "nativeSymbol", n, "null");
  put_same(x, "innerWindowID", n, "null");
  put_same(x, "line", n, "null");
  put_same(x, "column", n, "null");
  put_length(x, n);
}

static void put_stack(const struct firefox *x, bool first, uint32_t stack) {
  if (stack == SAMPLING_NO_STACK)
    put_s(x->to, first ? "null" : ",null");
  else
    put_number(x, first, stack);
}

static void put_stacks(const struct firefox *x) {
  size_t n = x->stacks.n;
  put_s(x->to, ",\"stackTable\":{\"frame\":[");
  for (size_t i = 0; i < n; i++) put_number(x, i == 0, (uint32_t)x->stacks.keys[i]);
  put_s(x->to, "],\"prefix\":[");
  for (size_t i = 0; i < n; i++) put_stack(x, i == 0, (uint32_t)(x->stacks.keys[i] >> 32));
  put_s(x->to, "]");
  put_length(x, n);
}

static void put_shared(const struct firefox *x) {
  put_s(x->to, ",\"shared\":{\"stringArray\":[");
  for (uint32_t i = 0; i < x->p->strings.n; i++) {
    put_s(x->to, i ? "," : "");
    put_text(x->to, sampling_string(x->p, i));
  }
  put_s(x->to, "]");
  put_functions(x);
  put_frames(x);
  put_stacks(x);
  put_s(x->to, ",\"resourceTable\":{\"name\":[");
  for (size_t i = 0; i < x->paths.n; i++) put_number(x, i == 0, x->paths.keys[i]);
  put_s(x->to, "]");
  put_same(x, "lib", x->paths.n, "null");
  put_same(x, "host", x->paths.n, "null");
  put_same(x, "type", x->paths.n, "1"); /* a library */
  put_length(x, x->paths.n);
  put_s(x->to,
        ",\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],\"length\":0},"
        "\"sources\":{\"uuid\":[],\"filename\":[],\"length\":0}}");
}

/* ---- threads ---- */

static void put_weights(const struct firefox *x, const struct sampling_track *t, const struct sampling_sample *s,
                        size_t n) {
  static const char *const types[] = {"samples", "tracing-ms", "bytes"};
  if (t->unit == UNIT_COUNT) {
    put_s(x->to, "\"weight\":null");
  } else {
    put_s(x->to, "\"weight\":[");
    for (size_t i = 0; i < n; i++) {
      put_s(x->to, i ? "," : "");
      if (t->unit == UNIT_NS)
        put_ms(x->to, sampling_value(x->p, &s[i]));
      else
        put_number(x, true, sampling_value(x->p, &s[i]));
    }
    put_s(x->to, "]");
  }
  put_f(x->to, ",\"weightType\":\"%s\"", types[t->unit]);
}

static void put_samples(const struct firefox *x, const struct sampling_track *t, const struct sampling_sample *s,
                        size_t n) {
  put_s(x->to, ",\"samples\":{\"stack\":[");
  for (size_t i = 0; i < n; i++)
    put_stack(x, i == 0, s[i].stack == SAMPLING_NO_STACK ? s[i].stack : x->stack_of[s[i].stack]);
  put_s(x->to, "],\"time\":[");
  for (size_t i = 0; i < n; i++) {
    put_s(x->to, i ? "," : "");
    put_ms(x->to, s[i].time_ns);
  }
  put_s(x->to, "],");
  put_weights(x, t, s, n);
  put_length(x, n);
}

/* Each time on a CPU begins and ends with a marker of its own; the viewer puts them together. */
static void put_markers(const struct firefox *x, const struct sampling_switch *s, size_t n, uint32_t name) {
  put_s(x->to, ",\"markers\":{\"startTime\":[");
  for (size_t i = 0; i < n; i++) {
    put_s(x->to, i ? "," : "");
    if (s[i].on)
      put_ms(x->to, s[i].time_ns);
    else
      put_s(x->to, "null");
  }
  put_s(x->to, "],\"endTime\":[");
  for (size_t i = 0; i < n; i++) {
    put_s(x->to, i ? "," : "");
    if (s[i].on)
      put_s(x->to, "null");
    else
      put_ms(x->to, s[i].time_ns);
  }
  put_s(x->to, "],\"phase\":[");
  for (size_t i = 0; i < n; i++) put_number(x, i == 0, s[i].on ? 2 : 3);
  put_s(x->to, "],\"name\":[");
  for (size_t i = 0; i < n; i++) put_number(x, i == 0, name);
  put_s(x->to, "]");
  put_same(x, "data", n, "{\"type\":\"OnCPU\"}");
  put_same(x, "category", n, "0");
  put_length(x, n);
}

static void put_thread_head(const struct firefox *x, const struct sampling_track *t) {
  struct buffer name = {0};
  dfmt_str thread = sampling_string(x->p, t->thread_name), kind = sampling_string(x->p, t->kind_name);
  buffer_put(&name, thread.ptr, (size_t)thread.len);
  if (x->many_kinds || thread.len == 0) {
    buffer_put_s(&name, thread.len ? ", " : "");
    buffer_put(&name, kind.ptr, (size_t)kind.len);
  }
  put_s(x->to, "{\"processType\":\"default\",\"processStartupTime\":");
  put_ms(x->to, x->p->first_ns);
  put_s(x->to, ",\"processShutdownTime\":null,\"registerTime\":");
  put_ms(x->to, x->p->first_ns);
  put_s(x->to, ",\"unregisterTime\":null,\"pausedRanges\":[],\"showMarkersInTimeline\":false,\"name\":");
  put_text(x->to, (dfmt_str){name.ptr, name.len});
  if (t->process_name) {
    put_s(x->to, ",\"processName\":");
    put_text(x->to, sampling_string(x->p, t->process_name));
  }
  put_f(x->to, ",\"isMainThread\":%s,\"pid\":\"%" PRId32 "\",\"tid\":%" PRId32,
        t->thread == t->process ? "true" : "false", t->process, t->thread);
  buffer_free(&name);
}

static void put_threads(const struct firefox *x, uint32_t on_cpu) {
  const struct sampling *p = x->p;
  size_t sample = 0, change = 0;
  put_s(x->to, ",\"threads\":[");
  for (size_t i = 0; i < p->track_ids.n && !tool_stopped(); i++) {
    uint32_t track = x->order[i];
    size_t samples = 0, changes = 0;
    while (sample + samples < p->n_samples && p->samples[sample + samples].track == track) samples++;
    while (change + changes < p->n_switches && p->switches[change + changes].track == track) changes++;
    put_s(x->to, i ? ",\n" : "\n");
    put_thread_head(x, &p->tracks[track]);
    put_samples(x, &p->tracks[track], samples ? p->samples + sample : NULL, samples);
    put_markers(x, changes ? p->switches + change : NULL, changes, on_cpu);
    put_s(x->to, "}");
    sample += samples;
    change += changes;
  }
  put_s(x->to, "\n]}\n");
}

void firefox_write(struct sampling *p, dfmt_sink *to) {
  struct firefox x = {.p = p, .to = to};
  uint32_t on_cpu = sampling_word(p, "On CPU");
  make_stacks(&x);
  sort(&x);
  put_meta(&x);
  put_shared(&x);
  put_threads(&x, on_cpu);
  id_map_free(&x.functions);
  id_map_free(&x.paths);
  id_map_free(&x.stacks);
  tool_realloc(x.stack_of, 0);
  tool_realloc(x.order, 0);
  tool_realloc(x.rank, 0);
}
