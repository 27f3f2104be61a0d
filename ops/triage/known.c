/* SPDX-License-Identifier: MIT */
/*
 * What is known: bug patterns, or signatures, one a line: alone, or as Apport publishes its database of duplicates,
 * with the number of the bug and a blank before it. No signature begins like that, so that each such line stands for
 * both.
 */
#include <string.h>

#include "base/cut.h"
#include "triage.h"

/* Adds a signature; of several bugs with one, the first counts. false: no memory. */
static bool add(struct dfmto_triage *x, dfmt_str signature, uint32_t bug) {
  uint32_t number;
  if (!dfmto_text(&x->op->mem, &x->known, signature.ptr, dfmti_clamp(signature.len), &number)) return false;
  if (number == x->bugs.len / sizeof bug) return dfmti_buf_append(&x->op->mem, &x->bugs, &bug, sizeof bug);
  uint32_t *first = (uint32_t *)(void *)x->bugs.ptr + number;
  if (*first == 0) *first = bug;
  return true;
}

static bool add_line(struct dfmto_triage *x, dfmt_str line) {
  uint64_t id = 0;
  uint32_t bug;
  while (id < line.len && line.ptr[id] >= '0' && line.ptr[id] <= '9') id++;
  dfmt_str signature = dfmti_cut_after(line, id);
  if (!add(x, line, 0)) return false;
  if (id == 0 || dfmti_cut_blanks(&signature) == 0 || signature.len == 0) return true;
  return dfmto_text(&x->op->mem, &x->texts, line.ptr, dfmti_clamp(id), &bug) && add(x, signature, bug + 1);
}

static bool add_lines(struct dfmto_triage *x, dfmt_str text) {
  while (text.len > 0) {
    const char *end = memchr(text.ptr, '\n', dfmti_clamp(text.len));
    dfmt_str line = dfmti_cut_first(text, end ? (uint64_t)(end - text.ptr) : text.len);
    text = dfmti_cut_after(text, line.len + 1);
    (void)dfmti_cut_take_end(&line, "\r");
    if (line.len > 0 && *line.ptr != '#' && !add_line(x, line)) return false;
  }
  return true;
}

static dfmt_status add_text(struct dfmto_triage *x, dfmt_str text) {
  if (dfmto_triage_is_xml(text)) return dfmto_triage_patterns_add(&x->patterns, text);
  return add_lines(x, text) ? DFMT_OK : dfmto_no_memory(x->op);
}

dfmt_status dfmto_triage_known(struct dfmto_triage *x) {
  dfmt_str text;
  dfmt_status st = DFMT_OK;
  if (x->has_known) return DFMT_OK;
  dfmto_triage_patterns_free(&x->patterns); /* of a call that failed */
  x->patterns.op = x->op;
  x->patterns.texts = &x->texts;
  for (uint64_t i = 0; dfmt_config_item(x->op->config, DFMT_OPS_TRIAGE_KNOWN, i, &text) == DFMT_OK && st == DFMT_OK;
       i++)
    st = add_text(x, text);
  if (st != DFMT_OK) return st;
  x->n_known = dfmto_texts_n(&x->known);
  x->has_known = true;
  return DFMT_OK;
}

bool dfmto_triage_look_up(struct dfmto_triage *x, dfmt_str signature, bool *known) {
  uint32_t number;
  if (x->n_known == 0 || signature.len == 0) return true;
  if (!dfmto_text(&x->op->mem, &x->known, signature.ptr, dfmti_clamp(signature.len), &number)) return false;
  if (number >= x->n_known) return true;
  *known = true;
  if (x->known_as == 0) x->known_as = ((const uint32_t *)(const void *)x->bugs.ptr)[number];
  return true;
}
