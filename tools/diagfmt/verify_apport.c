/* SPDX-License-Identifier: MIT */
/* Apport reports: standard values are well-formed, and what the ProblemType demands is there. */
#include <string.h>

#include "formats.h"
#include "verify.h"

struct state {
  uint32_t problem; /* DFMT_APPORT_PROBLEM_* bit, 0: unknown */
};

static void event(void *user, struct verify *v, const dfmt_event *ev, const void *value, uint64_t len) {
  struct state *s = user;
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (!f || !value) return;
  const dfmt_apport_key *key = dfmt_apport_key_find(f->key.ptr, f->key.len);
  if (key && strcmp(key->name, "ProblemType") == 0) {
    s->problem = dfmt_apport_problem(value, len);
    if (!s->problem) verify_problem(v, DFMT_SEVERITY_NOTE, f->line, ev->offset, f->key, "not a problem type in use");
  }
  if (dfmt_apport_value_is_valid(key, value, len)) return;
  const char *form = dfmt_type_word(words_type(DFMT_APPORT, "value"), key->value);
  verify_problem(v, DFMT_SEVERITY_WARNING, f->line, ev->offset, f->key, "not a well-formed value (%s)",
                 form ? form : "?");
}

static void finish(void *user, struct verify *v) {
  const struct state *s = user;
  const dfmt_apport_key *key;
  if (!index_has(&v->index, "ProblemType"))
    verify_problem(v, DFMT_SEVERITY_WARNING, 0, UINT64_MAX, (dfmt_str){"ProblemType", 11}, "this key is missing");
  for (uint32_t i = 0; (key = dfmt_apport_key_at(i)) != NULL; i++)
    if (key->required & s->problem && strcmp(key->name, "ProblemType") != 0 && !index_has(&v->index, key->name))
      verify_problem(v, DFMT_SEVERITY_WARNING, 0, UINT64_MAX, (dfmt_str){key->name, strlen(key->name)},
                     "this key is missing");
}

const struct verify_ops apport_verify = {.state_size = sizeof(struct state), .event = event, .finish = finish};
