/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>

#include "rewrite.h"

struct tally {
  uint64_t whole, cut, dropped;
};

static void tell(struct plan *p, const struct entry *e, const char *what) {
  report_at(p->t, CODE_DAMAGED, &(struct place){.file = p->in->name, .key = e->key.ptr, .key_len = e->key.len}, e->line,
            e->offset, "%s", what);
}

/* Says what became of an entry that is not copied, and counts it. */
static void tell_anew(struct plan *p, const struct entry *e, bool damaged, struct tally *n) {
  char text[64] = "written anew: other programs refuse it as it was";
  if (damaged) snprintf(text, sizeof text, "cut: %" PRIu64 " bytes of its value are kept", e->decoded);
  tell(p, e, text);
  *(damaged ? &n->cut : &n->whole) += 1;
}

/* Sound entries are copied as they are; of damaged values what can be decoded is written anew. */
static void mend(struct rewrite *x, struct plan *p, const struct entry *e, struct tally *n) {
  struct walk w;
  const dfmt_event *ev;
  bool damaged = e->status < 0 && !e->unseen;
  if (e->unusable || (damaged && e->decoded == 0)) {
    tell(p, e, e->unusable ? "dropped: not a valid key" : "dropped: nothing of its value can be decoded");
    n->dropped++;
    return;
  }
  if (!plan_entry(p, e, &w, &ev)) {
    x->failed = true;
    return;
  }
  x->known = damaged;
  if (damaged || e->unfit) {
    rewrite_anew(x, &w, ev, e->key, e->decoded);
    tell_anew(p, e, damaged, n);
    return;
  }
  rewrite_copy(x, &w, ev, e->key);
  n->whole++;
}

static void by_entries(struct rewrite *x, struct plan *p) {
  struct tally n = {0};
  (void)plan_list(p, PLAN_CHECK, NULL, NULL);
  uint32_t format = p->format ? p->format->id : 0;
  x->failed = p->unreadable;
  for (size_t i = 0; i < p->index.n && !x->failed && !tool_stopped(); i++) mend(x, p, &p->index.list[i], &n);
  bool damaged = x->t->file_code != CODE_FINE;
  rewrite_close(x, format);
  if (damaged && format && !x->failed && !x->t->set.quiet && !tool_stopped())
    report(x->t, CODE_DAMAGED, x->in->name,
           "repaired: %" PRIu64 " entries whole, %" PRIu64 " cut, %" PRIu64 " dropped, %" PRIu64 " bytes passed over",
           n.whole, n.cut, n.dropped, p->skipped);
}

static void one(struct tool *t, struct input *in) {
  struct rewrite x;
  struct plan p;
  if (!rewrite_open(&x, t, in)) return;
  if (!plan_begin(&p, t, in) || rewrite_refuses(&x, p.format)) {
    x.failed = true;
    rewrite_close(&x, 0);
  } else if (p.format && p.format->repair) {
    p.format->repair->run(&x, &p);
  } else {
    by_entries(&x, &p);
  }
  plan_free(&p);
}

static void prepare(struct tool *t) { t->way = WAY_EVENTS; }

static void run(struct tool *t) {
  if (!rewrite_setup(t, false)) return;
  each_file(t, 0, one);
  rewrite_done();
  report_summary(t, false);
}

static const struct opt options[] = {{"output", 'o', OPT_TEXT, offsetof(struct settings, output), "FILE",
                                      "write to FILE, which appears when it is complete"},
                                     {"directory", 'C', OPT_TEXT, offsetof(struct settings, directory), "DIR",
                                      "write new files in DIR, named as the FILEs are"},
                                     {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_repair = {
    .name = "repair",
    .operands = "[FILE]...",
    .summary = "write the intact part of a damaged file as a complete file",
    .text =
        "Copies every intact entry as it is, and completes the file. Of a damaged value\n"
        "the part that can be decoded is written. What is lost is reported on standard\n"
        "error, exit code 1; an undamaged file is copied byte for byte.\n",
    .run = run,
    .by_entries = true,
    .prepare = prepare,
    .options = options,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_WRITER,
    .presets = {{DFMT_CFG_RECOVER, 1}},
    .examples = {{"diagfmt repair -o good.crash cut.crash", "the intact part of a report that was cut off"},
                 {"diagfmt repair -C mended *.crash", "each to a file of its name in mended/"},
                 {"diagfmt repair report.crash | diagfmt info", "what is left of it"}},
};
