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
struct rewrite;
struct plan;
struct extraction;

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

/* `dump --native`: the text that the format's own tools write. */
struct native_ops {
  size_t state_size;
  const char *words; /* of --native=WORD, the default first, separated by '|' */
  /* plain: events are picked one by one, so that none is left out; no colours. */
  void (*begin)(void *state, struct walk *w, dfmt_sink *to, bool plain);
  /* An event that was selected. false: it cannot go on, which was reported. */
  bool (*event)(void *state, const dfmt_event *ev);
  /* Writes what is left. */
  void (*end)(void *state);
};

/* `cat`, where entries have parts that are called by name. */
struct cat_ops {
  /* Writes what `key` means of this event; false: it means another one. *wrong: why no event can have it, static. */
  bool (*event)(struct walk *w, const dfmt_event *ev, const char *key, const struct output *out, const char **wrong);
};

/* `extract`, where an event does not just hold one value under its key. */
struct extract_ops {
  size_t state_size;
  /* Calls extract_file() for each file that is in the event. */
  void (*event)(void *state, struct extraction *x, struct walk *w, const dfmt_event *ev, bool wanted);
  void (*end)(void *state);
};

/* `repair`, where that is more than copying sound entries. */
struct repair_ops {
  void (*run)(struct rewrite *x, struct plan *p);
};

/* `grep`: which events are text, and under which key. */
struct grep_ops {
  size_t state_size;
  /*
   * The key under which an event's text is shown; it lives as long as the event. *text: the text, if it is not the
   * event's value. all: entries that are not meant for reading as well. false: the event has no text.
   */
  bool (*event)(void *state, const dfmt_event *ev, bool all, dfmt_str *key, dfmt_str *text);
  void (*end)(void *state);
};

/* What `convert` was asked for. */
struct recipe {
  uint32_t variant;     /* DFMT_<FORMAT>_VARIANT_*, 0: as it is */
  uint32_t container;   /* the format's own number, 0: as it is */
  bool recode;          /* values are to be compressed as `compression` says */
  uint32_t compression; /* the format's own number */
  uint32_t log_format;  /* the format's own number, 0: as it is */
  bool sort;
};

/* Any body: large enough for all that the library makes. */
union body {
  dfmt_head head;
  unsigned char bytes[512];
};

/* A member that the format does not have is NULL. */
struct convert_ops {
  /* The writer's options for this input, by its first event. */
  void (*prepare)(const struct recipe *recipe, const dfmt_event *first, dfmt_config *writer);
  /* true: the settings want something inside of entries changed, so that the reader must tell it apart. */
  bool (*changes_parts)(const struct settings *set);
  /* true: the settings want what only the end of input that cannot seek tells; NULL: they never do. */
  bool (*needs_end)(const struct settings *set);
  bool redacts; /* --redact holds for what copy() copies */
  /* Copies an event, none a diagnostic, in a way of its own; wanted: it was selected. state: state_size zero bytes. */
  void (*copy)(void *state, struct rewrite *x, struct walk *w, const dfmt_event *ev, bool wanted);
  void (*end)(void *state);
  size_t state_size;
  /* The body with which an entry's value is written anew, compressed as the recipe says or else as it was. */
  void (*anew)(const struct recipe *recipe, const dfmt_event *ev, union body *out);
  /* true: the recipe wants it compressed in another way. */
  bool (*differs)(const struct recipe *recipe, const dfmt_event *ev);
  /* true: this variant needs its records in an order of its own, of equal keys only the last. */
  bool (*ordered)(const struct recipe *recipe);
  /* Fills what compare() needs into e->rank and e->group. */
  void (*rank)(const struct recipe *recipe, const dfmt_config *c, const dfmt_event *ev, struct entry *e);
  /* Order of the output. */
  int (*compare)(const struct entry *a, const struct entry *b);
};

/* `convert` where names must be known first: join.h. */
struct remake_ops {
  /* Writes one file of the inputs, all of this format, as the settings say. */
  void (*run)(struct rewrite *x, struct plan *const *parts, size_t n);
};

struct sampling;

/* `convert --to=VIEWER`: what was sampled. */
struct sampling_ops {
  size_t state_size;
  /* Takes an event in; wanted: it was selected. */
  void (*event)(void *state, struct sampling *p, struct walk *w, const dfmt_event *ev, bool wanted);
  /* After the last one: puts names to numbers. What is wrong in words, NULL: nothing. */
  const char *(*name)(void *state, struct sampling *p);
  void (*end)(void *state);
};

