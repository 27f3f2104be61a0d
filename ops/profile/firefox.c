/* SPDX-License-Identifier: MIT */
/*
 * The processed profile of the Firefox Profiler, version 60: Perfetto cannot read newer ones. Frames of one function
 * are merged; a frame without a name has its address as name. Each group becomes a thread.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/heapsort.h"
#include "base/str.h"
#include "document.h"
#include "names.h"
#include "writers.h"

/* ---- categories ---- */

enum category { OTHER, KERNEL, SYSTEM, NATIVE, JAVA, FRAMEWORK };

static const char categories[] = /* in the order of the enum */
    "[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"Kernel\",\"color\":\"orange\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"System libraries\",\"color\":\"lightblue\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"Native code\",\"color\":\"blue\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"Java code\",\"color\":\"green\",\"subcategories\":[\"Other\"]},"
    "{\"name\":\"Java framework\",\"color\":\"yellow\",\"subcategories\":[\"Other\"]}]";

/* Start and end of a path; the first matching row counts. */
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

/* Prefixes of Java functions that are not the app's. */
static const char *const frameworks[] = {"android.", "androidx.", "com.android.", "java.",
                                         "javax.",   "kotlin.",   "dalvik.",      "libcore."};

static enum category category_of(dfmt_str path, dfmt_str name) {
  enum category found = OTHER;
  for (size_t i = 0; i < sizeof paths / sizeof *paths && found == OTHER; i++)
    if (dfmti_starts(path, paths[i].begin) && dfmti_ends(path, paths[i].end)) found = paths[i].category;
  for (size_t i = 0; i < sizeof frameworks / sizeof *frameworks && found == JAVA; i++)
    if (dfmti_starts(name, frameworks[i])) found = FRAMEWORK;
  return found;
}

/* ---- tables ---- */

/* Renumbers things consecutively: indices by key, and keys by index. */
struct list {
  struct dfmti_table table; /* key: index + 1 */
  struct dfmti_buf keys;    /* of uint64_t */
};

/* Samples sorted by group. */
struct grouped {
  struct dfmto_profile_sample *list;
  size_t *ends; /* by group, plus 1: their end in the list; the first is 0 */
  size_t n;
};

/* A group while sorting. */
struct track {
  uint32_t group, measure;
  int32_t process, thread;
};

struct firefox {
  dfmt_op *op;
  const struct dfmto_profile *p;
  struct dfmto_profile_document d;
  struct dfmto_profile_view view;
  struct list functions;             /* name << 32 | file */
  struct list files;                 /* texts of the view */
  struct dfmto_profile_tree stacks;  /* of functions; a stack's number is that of its node, minus 1 */
  uint32_t *stack_of;                /* by node of the store's tree: node in `stacks` */
  struct dfmto_profile_samples made; /* made from stacks, if there are no times */
  struct grouped samples, switches;
  struct track *tracks;
  size_t n_tracks;
  struct dfmto_profile_samples one; /* samples of a track in order: a part of these */
  bool many_kinds;                  /* tracks have different measures */
  bool good;                        /* no allocation has failed so far */
};

static uint64_t key_at(const struct list *x, size_t i) { return ((const uint64_t *)(const void *)x->keys.ptr)[i]; }
static size_t list_n(const struct list *x) { return x->keys.len / sizeof(uint64_t); }

/* The index of a key; a new one is appended. */
static size_t place_of(struct firefox *x, struct list *l, uint64_t key) {
  uint64_t known = dfmti_table_number(&l->table, key);
  if (known || !x->good) return (size_t)known - (known > 0);
  x->good = dfmti_table_reserve(&x->op->mem, &l->table) && dfmti_buf_append(&x->op->mem, &l->keys, &key, sizeof key);
  if (!x->good) return 0;
  dfmti_table_add(&l->table, dfmti_hash_number(l->table.key, key), list_n(l));
  return list_n(l) - 1;
}

/* A zeroed array; one element more, as none may be empty. */
static void *array(struct firefox *x, size_t n, size_t size) {
  void *p = x->good ? dfmti_zalloc(&x->op->mem, (n + 1) * size) : NULL;
  x->good = p != NULL;
  return p;
}

static void free_array(struct firefox *x, void *p, size_t n, size_t size) {
  dfmti_free(&x->op->mem, p, (n + 1) * size);
}

