/* SPDX-License-Identifier: MIT */
/* What the tool knows of each format beyond what events tell by themselves: one table a format. */
#ifndef FORMATS_H
#define FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/diagfmt.h>

#include "tool.h"

struct buffer;
struct entry;
struct stacks;
struct walk;

/*
 * Of a format whose records are calls, or named and `unnumbered`: what --calls, --frames, --thread and --grep look at.
 */
struct facts {
  uint64_t number, thread;
  bool has_thread;
  dfmt_str name;
  const void *name_id; /* equal ones have one name, as long as the file is open; NULL: not known */
  bool last;           /* nothing more comes of this call */
  bool ends_frame, draws, sets_target;
};

/* `cat`, where entries have parts that are called by name. */
struct cat_ops {
  /* Writes what `key` means of this event; false: it means another one. *wrong: why no event can have it, static. */
  bool (*event)(struct walk *w, const dfmt_event *ev, const char *key, const struct output *out, const char **wrong);
};

/* `options`: the string that makes a program write this format. */
struct options_ops {
  void (*list)(struct tool *t, dfmt_sink *to);
  void (*explain)(struct tool *t, const char *text, dfmt_sink *to);
};

/* A library option that makes a format's reader read in one way. */
struct way_option {
  uint32_t key; /* of the format's own; 0: none */
  uint64_t value;
  bool in_one_piece; /* however large values are, they come with their event */
};

struct tool_format {
  uint32_t id;
  struct way_option ways[N_WAYS];
  bool unnumbered; /* facts tell threads and names only */
  bool linked;     /* an entry cannot be read without those before it, and many have one key */
  /* What is known of a call; NULL: this format has none. false: the event is none. */
  bool (*facts)(const dfmt_event *ev, struct facts *out);
  const char *compression; /* the member that tells how a value is compressed; NULL: "compression" */
  /* The key by which an entry is called, valid until the next call; false: the event is none. */
  bool (*key)(const dfmt_event *ev, dfmt_str *key);
  /* true: the entry is a file; NULL: all are. */
  bool (*is_file)(const dfmt_event *ev);
  /* Sets the reader's options so that the entry of this key comes in one piece; NULL: nothing to set. */
  void (*find)(dfmt_config *c, const char *key);
  /* The last event tells that what came before was of a wrong entry, in words; NULL: it was not; none can tell. */
  const char *(*late)(const dfmt_event *ev);
  /* true: a file that begins so has entries, though it may be nothing else of this format; NULL: none but its own. */
  bool (*holds)(const unsigned char *start, size_t n);
  /* The format that an entry's value may have something of far after its first bytes; 0 or NULL: these tell. */
  uint32_t (*within)(const dfmt_event *ev);
  const struct cat_ops *cat;         /* NULL: entries by their keys */
  bool has_stacks;                   /* viewers of profiles have a use for it */
  const struct options_ops *options; /* NULL: it has no option string */
};

/* The table at a place of the list, 0 first; NULL at its end. */
const struct tool_format *tool_format_at(uint32_t index);

/* How a format is read in a way; what it does not tell apart is not told apart. */
const struct way_option *way_of(const struct tool_format *f, enum way way);

/* The table of a format; NULL if this tool has none. */
const struct tool_format *tool_format_find(uint32_t id);

/* The type of a format's words for a member ("variant", "compression"); 0 if it has none. */
uint32_t words_type(uint32_t format, const char *member);

/* The library option "FORMAT.member" that takes such words; NULL if there is none. */
const dfmt_option *words_option(uint32_t format, const char *member);

/* The number of a word in such a type. false: it has none. */
bool word_number(uint32_t type, const char *word, uint64_t *number);

extern const struct cat_ops apitrace_cat;
extern const struct tool_format apitrace_format;

extern const struct tool_format apport_format;

extern const struct tool_format bugreport_format;

extern const struct options_ops mallocdbg_options;
extern const struct tool_format mallocdbg_format;

extern const struct cat_ops simpleperf_cat;
extern const struct tool_format simpleperf_format;

#endif