/* `options`: the string that makes a program write this format. */
struct options_ops {
  void (*list)(struct tool *t, dfmt_sink *to);
  void (*explain)(struct tool *t, const char *text, dfmt_sink *to);
};

/*
 * A column of `ls`: a member of the body by its name, or the first one that it has of several, separated by '|'; "key"
 * is the entry's key, "format" what its value is.
 */
struct column {
  const char *member, *title;
  unsigned width;
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
  bool paths;              /* keys are paths of files, with '/' between directories */
  /* The key by which an entry is called, valid until the next call; false: the event is none. */
  bool (*key)(const dfmt_event *ev, dfmt_str *key);
  /* The same, where `ls` has the line at another event, as only that tells sizes; NULL: key(). */
  bool (*listed)(const dfmt_event *ev, dfmt_str *key);
  /* true: the entry is a file; NULL: all are. */
  bool (*is_file)(const dfmt_event *ev);
  /* Sets the reader's options so that the entry of this key comes in one piece; NULL: nothing to set. */
  void (*find)(dfmt_config *c, const char *key);
  /* The last event tells that what came before was of a wrong entry, in words; NULL: it was not; none can tell. */
  const char *(*late)(const dfmt_event *ev);
  /* Why an entry cannot be used, in words; NULL: it can. */
  const char *(*unusable)(const dfmt_event *ev);
  /* true: a file that begins so has entries, though it may be nothing else of this format; NULL: none but its own. */
  bool (*holds)(const unsigned char *start, size_t n);
  /* The format that an entry's value may have something of far after its first bytes; 0 or NULL: these tell. */
  uint32_t (*within)(const dfmt_event *ev);
  /* true if no reader takes the file when this entry's value is not UTF-8; NULL: there are no such. */
  bool (*must_be_text)(const dfmt_event *ev);
  /* true if a diagnostic says that the value before it is cut, though reading it gave no error; NULL: none does. */
  bool (*says_cut)(const dfmt_diagnostic *d);
  /* true if a diagnostic says that the value before it is in a form that other programs refuse; NULL: none does. */
  bool (*says_unfit)(const dfmt_diagnostic *d);
  const struct column *columns;        /* the last has no width; ends with member NULL */
  const struct native_ops *native;     /* NULL: it has no text form */
  const struct cat_ops *cat;           /* NULL: entries by their keys */
  const struct extract_ops *extract;   /* NULL: entries by their keys */
  const struct grep_ops *grep;         /* NULL: it has no text to search */
  const struct convert_ops *convert;   /* NULL: this format cannot be written */
  const struct remake_ops *remake;     /* NULL: it has no samples to choose from, and files cannot be joined */
  const struct sampling_ops *sampling; /* NULL: viewers of profiles have no use for it */
  const struct options_ops *options;   /* NULL: it has no option string */
  const struct repair_ops *repair;     /* NULL: entry by entry */
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

extern const struct native_ops apitrace_native;
extern const struct cat_ops apitrace_cat;
extern const struct extract_ops apitrace_extract;
extern const struct convert_ops apitrace_convert;
extern const struct repair_ops apitrace_repair;
extern const struct tool_format apitrace_format;

extern const struct convert_ops apport_convert;
extern const struct tool_format apport_format;

extern const struct grep_ops bugreport_grep;
extern const struct convert_ops bugreport_convert;
extern const struct repair_ops bugreport_repair;
extern const struct tool_format bugreport_format;

extern const struct convert_ops mallocdbg_convert;
extern const struct repair_ops mallocdbg_repair;
extern const struct native_ops mallocdbg_native;
extern const struct sampling_ops mallocdbg_sampling;
extern const struct options_ops mallocdbg_options;
extern const struct tool_format mallocdbg_format;

extern const struct native_ops simpleperf_native;
extern const struct cat_ops simpleperf_cat;
extern const struct extract_ops simpleperf_extract;
extern const struct remake_ops simpleperf_remake;
extern const struct sampling_ops simpleperf_sampling;
extern const struct convert_ops simpleperf_convert;
extern const struct repair_ops simpleperf_repair;
extern const struct tool_format simpleperf_format;

#endif
