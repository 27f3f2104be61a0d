/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "member.h"
#include "options.h"
#include "text.h"

static const char *temporary_directory(void) {
  const char *dir = getenv("TMPDIR");
  return dir && *dir ? dir : "/tmp";
}

/* A file without a name; -1 with errno. */
static int temporary_file(void) {
  const char *dir = temporary_directory();
  size_t size = strlen(dir) + sizeof "/diagfmt.XXXXXX";
  char *path = tool_realloc(NULL, size);
  int fd;
  do {
    snprintf(path, size, "%s/diagfmt.XXXXXX", dir);
    fd = mkstemp(path);
  } while (fd < 0 && errno == EINTR && !interrupted());
  int saved = errno;
  if (fd >= 0) {
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    unlink(path);
  }
  tool_realloc(path, 0);
  errno = saved;
  return fd;
}

int plan_temporary_file(struct tool *t, const struct input *in) {
  int fd = temporary_file();
  if (fd < 0)
    report(t, CODE_IO, in->name, "cannot make a temporary file in %s: %s", temporary_directory(), strerror(errno));
  return fd;
}

static bool write_all(int fd, const char *p, size_t len) {
  while (len) {
    ssize_t n = write(fd, p, len);
    if (n == 0) errno = EIO;
    if (n == 0 || (n < 0 && errno != EINTR)) return false;
    if (n > 0) {
      p += n;
      len -= (size_t)n;
    }
  }
  return true;
}

/* Copies a source to a temporary file, as far as it can be read. */
static bool spool(struct plan *p, dfmt_source *from, dfmt_source **to) {
  static char buf[65536];
  uint64_t got = 0;
  dfmt_status st;
  int fd = temporary_file();
  bool written = fd >= 0;
  while (written && (st = dfmt_source_read(from, buf, sizeof buf, &got)) == DFMT_OK)
    written = write_all(fd, buf, (size_t)got);
  if (!written) {
    report(p->t, CODE_IO, p->in->name, "cannot keep it in a temporary file in %s: %s", temporary_directory(),
           strerror(errno));
    if (fd >= 0) close(fd);
    return false;
  }
  if (st != DFMT_END) {
    p->whole = false;
    p->unreadable = dfmt_source_error(from)->status == DFMT_E_IO;
    report_error(p->t, &(struct place){.file = p->in->name, .in = p->in}, dfmt_source_error(from));
  }
  lseek(fd, 0, SEEK_SET);
  if (dfmt_source_fd(p->t->config, fd, 1, to) != DFMT_OK) tool_no_memory();
  return true;
}

static dfmt_source *slice(struct plan *p, dfmt_source *from, uint64_t offset, uint64_t len) {
  dfmt_source *s = NULL;
  if (dfmt_source_slice(p->t->config, from, offset, len, &s) != DFMT_OK) tool_no_memory();
  return s;
}

static dfmt_source *plan_source(struct plan *p) { return slice(p, p->input, 0, UINT64_MAX); }

void plan_open(struct plan *p, struct walk *w, dfmt_reader *r) {
  dfmt_source *s = plan_source(p);
  walk_open_part(w, p->t, p->in, r, s, p->format->id, 0, 0);
  dfmt_source_free(s);
}

/*
 * Finds the format, and whether the input is wrapped. What is wrong with its bytes will be found again, but the system
 * may have failed just this once. false: it did, or there is no table for the format; which was reported.
 */
static bool look_at(struct plan *p) {
  struct walk w;
  const dfmt_event *ev;
  uint64_t wrapper = 0, format = 0;
  dfmt_source *s = plan_source(p);
  walk_open_part(&w, p->t, p->in, p->t->reader, s, p->t->format, 0, 0);
  w.quiet = true;
  (void)walk_next(&w, &ev);
  (void)dfmt_reader_stat(p->t->reader, DFMT_STAT_WRAPPER, &wrapper);
  (void)dfmt_reader_stat(p->t->reader, DFMT_STAT_FORMAT, &format);
  p->format = tool_format_find((uint32_t)format);
  p->wrapped = wrapper != DFMT_WRAPPER_NONE;
  dfmt_source_free(s);
  bool lacks_table = format && !p->format;
  return !lacks_table && !is_system_failure(dfmt_reader_error(w.reader)->status);
}

/* Makes p->input. */
static bool take_input(struct plan *p) {
  if (!p->in->seekable) return spool(p, p->in->source, &p->input);
  p->input = slice(p, p->in->source, 0, UINT64_MAX);
  return true;
}