static const struct dfmto_profile_tree *tree_of(const struct firefox *x) { return &x->p->store.stacks.tree; }

/* Stacks with equal names are merged over all tracks; parents come before their children. */
static void make_stacks(struct firefox *x) {
  const struct dfmto_profile_tree *t = tree_of(x);
  x->stack_of = array(x, t->n, sizeof *x->stack_of);
  for (uint32_t i = 1; i < t->n && x->good; i++) {
    const struct dfmto_profile_node *n = &t->nodes[i];
    if (n->frame & DFMTO_GROUP) continue;
    const struct dfmto_profile_named *f = &x->view.frames[n->frame];
    if (f->file) (void)place_of(x, &x->files, f->file);
    size_t function = place_of(x, &x->functions, (uint64_t)f->name << 32 | f->file);
    x->good = x->good && dfmto_profile_tree_at(&x->op->mem, &x->stacks, x->stack_of[n->parent], (uint32_t)function,
                                               &x->stack_of[i]);
  }
}

/* Blocks have no times: each stack becomes a sample. */
static void make_samples(struct firefox *x) {
  const struct dfmto_profile_tree *t = tree_of(x);
  if (x->p->store.samples.n) return;
  for (uint32_t i = 1; i < t->n && x->good; i++) {
    const struct dfmto_profile_node *n = &t->nodes[i];
    const struct dfmto_profile_sample s = {.weight = n->weight, .group = n->frame - DFMTO_GROUP, .node = n->parent};
    if (n->frame & DFMTO_GROUP) x->good = dfmto_profile_samples_add(&x->op->mem, &x->made, &s);
  }
}

static void make_grouped(struct firefox *x, struct grouped *c, const struct dfmto_profile_samples *s) {
  c->n = s->n;
  c->ends = array(x, x->p->store.n_groups, sizeof *c->ends);
  c->list = array(x, s->n, sizeof *c->list);
  if (!x->good) return;
  size_t *at = c->ends + 1; /* by group: first their number, then where the next one goes, finally their end */
  for (size_t i = 0; i < s->n; i++) at[s->list[i].group]++;
  for (size_t g = 0, sum = 0; g < x->p->store.n_groups; g++) {
    const size_t n = at[g];
    at[g] = sum;
    sum += n;
  }
  for (size_t i = 0; i < s->n; i++) c->list[at[s->list[i].group]++] = s->list[i];
}

/* The samples of a group. */
static struct dfmto_profile_samples group_of(const struct grouped *c, uint32_t group) {
  const size_t from = c->ends[group], to = c->ends[group + 1];
  return (struct dfmto_profile_samples){.list = c->list + from, .n = to - from};
}

/* By process, then its main thread first, then by thread and event. */
static bool track_before(const void *a, const void *b) {
  const struct track *x = a, *y = b;
  if (x->process != y->process) return x->process < y->process;
  if (x->thread != y->thread) {
    if (x->thread == x->process || y->thread == y->process) return x->thread == x->process;
    return x->thread < y->thread;
  }
  return x->measure != y->measure ? x->measure < y->measure : x->group < y->group;
}

static void make_tracks(struct firefox *x) {
  const struct dfmto_profile_store *s = &x->p->store;
  x->tracks = array(x, s->n_groups, sizeof *x->tracks);
  for (uint32_t i = 0; i < s->n_groups && x->good; i++) {
    const struct dfmto_profile_group *g = &s->groups[i];
    if (!group_of(&x->samples, i).n && !group_of(&x->switches, i).n) continue;
    x->tracks[x->n_tracks++] = (struct track){i, g->measure, g->process_id, g->thread_id};
    x->many_kinds = x->many_kinds || g->measure != x->tracks[0].measure;
  }
  x->good = x->good && dfmti_heapsort(&x->op->mem, x->tracks, x->n_tracks, sizeof *x->tracks, track_before);
}

/* By time, then by all else, so that the order does not depend on the sorting algorithm. */
static bool sample_before(const void *a, const void *b) {
  const struct dfmto_profile_sample *x = a, *y = b;
  if (x->time_ns != y->time_ns) return x->time_ns < y->time_ns;
  return x->node != y->node ? x->node < y->node : x->weight < y->weight;
}

