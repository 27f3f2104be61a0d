/* SPDX-License-Identifier: MIT */
#include "rewrite.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interrupt.h"
#include "options.h"
#include "text.h"

static int directory = -1; /* of -C */

bool rewrite_setup(struct tool *t, bool one_for_all) {
  const struct settings *s = &t->set;
  const char *name = t->command->name;
  int ways = (s->output != NULL) + (s->directory != NULL) + (s->append_to != NULL);
  if (ways > 1) {
    report(t, CODE_USAGE, name, "give only one of --output, --directory and --append-to");
    return false;
  }
  if ((s->hide || s->keep_times) && !s->append_to) {
    report(t, CODE_USAGE, name, "--hide and --keep-times go with --append-to");
    return false;
  }
  if (!one_for_all && many_files(t, 0) && !s->directory && !s->append_to) {
    report(t, CODE_USAGE, name, "several FILEs need a directory for their outputs: --directory=DIR");
    return false;
  }
  if (!s->directory) return true;
  if (mkdir(s->directory, 0777) == 0 || errno == EEXIST)
    directory = interrupt_open(s->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) report(t, CODE_IO, s->directory, "cannot make or open directory: %s", strerror(errno));
  return directory >= 0;
}

void rewrite_done(void) {
  if (directory >= 0) close(directory);
}

/* false: `path` is the input itself, or that cannot be told; which was reported. */
static bool can_append(struct tool *t, const struct input *in, const char *path) {
  struct stat a, b;
  const struct input *outermost = in;
  while (outermost->outer) outermost = outermost->outer;
  bool looked = fstat(outermost->fd, &a) == 0 && stat(path, &b) == 0;
  if (!looked && errno == ENOENT) return true; /* the sink says so, unless there is more to be said */
  if (!looked) {
    report(t, CODE_IO, path, "cannot look at it: %s", strerror(errno));
    return false;
  }
  if (a.st_dev != b.st_dev || a.st_ino != b.st_ino) return true;
  report(t, CODE_USAGE, in->name, "a file cannot be appended to itself");
  return false;
}

bool rewrite_open(struct rewrite *x, struct tool *t, struct input *in) {
  *x = (struct rewrite){.t = t, .in = in};
  dfmt_sink *sink = NULL;
  if (t->set.directory) {
    const char *name = input_base_name(in);
    if (!dfmt_name_is_safe(name, strlen(name))) {
      report(t, CODE_IO, in->name, "no file of this name will be made");
      return false;
    }
    dfmt_status st = dfmt_sink_in(t->config, directory, name, strlen(name), &sink);
    output_take(&x->out, st, sink, in->name);
  } else if (t->set.append_to) {
    if (!can_append(t, in, t->set.append_to)) return false;
    uint32_t flags =
        (t->set.hide ? (uint32_t)DFMT_APPEND_HIDE : 0) | (t->set.keep_times ? (uint32_t)DFMT_APPEND_KEEP_TIMES : 0);
    dfmt_status st = dfmt_sink_append(t->config, t->set.append_to, flags, &sink);
    output_take(&x->out, st, sink, t->set.append_to);
  } else if (!output_open(t, &x->out, t->set.output)) {
    return false;
  }
  x->config = options_config(t);
  return true;
}

/* Damage of the input and refusals of the writer can be lived with, if --recover says so; nothing else. */
static void fault(struct rewrite *x, struct walk *w, dfmt_str key, const dfmt_error *e) {
  struct place where = w->place;
  where.out = &x->out;
  where.key = key.len ? key.ptr : NULL;
  where.key_len = key.len;
  bool fatal = tool_stopped() || e->origin == DFMT_ORIGIN_SINK || is_no_damage(e->status);
  if (!fatal && x->known) return;
  report_error(x->t, &where, e);
  x->failed = x->failed || fatal || !option_value(x->t, DFMT_CFG_RECOVER);
}

/* The format of an event: opaque ones are of the file's. */
static uint32_t format_of(const struct walk *w, const dfmt_event *ev) {
  return w->format ? w->format->id : ev->type >> 16;
}

/* The writer begins when the format is known; first: its first event, NULL: there is none. */
static bool begin(struct rewrite *x, struct walk *w, uint32_t format, const dfmt_event *first) {
  if (x->format) return true;
  const struct tool_format *f = tool_format_find(format);
  if (f && f->linked && x->t->set.append_to) {
    report(x->t, CODE_USAGE, x->in->name, "cannot append to a file of %s", dfmt_format_name(format));
    x->failed = true;
    return false;
  }
  if (f && f->convert->prepare) f->convert->prepare(first, x->config);
  if (dfmt_writer_new(x->config, &x->writer) != DFMT_OK) tool_no_memory();
  if (dfmt_writer_open(x->writer, format, 0, x->out.sink) != DFMT_OK) {
    report_error(x->t, &(struct place){.file = w->in->name, .out = &x->out}, dfmt_writer_error(x->writer));
    x->failed = true;
    return false;
  }
  x->format = format;
  return true;
}

