/* SPDX-License-Identifier: MIT */
/* Apport reports: standard values are well-formed, and fields that the ProblemType requires exist. */
#include <string.h>

#include <diagfmt/apport.h>

#include "verify.h"

enum { KEYS = 256 }; /* at least the number of standard keys */

struct state {
  uint32_t problem; /* DFMT_APPORT_PROBLEM_* bit, 0: unknown */
  uint32_t at;      /* the next standard key to check, plus 1; 0: the ProblemType */
  bool seen[KEYS];
};

static const char problem_type[] = "ProblemType";

static bool entry(const dfmt_event *ev, dfmt_str *key, uint64_t *line) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (!f) return false;
  *key = f->key;
  *line = f->line;
  return true;
}

static void see(struct state *s, const dfmt_apport_key *key) {
  const dfmt_apport_key *k;
  for (uint32_t i = 0; key && i < KEYS && (k = dfmt_apport_key_at(i)) != NULL; i++)
    if (k == key) s->seen[i] = true;
}

static void event(void *user, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_str *value) {
  struct state *s = user;
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (!f) return;
  const dfmt_apport_key *key = dfmt_apport_key_find(f->key.ptr, f->key.len);
  const struct dfmto_verify_at at = {ev, f->line, f->key};
  see(s, key);
  if (!value) return;
  if (key && strcmp(key->name, problem_type) == 0) {
    s->problem = dfmt_apport_problem(value->ptr, value->len);
    if (!s->problem) dfmto_verify_tell(v, DFMT_SEVERITY_NOTE, at, "not a problem type in use");
  }
  if (dfmt_apport_value_is_valid(key, value->ptr, value->len)) return;
  const char *form = dfmt_type_word(DFMT_TYPE_APPORT_VALUE, key->value);
  dfmto_verify_tell(v, DFMT_SEVERITY_WARNING, at, "not a well-formed value (%s)", form ? form : "?");
}

static void tell_missing(struct dfmto_verify *v, const char *name) {
  dfmto_verify_tell(v, DFMT_SEVERITY_WARNING, (struct dfmto_verify_at){.place = {name, strlen(name)}},
                    "this key is missing");
}

/* The ProblemType is checked first. */
static bool finish(void *user, struct dfmto_verify *v) {
  struct state *s = user;
  const dfmt_apport_key *key;
  bool first = s->at == 0;
  for (uint32_t i = first ? 0 : s->at - 1; i < KEYS && (key = dfmt_apport_key_at(i)) != NULL; i++) {
    bool is_type = strcmp(key->name, problem_type) == 0;
    bool wanted = first ? is_type : !is_type && key->required & s->problem;
    s->at = i + 1;
    if (!dfmto_verify_has_room(v)) return false;
    if (wanted && !s->seen[i]) tell_missing(v, key->name);
  }
  s->at = 1;
  return !first;
}

extern const struct dfmto_verify_format dfmto_verify_apport;
const struct dfmto_verify_format dfmto_verify_apport = {
    .format = DFMT_APPORT, .state_size = sizeof(struct state), .entry = entry, .event = event, .finish = finish};
