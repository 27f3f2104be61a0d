/* SPDX-License-Identifier: MIT */
/* Options: share.h says which. */
#include <string.h>

#include "share.h"

enum { LEAST_KEY = 16 };

static dfmt_status wrong(dfmt_op *op, const char *what) {
  (void)dfmti_fail_arg(&op->err, what);
  return DFMT_E_ARG;
}

static dfmt_status take_classes(struct dfmto_share *s) {
  dfmt_str item;
  s->learned.scan.classes = dfmto_share_class_set(dfmto_option(s->op, DFMT_OPS_SHARE_PROFILE));
  for (uint64_t i = 0; dfmt_config_item(s->op->config, DFMT_OPS_SHARE_CLASSES, i, &item) == DFMT_OK; i++) {
    enum dfmto_share_class c =
        item.len ? dfmto_share_class_of((dfmt_str){item.ptr + 1, item.len - 1}) : DFMTO_N_CLASSES;
    if (c == DFMTO_N_CLASSES || (*item.ptr != '+' && *item.ptr != '-'))
      return wrong(s->op, "no class: +email, -ipv4 …");
    if (*item.ptr == '+')
      s->learned.scan.classes |= 1u << c;
    else
      s->learned.scan.classes &= ~(1u << c);
  }
  return DFMT_OK;
}

static dfmt_status take_kept(struct dfmto_share *s) {
  dfmt_str item;
  for (uint64_t i = 0; dfmt_config_item(s->op->config, DFMT_OPS_SHARE_KEEP, i, &item) == DFMT_OK; i++) {
    const enum dfmto_share_unsearched kind = dfmto_share_unsearched_of(item);
    if (kind == DFMTO_N_KEEP) return wrong(s->op, "nothing of that name can be kept: core, images …");
    s->entries.keep |= 1u << kind;
  }
  return DFMT_OK;
}

/* When it runs, so that a mistake can be told. Repeated after a failure it fails again. */
dfmt_status dfmto_share_take_labels(struct dfmto_share *s) {
  dfmt_str item;
  for (uint64_t i = 0; dfmt_config_item(s->op->config, DFMT_OPS_SHARE_LABELS, i, &item) == DFMT_OK; i++) {
    const struct dfmto_share_bytes text = {(const uint8_t *)item.ptr, (size_t)item.len};
    struct dfmto_share_lexicon_fault fault;
    if (dfmto_share_scan_labels(&s->learned.scan, text, &fault)) continue;
    if (!fault.line) return dfmto_no_memory(s->op);
    return dfmti_fail(&s->op->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "labels, line %lu: expected %s",
                      (unsigned long)fault.line, fault.what);
  }
  s->learned.labelled = true;
  return DFMT_OK;
}

static dfmt_status take_value(struct dfmto_share *s, dfmt_str item) {
  uint8_t text[DFMTO_MOST_VALUE + 1];
  uint32_t number;
  const char *colon = item.len ? memchr(item.ptr, ':', (size_t)item.len) : NULL;
  size_t name = colon ? (size_t)(colon - item.ptr) : 0, len = 0;
  enum dfmto_share_class c = dfmto_share_class_of((dfmt_str){item.ptr, name});
  if (!colon || c == DFMTO_N_CLASSES) return wrong(s->op, "a value is given as class:value");
  const uint8_t *p = (const uint8_t *)colon + 1;
  size_t n = (size_t)item.len - name - 1;
  if (n) len = dfmto_share_canonical(c, p, n, text);
  if (!len) return wrong(s->op, "a value is not valid for its class");
  if (!dfmto_share_values_learn(&s->learned.values, c, text, len, p, n, true, &number)) return dfmto_no_memory(s->op);
  dfmto_share_value_at(&s->learned.values, number)->given = true;
  return DFMT_OK;
}

static dfmt_status take_values(struct dfmto_share *s) {
  dfmt_str item;
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; st == DFMT_OK && dfmt_config_item(s->op->config, DFMT_OPS_SHARE_VALUES, i, &item) == DFMT_OK;
       i++)
    st = take_value(s, item);
  return st;
}

static dfmt_status take_names(struct dfmto_share *s) {
  struct dfmto_share_names *names = &s->learned.scan.names;
  dfmt_str item;
  bool good = true;
  for (uint64_t i = 0; good && dfmt_config_item(s->op->config, DFMT_OPS_SHARE_NAMES, i, &item) == DFMT_OK; i++)
    good = dfmto_share_names_add(&s->op->mem, names, item);
  return good && dfmto_share_names_ready(&s->op->mem, names) ? DFMT_OK : dfmto_no_memory(s->op);
}

/* From the system, as keys of tables may be guessable on some systems. */
static dfmt_status random_key(struct dfmto_share *s) {
  uint8_t key[32];
  uint64_t got = 0, have = 0;
  dfmt_source *from;
  dfmt_status st = dfmt_source_path(s->op->config, "/dev/urandom", &from);
  if (st != DFMT_OK) return dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory for a key");
  while (st == DFMT_OK && have < sizeof key) {
    st = dfmt_source_read(from, key + have, sizeof key - have, &got);
    have += got;
  }
  dfmt_source_free(from);
  if (st != DFMT_OK) return dfmti_fail(&s->op->err, DFMT_E_IO, DFMT_ERR_READ, "no random key can be had: give one");
  dfmto_share_hmac_key(&s->learned.values.key, key, sizeof key);
  return DFMT_OK;
}

static dfmt_status take_key(struct dfmto_share *s) {
  dfmt_str key;
  if (dfmt_config_item(s->op->config, DFMT_OPS_SHARE_KEY, 0, &key) != DFMT_OK) return random_key(s);
  if (key.len < LEAST_KEY) return wrong(s->op, "a key has 16 bytes or more");
  dfmto_share_hmac_key(&s->learned.values.key, key.ptr, (size_t)key.len);
  return DFMT_OK;
}

dfmt_status dfmto_share_take_options(struct dfmto_share *s) {
  dfmt_status st = take_classes(s);
  if (st == DFMT_OK) st = take_kept(s);
  if (st == DFMT_OK) st = take_key(s);
  if (st == DFMT_OK) st = take_names(s);
  return st == DFMT_OK ? take_values(s) : st;
}