bool rewrite_begin(struct rewrite *x, struct walk *w, const dfmt_event *ev, const dfmt_head *body, uint32_t mode,
                   dfmt_str key) {
  if (!begin(x, w, format_of(w, ev), ev)) return false;
  if (dfmt_writer_begin(x->writer, body, mode) == DFMT_OK) return true;
  fault(x, w, key, dfmt_writer_error(x->writer));
  return false;
}

/* Piece by piece, as a signal must be able to stop a small input that decodes to a large output. */
bool rewrite_read(struct rewrite *x, struct walk *w, const void **ptr, uint64_t *len, dfmt_str key) {
  dfmt_status st = tool_stopped() ? DFMT_END : dfmt_payload_chunk(w->reader, ptr, len);
  if (st < 0) fault(x, w, key, dfmt_reader_error(w->reader));
  return st == DFMT_OK;
}

bool rewrite_more(struct rewrite *x, struct walk *w, const void *ptr, uint64_t len, dfmt_str key) {
  uint64_t taken;
  if (x->failed || dfmt_writer_payload(x->writer, ptr, len, &taken) == DFMT_OK) return !x->failed;
  fault(x, w, key, dfmt_writer_error(x->writer));
  return false;
}

void rewrite_end(struct rewrite *x, struct walk *w, dfmt_str key) {
  if (!x->failed && !tool_stopped() && dfmt_writer_end(x->writer) != DFMT_OK)
    fault(x, w, key, dfmt_writer_error(x->writer));
}

void rewrite_value(struct rewrite *x, struct walk *w, const dfmt_event *ev, const dfmt_head *body, dfmt_str key,
                   uint64_t most) {
  const void *ptr;
  uint64_t len;
  if (!rewrite_begin(x, w, ev, body, DFMT_PAYLOAD_DECODED, key)) return;
  while (most && rewrite_read(x, w, &ptr, &len, key)) {
    if (len > most) len = most;
    most -= len;
    if (!rewrite_more(x, w, ptr, len, key)) break;
  }
  rewrite_end(x, w, key);
}

void rewrite_anew(struct rewrite *x, struct walk *w, const dfmt_event *ev, dfmt_str key, uint64_t most) {
  union body body;
  w->format->convert->anew(ev, &body);
  rewrite_value(x, w, ev, &body.head, key, most);
}

bool rewrite_refuses(struct rewrite *x, const struct tool_format *f) {
  if (!f || f->convert) return false;
  report(x->t, CODE_USAGE, x->in->name, "this version reads files of %s, but does not write them",
         dfmt_format_name(f->id));
  return x->failed = true;
}

void rewrite_copy(struct rewrite *x, struct walk *w, const dfmt_event *ev, dfmt_str key) {
  if (begin(x, w, format_of(w, ev), ev) && dfmt_writer_copy(x->writer, w->reader, ev) != DFMT_OK)
    fault(x, w, key, dfmt_writer_error(x->writer));
}

void rewrite_put(struct rewrite *x, struct walk *w, const dfmt_event *ev, const dfmt_head *body, dfmt_str key) {
  if (begin(x, w, format_of(w, ev), ev) && dfmt_writer_put(x->writer, body) != DFMT_OK)
    fault(x, w, key, dfmt_writer_error(x->writer));
}

void rewrite_verbatim(struct rewrite *x, dfmt_source *s) {
  static char buf[65536];
  uint64_t got = 0;
  dfmt_status st = DFMT_OK;
  while (!tool_stopped() && (st = dfmt_source_read(s, buf, sizeof buf, &got)) == DFMT_OK)
    put(x->out.sink, buf, got); /* what a sink that failed has to say, committing it says */
  if (st < 0) report_error(x->t, &(struct place){.file = x->in->name, .in = x->in}, dfmt_source_error(s));
  if (st >= 0 && !tool_stopped())
    output_commit(x->t, &x->out);
  else
    output_drop(&x->out);
  dfmt_config_free(x->config);
}

void rewrite_end_output(struct rewrite *x, bool good) {
  dfmt_config_free(x->config);
  if (good && !tool_stopped())
    output_commit(x->t, &x->out);
  else
    output_drop(&x->out);
}

void rewrite_close(struct rewrite *x, uint32_t format) {
  struct walk nothing = {.t = x->t, .in = x->in, .place = {.file = x->in->name, .in = x->in}};
  if (!x->failed && !tool_stopped() && format && begin(x, &nothing, format, NULL) &&
      dfmt_writer_finish(x->writer) != DFMT_OK)
    fault(x, &nothing, (dfmt_str){NULL, 0}, dfmt_writer_error(x->writer));
  dfmt_writer_free(x->writer);
  dfmt_config_free(x->config);
  bool system = x->t->file_code == CODE_IO; /* it failed in a pass that told nothing of what it met */
  if (x->failed || system || tool_stopped() || !x->format)
    output_drop(&x->out);
  else
    output_commit(x->t, &x->out);
}