/* Sets x->one to the samples of a group, in order, as they mostly are. */
static void gather(struct firefox *x, const struct grouped *c, uint32_t group) {
  bool sorted = true;
  x->one = group_of(c, group);
  for (size_t i = 1; i < x->one.n && sorted; i++) sorted = !sample_before(&x->one.list[i], &x->one.list[i - 1]);
  if (!sorted && x->good)
    x->good = dfmti_heapsort(&x->op->mem, x->one.list, x->one.n, sizeof *x->one.list, sample_before);
}

/* ---- JSON ---- */

/* Writes text that is valid UTF-8. */
static void put_text(struct firefox *x, dfmt_str s) {
  size_t from = 0, len = (size_t)s.len;
  dfmto_profile_put_s(&x->d, "\"");
  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)s.ptr[i];
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    dfmto_profile_put(&x->d, s.ptr + from, i - from);
    dfmto_profile_put_f(&x->d, "\\u%04x", c);
    from = i + 1;
  }
  if (from < len) dfmto_profile_put(&x->d, s.ptr + from, len - from);
  dfmto_profile_put_s(&x->d, "\"");
}

static void put_s(struct firefox *x, const char *s) { dfmto_profile_put_s(&x->d, s); }

static void put_comma(struct firefox *x, bool first) {
  if (!first) dfmto_profile_put(&x->d, ",", 1);
}

static void put_number(struct firefox *x, bool first, uint64_t n) {
  put_comma(x, first);
  dfmto_profile_put_u64(&x->d, n);
}

static void put_whole(struct firefox *x, uint64_t n) { dfmto_profile_put_u64(&x->d, n); }

/* Nanoseconds as milliseconds, exactly. */
static void put_ms(struct firefox *x, uint64_t ns) {
  char text[] = ".000000";
  uint32_t part = (uint32_t)(ns % 1000000);
  for (size_t i = 6; i > 0; i--, part /= 10) text[i] = (char)('0' + part % 10);
  dfmto_profile_put_u64(&x->d, ns / 1000000);
  dfmto_profile_put(&x->d, text, 7);
}

/* "NAME":[WORD,WORD,…] */
static void put_same(struct firefox *x, const char *name, size_t n, const char *word) {
  dfmto_profile_put_f(&x->d, ",\"%s\":[", name);
  for (size_t i = 0; i < n; i++) {
    put_comma(x, i == 0);
    put_s(x, word);
  }
  put_s(x, "]");
}

static void put_length(struct firefox *x, size_t n) { dfmto_profile_put_f(&x->d, ",\"length\":%zu}", n); }

/* The average distance of samples in the busiest track. */
static uint64_t interval_ns(const struct firefox *x) {
  uint64_t best = 0, ns = 0;
  for (size_t i = 0; i < x->n_tracks; i++) {
    const struct dfmto_profile_samples s = group_of(&x->samples, x->tracks[i].group);
    uint64_t first = UINT64_MAX, last = 0;
    if (s.n < 2 || s.n - 1 <= best) continue;
    for (size_t k = 0; k < s.n; k++) {
      if (s.list[k].time_ns < first) first = s.list[k].time_ns;
      if (s.list[k].time_ns > last) last = s.list[k].time_ns;
    }
    best = s.n - 1;
    ns = (last - first) / best;
  }
  return ns ? ns : 1000000;
}

static void put_meta(struct firefox *x) {
  put_s(x, "{\"meta\":{\"interval\":");
  put_ms(x, interval_ns(x));
  put_s(x,
        ",\"startTime\":0,\"processType\":0,\"product\":\"diagfmt\",\"stackwalk\":1,\"version\":30,"
        "\"preprocessedProfileVersion\":60,\"symbolicated\":true,\"symbolicationNotSupported\":true,"
        "\"categories\":");
  put_s(x, categories);
  put_s(x,
        ",\"markerSchema\":[{\"name\":\"OnCPU\","
        "\"display\":[\"marker-chart\",\"marker-table\"],\"fields\":[]}]");
  if (x->p->store.n_lost)
    dfmto_profile_put_f(&x->d,
                        ",\"extra\":[{\"label\":\"Recording\",\"entries\":[{\"label\":\"Note\",\"format\":\"string\","
                        "\"value\":\"Lost samples: %" PRIu64 "\"}]}]",
                        x->p->store.n_lost);
  put_s(x, "},\"libs\":[]");
}

