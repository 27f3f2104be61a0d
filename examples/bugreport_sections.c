/* SPDX-License-Identifier: MIT */
/*
 * Lists the slowest sections of an Android bug report, as a zip, a text, or a text in gzip: bugreport_sections FILE
 *
 * A section's duration, size and the result of its command are known at its end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

enum { MOST = 4096, TITLE = 48 }; /* sections beyond the first MOST are only counted */

struct section {
  char title[TITLE];
  uint64_t us, bytes, index;
  uint32_t result;
};

struct sections {
  struct section list[MOST];
  size_t n;
  uint64_t more;
};

/* A title may contain any bytes. */
static void copy_plain(char *out, dfmt_str s) {
  size_t n = s.len < TITLE - 1 ? (size_t)s.len : TITLE - 1;
  for (size_t i = 0; i < n; i++) out[i] = s.ptr[i] >= ' ' && s.ptr[i] <= '~' ? s.ptr[i] : '?';
  out[n] = '\0';
}

static void add(struct sections *s, const dfmt_bugreport_section_end *e) {
  if (s->n == MOST) {
    s->more++;
    return;
  }
  struct section *x = &s->list[s->n++];
  *x = (struct section){.us = e->duration_us, .bytes = e->body_size, .index = e->number, .result = e->result};
  copy_plain(x->title, e->title);
}

/* Some durations come after their section's end. */
static void add_late(struct sections *s, const dfmt_bugreport_duration *d) {
  if (!(d->present & DFMT_BUGREPORT_DURATION_HAS_SECTION_NUMBER)) return;
  for (size_t i = s->n; i-- > 0;)
    if (s->list[i].index == d->section_number) {
      s->list[i].us = d->duration_us;
      return;
    }
}

static dfmt_status collect(dfmt_reader *r, struct sections *s) {
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_bugreport_section_end *end = dfmt_event_bugreport_section_end(ev);
    const dfmt_bugreport_duration *late = dfmt_event_bugreport_duration(ev);
    if (end) add(s, end);
    if (late) add_late(s, late);
  }
  return st == DFMT_END ? DFMT_OK : st;
}

static int by_duration(const void *a, const void *b) {
  const struct section *x = a, *y = b;
  if (x->us != y->us) return x->us < y->us ? 1 : -1;
  return (x->index > y->index) - (x->index < y->index);
}

static void show(struct sections *s) {
  qsort(s->list, s->n, sizeof *s->list, by_duration);
  for (size_t i = 0; i < s->n; i++) {
    const struct section *x = &s->list[i];
    const char *how = dfmt_type_word(DFMT_TYPE_BUGREPORT_RESULT, x->result);
    printf("%10.3f s %10llu bytes  %-9s  %s\n", (double)x->us / 1e6, (unsigned long long)x->bytes, how ? how : "?",
           x->title);
  }
  if (s->more) printf("and %llu more\n", (unsigned long long)s->more);
}

int main(int argc, char **argv) {
  dfmt_config *config = NULL;
  dfmt_source *source = NULL;
  dfmt_reader *r = NULL;
  struct sections *s = calloc(1, sizeof *s);
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2) {
    fprintf(stderr, "usage: bugreport_sections FILE\n");
    free(s);
    return 2;
  }
  /* Without services a section's text is one piece, with fewer markers to look for. */
  if (s && dfmt_config_new(&config) == DFMT_OK && dfmt_config_set(config, DFMT_CFG_BUGREPORT_SERVICES, 0) == DFMT_OK &&
      dfmt_source_path(NULL, argv[1], &source) == DFMT_OK && dfmt_reader_new(config, &r) == DFMT_OK &&
      dfmt_reader_open(r, DFMT_BUGREPORT, source) == DFMT_OK) {
    st = collect(r, s);
    show(s); /* for a damaged report, the sections before the damage */
    if (st != DFMT_OK) fprintf(stderr, "bugreport_sections: %s: %s\n", argv[1], dfmt_reader_error(r)->message);
  }
  dfmt_reader_free(r);
  dfmt_source_free(source);
  dfmt_config_free(config);
  free(s);
  return st == DFMT_OK ? 0 : 1;
}