/* Makes p->bytes. */
static bool take_bytes(struct plan *p) {
  if (!p->wrapped) {
    p->bytes = plan_source(p);
    return true;
  }
  dfmt_source *from = plan_source(p), *s = NULL;
  if (dfmt_source_unwrap(p->t->config, from, &s) != DFMT_OK) tool_no_memory();
  bool good = spool(p, s, &p->bytes);
  dfmt_source_free(s);
  dfmt_source_free(from);
  return good;
}

/* Passes over the value, so that its end is known. */
static void settle(struct walk *w, const dfmt_event *ev, struct entry *e) {
  const void *ptr;
  uint64_t len;
  (void)dfmt_payload_mode(w->reader, DFMT_PAYLOAD_RAW);
  while (dfmt_payload_chunk(w->reader, &ptr, &len) == DFMT_OK && !tool_stopped()) continue;
  const dfmt_error *x = dfmt_reader_error(w->reader);
  w->failed = is_no_damage(x->status);
  if (x->status < 0) walk_fault(w, NULL, (dfmt_str){NULL, 0});
  e->length = ev->length ? ev->length : UINT64_MAX;
}

/* Reports a diagnostic; true if the event is one. */
static bool note_diagnostic(struct plan *p, struct walk *w, const dfmt_event *ev) {
  const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
  if (d) report_diagnostic(p->t, &w->place, d);
  return d != NULL;
}

static bool list_entries(struct plan *p) {
  struct walk w;
  const dfmt_event *ev;
  dfmt_str key;
  uint64_t limit = option_value(p->t, DFMT_CFG_MAX_TABLE);
  dfmt_source *all = slice(p, p->bytes, 0, UINT64_MAX);
  walk_open_part(&w, p->t, p->in, p->reader, all, input_format(p->t, p->in), 0, 0);
  dfmt_source_free(all);
  while (walk_next(&w, &ev)) {
    if (note_diagnostic(p, &w, ev) || !w.format->key(ev, &key)) continue;
    struct entry e = {.offset = ev->offset, .line = member_number(ev->body, "line")};
    if (p->index.n && p->index.list[p->index.n - 1].length == UINT64_MAX)
      p->index.list[p->index.n - 1].length = ev->offset - p->index.list[p->index.n - 1].offset;
    struct index *x = &p->index;
    if (!index_add(x, &e, key, limit)) {
      report(p->t, CODE_DAMAGED, p->in->name, "more entries than --max-table=%" PRIu64 " has room for; raise it",
             limit);
      w.failed = p->unreadable = true;
      break;
    }
    settle(&w, ev, &x->list[x->n - 1]);
  }
  p->format = w.format;
  p->unreadable = p->unreadable || is_no_damage(dfmt_reader_error(p->reader)->status);
  return !w.failed;
}

bool plan_begin(struct plan *p, struct tool *t, struct input *in) {
  *p = (struct plan){.t = t, .in = in, .whole = true};
  if (take_input(p) && look_at(p)) return true;
  p->unreadable = true;
  return p->whole = false;
}

bool plan_list(struct plan *p) {
  if (p->format && p->format->linked) {
    report(p->t, CODE_USAGE, p->in->name, "%s: its entries cannot be put in another order, or read one by one",
           dfmt_format_name(p->format->id));
    p->unreadable = true;
    return p->whole = false;
  }
  if (!take_bytes(p)) {
    p->unreadable = true;
    return p->whole = false;
  }
  if (dfmt_reader_new(p->t->plain, &p->reader) != DFMT_OK) tool_no_memory();
  bool listed = list_entries(p);
  index_seal(&p->index);
  p->whole = p->whole && listed && !tool_stopped();
  return p->whole;
}

bool plan_entry(struct plan *p, const struct entry *e, struct walk *w, const dfmt_event **ev) {
  dfmt_str key;
  dfmt_source *part = slice(p, p->bytes, e->offset, e->length);
  walk_open_part(w, p->t, p->in, p->reader, part, p->format->id, e->offset, e->line);
  dfmt_source_free(part);
  while (walk_next(w, ev)) /* diagnostics were reported by the first pass */
    if (w->format->key(*ev, &key)) return true;
  return false;
}

void plan_free(struct plan *p) {
  dfmt_reader_free(p->reader);
  dfmt_source_free(p->bytes);
  dfmt_source_free(p->input);
  index_free(&p->index);
}