static uint32_t name_of(uint64_t function) { return (uint32_t)(function >> 32); }
static uint32_t file_of(uint64_t function) { return (uint32_t)function; }

static void put_functions(struct firefox *x) {
  const size_t n = list_n(&x->functions);
  put_s(x, ",\"funcTable\":{\"name\":[");
  for (size_t i = 0; i < n; i++) put_number(x, i == 0, name_of(key_at(&x->functions, i)));
  put_s(x, "],\"resource\":[");
  for (size_t i = 0; i < n; i++) {
    const uint32_t file = file_of(key_at(&x->functions, i));
    put_comma(x, i == 0);
    if (file)
      dfmto_profile_put_u64(&x->d, place_of(x, &x->files, file));
    else
      put_s(x, "-1");
  }
  put_s(x, "]");
  put_same(x, "isJS", n, "false");
  put_same(x, "relevantForJS", n, "false");
  put_same(x, "source", n, "null");
  put_same(x, "lineNumber", n, "null");
  put_same(x, "columnNumber", n, "null");
  put_length(x, n);
}

static dfmt_str text_at(const struct firefox *x, uint32_t number) { return dfmto_text_at(&x->view.texts, number); }

/* One frame for each function. */
static void put_frames(struct firefox *x) {
  const size_t n = list_n(&x->functions);
  put_s(x, ",\"frameTable\":{\"func\":[");
  for (size_t i = 0; i < n; i++) put_number(x, i == 0, i);
  put_s(x, "],\"category\":[");
  for (size_t i = 0; i < n; i++) {
    const uint64_t f = key_at(&x->functions, i);
    put_number(x, i == 0, category_of(text_at(x, file_of(f)), text_at(x, name_of(f))));
  }
  put_s(x, "]");
  put_same(x, "subcategory", n, "0");
  put_same(x, "address", n, "-1");
  put_same(x, "inlineDepth", n, "0");
  put_same(x, "nativeSymbol", n, "null");
  put_same(x, "innerWindowID", n, "null");
  put_same(x, "line", n, "null");
  put_same(x, "column", n, "null");
  put_length(x, n);
}

/* The number of a node; null for the root. */
static void put_stack(struct firefox *x, bool first, uint32_t node) {
  put_comma(x, first);
  if (node == DFMTO_ROOT)
    put_s(x, "null");
  else
    dfmto_profile_put_u64(&x->d, node - 1);
}

/* Long output is written while it is made. */
static void settle(struct firefox *x, dfmt_status *st) {
  if (*st == DFMT_OK) *st = x->good ? dfmto_profile_flush(&x->d, false) : dfmto_no_memory(x->op);
}

static void put_stacks(struct firefox *x, dfmt_status *st) {
  const size_t n = x->stacks.n ? x->stacks.n : 1;
  put_s(x, ",\"stackTable\":{\"frame\":[");
  for (size_t i = 1; i < n && *st == DFMT_OK; i++) {
    put_number(x, i == 1, x->stacks.nodes[i].frame);
    settle(x, st);
  }
  put_s(x, "],\"prefix\":[");
  for (size_t i = 1; i < n && *st == DFMT_OK; i++) {
    put_stack(x, i == 1, x->stacks.nodes[i].parent);
    settle(x, st);
  }
  put_s(x, "]");
  put_length(x, n - 1);
}

static void put_shared(struct firefox *x, dfmt_status *st) {
  const size_t n = list_n(&x->files);
  put_s(x, ",\"shared\":{\"stringArray\":[");
  for (uint32_t i = 0; i < dfmto_texts_n(&x->view.texts) && *st == DFMT_OK; i++) {
    put_comma(x, i == 0);
    put_text(x, text_at(x, i));
    settle(x, st);
  }
  put_s(x, "]");
  put_functions(x);
  put_frames(x);
  put_stacks(x, st);
  put_s(x, ",\"resourceTable\":{\"name\":[");
  for (size_t i = 0; i < n; i++) put_number(x, i == 0, key_at(&x->files, i));
  put_s(x, "]");
  put_same(x, "lib", n, "null");
  put_same(x, "host", n, "null");
  put_same(x, "type", n, "1"); /* type 1: library */
  put_length(x, n);
  put_s(x,
        ",\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],\"length\":0},"
        "\"sources\":{\"uuid\":[],\"filename\":[],\"length\":0}}");
  settle(x, st);
}

/* ---- threads ---- */

static bool is_heap(const struct firefox *x) { return x->p->format && x->p->format->unit; }

/* Each sample counts as one, except for times and blocks. */
static const char *weight_type(const struct firefox *x, const struct dfmto_profile_group *g) {
  if (x->p->weight == DFMT_PROFILE_WEIGHT_COUNT && !is_heap(x)) return "samples";
  if (is_heap(x)) return "bytes";
  return x->p->store.measures[g->measure].is_ns ? "tracing-ms" : "samples";
}

static void put_weights(struct firefox *x, const char *type, dfmt_status *st) {
  const bool ms = *type == 't', none = *type == 's';
  put_s(x, none ? "\"weight\":null" : "\"weight\":[");
  for (size_t i = 0; i < x->one.n && *st == DFMT_OK && !none; i++) {
    put_comma(x, i == 0);
    (ms ? put_ms : put_whole)(x, x->one.list[i].weight);
    settle(x, st);
  }
  dfmto_profile_put_f(&x->d, "%s,\"weightType\":\"%s\"", none ? "" : "]", type);
}

static void put_samples(struct firefox *x, const struct dfmto_profile_group *g, dfmt_status *st) {
  put_s(x, ",\"samples\":{\"stack\":[");
  for (size_t i = 0; i < x->one.n && *st == DFMT_OK; i++) {
    put_stack(x, i == 0, x->stack_of[x->one.list[i].node]);
    settle(x, st);
  }
  put_s(x, "],\"time\":[");
  for (size_t i = 0; i < x->one.n && *st == DFMT_OK; i++) {
    put_comma(x, i == 0);
    put_ms(x, x->one.list[i].time_ns);
    settle(x, st);
  }
  put_s(x, "],");
  put_weights(x, weight_type(x, g), st);
  put_length(x, x->one.n);
}

/* Times of being put on a CPU, or taken off it; null for other markers. */
static void put_switches(struct firefox *x, bool on, dfmt_status *st) {
  for (size_t i = 0; i < x->one.n && *st == DFMT_OK; i++) {
    put_comma(x, i == 0);
    if (on == (x->one.list[i].weight != 0))
      put_ms(x, x->one.list[i].time_ns);
    else
      put_s(x, "null");
    settle(x, st);
  }
}

/* The begin and end of each time on a CPU are separate markers, which the viewer pairs. */
static void put_markers(struct firefox *x, const char *name, dfmt_status *st) {
  const size_t n = x->one.n;
  put_s(x, ",\"markers\":{\"startTime\":[");
  put_switches(x, true, st);
  put_s(x, "],\"endTime\":[");
  put_switches(x, false, st);
  put_s(x, "],\"phase\":[");
  for (size_t i = 0; i < n; i++) put_number(x, i == 0, x->one.list[i].weight ? 2 : 3);
  put_s(x, "]");
  put_same(x, "name", n, name);
  put_same(x, "data", n, "{\"type\":\"OnCPU\"}");
  put_same(x, "category", n, "0");
  put_length(x, n);
}

/* A label as UTF-8, as a text of the view. */
static dfmt_str label(struct firefox *x, uint32_t text) {
  uint32_t number = 0;
  x->good = x->good && dfmto_profile_view_text(x->op, &x->view, dfmto_profile_label_text(x->op, text), &number);
  return text_at(x, number);
}

/* "RenderThread, cpu-clock" */
static void put_name(struct firefox *x, const struct dfmto_profile_group *g) {
  char name[1600]; /* two labels, of which each byte may become three */
  const uint32_t of = x->p->group & DFMT_PROFILE_BY_HEAP ? g->heap : g->thread;
  dfmt_str thread = label(x, of);
  size_t n = (size_t)thread.len;
  memcpy(name, thread.ptr, n);
  if (x->many_kinds || n == 0) {
    static const dfmt_str heap = {"inuse_space", 11};
    dfmt_str kind = is_heap(x) ? heap : label(x, x->p->store.measures[g->measure].name);
    if (n) memcpy(name + n, ", ", 2);
    n += n ? 2 : 0;
    memcpy(name + n, kind.ptr, (size_t)kind.len);
    n += (size_t)kind.len;
  }
  put_text(x, (dfmt_str){name, n});
}

static void put_head(struct firefox *x, const struct dfmto_profile_group *g) {
  put_s(x, "{\"processType\":\"default\",\"processStartupTime\":");
  put_ms(x, x->p->store.first_ns);
  put_s(x, ",\"processShutdownTime\":null,\"registerTime\":");
  put_ms(x, x->p->store.first_ns);
  put_s(x, ",\"unregisterTime\":null,\"pausedRanges\":[],\"showMarkersInTimeline\":false,\"name\":");
  put_name(x, g);
  if (g->process) put_s(x, ",\"processName\":");
  if (g->process) put_text(x, label(x, g->process));
  dfmto_profile_put_f(&x->d, ",\"isMainThread\":%s,\"pid\":\"%" PRId32 "\",\"tid\":%" PRId32,
                      g->thread_id == g->process_id ? "true" : "false", g->process_id, g->thread_id);
}

static void put_threads(struct firefox *x, const char *on_cpu, dfmt_status *st) {
  put_s(x, ",\"threads\":[");
  for (size_t i = 0; i < x->n_tracks && *st == DFMT_OK; i++) {
    const uint32_t group = x->tracks[i].group;
    const struct dfmto_profile_group *g = &x->p->store.groups[group];
    put_s(x, i ? ",\n" : "\n");
    put_head(x, g);
    gather(x, &x->samples, group);
    put_samples(x, g, st);
    gather(x, &x->switches, group);
    put_markers(x, on_cpu, st);
    put_s(x, "}");
    settle(x, st);
  }
  put_s(x, "\n]}\n");
}

/* ---- the whole ---- */

static dfmt_status make(struct firefox *x) {
  dfmt_status st = dfmto_profile_view_make(x->op, &x->view);
  if (st != DFMT_OK) return st;
  make_stacks(x);
  make_samples(x);
  make_grouped(x, &x->samples, x->p->store.samples.n ? &x->p->store.samples : &x->made);
  make_grouped(x, &x->switches, &x->p->store.switches);
  if (x->good) make_tracks(x);
  if (dfmti_stopped(&x->op->mem)) return dfmti_fail_stopped(&x->op->err);
  return x->good ? DFMT_OK : dfmto_no_memory(x->op);
}

static dfmt_status put_all(struct firefox *x) {
  static const dfmt_str word = {"On CPU", 6};
  uint32_t number;
  char on_cpu[16];
  dfmt_status st = DFMT_OK;
  if (!dfmto_profile_view_text(x->op, &x->view, word, &number)) return dfmto_no_memory(x->op);
  snprintf(on_cpu, sizeof on_cpu, "%" PRIu32, number);
  put_meta(x);
  put_shared(x, &st);
  put_threads(x, on_cpu, &st);
  return st == DFMT_OK ? dfmto_profile_flush(&x->d, true) : st;
}

static void free_list(struct firefox *x, struct list *l) {
  dfmti_table_free(&x->op->mem, &l->table);
  dfmti_buf_free(&x->op->mem, &l->keys);
}

static void free_grouped(struct firefox *x, struct grouped *c) {
  free_array(x, c->ends, x->p->store.n_groups, sizeof *c->ends);
  free_array(x, c->list, c->n, sizeof *c->list);
}

static void free_all(struct firefox *x) {
  struct dfmti_mem *m = &x->op->mem;
  free_grouped(x, &x->samples);
  free_grouped(x, &x->switches);
  free_array(x, x->stack_of, tree_of(x)->n, sizeof *x->stack_of);
  free_array(x, x->tracks, x->p->store.n_groups, sizeof *x->tracks);
  free_list(x, &x->functions);
  free_list(x, &x->files);
  dfmto_profile_samples_free(m, &x->made);
  dfmto_profile_tree_free(m, &x->stacks);
  dfmto_profile_view_free(m, &x->view);
  dfmti_buf_free(m, &x->d.out);
}

dfmt_status dfmto_profile_write_firefox(dfmt_op *op, dfmt_sink *to) {
  struct firefox x = {.op = op, .p = op->state, .d = {.op = op, .to = to}, .good = true};
  dfmt_status st = make(&x);
  if (st == DFMT_OK) st = put_all(&x);
  free_all(&x);
  return st;
}
