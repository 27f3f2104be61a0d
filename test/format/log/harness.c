/* SPDX-License-Identifier: MIT */
/* What the harness must know of logs. */
#include "formats.h"

#include <string.h>

/* Lines keep what they say, but not where they were; what they sum up to is without those that cannot be written. */
static void normalise_log(dfmt_head *body) {
  if (body->type != DFMT_LOG_LINE) {
    *(dfmt_log_summary *)(void *)body = (dfmt_log_summary){.head = *body};
    return;
  }
  dfmt_log_line *l = (dfmt_log_line *)(void *)body;
  l->present &= ~(uint32_t)(DFMT_LOG_LINE_HAS_LINE | DFMT_LOG_LINE_HAS_START_OFFSET);
}

/*
 * A text is what it is by the lines around it: behind a prefix that they have, it is without it; and where it is the
 * first line, it may begin a log of records, or with a byte order mark, which is none of it.
 */
static bool depends_on_others(dfmt_str text) {
  if (text.len >= 3 && memcmp(text.ptr, "\xef\xbb\xbf", 3) == 0) return true;
  return text.len > 0 && memchr("> #|*\t{_", *text.ptr, sizeof "> #|*\t{_" - 1);
}

/* Layouts that can be written, without what vendors put into lines of the kernel. */
static bool log_writable(const dfmt_head *body) {
  if (body->type != DFMT_LOG_LINE) return true;
  const dfmt_log_line *l = (const dfmt_log_line *)(const void *)body;
  if (l->kind == DFMT_LOG_VARIANT_TEXT && depends_on_others(l->message)) return false;
  if (l->tag.len > 0 && l->tag.ptr[l->tag.len - 1] == ':') return false; /* with a pad behind it, it ends before that */
  const uint32_t vendors = DFMT_LOG_LINE_HAS_PROCESS_ID | DFMT_LOG_LINE_HAS_PROCESS_NAME | DFMT_LOG_LINE_HAS_CALLER;
  const bool zeros = l->time_text.len > 1 && l->time_text.ptr[0] == '0' && l->time_text.ptr[1] != '.'; /* not kept */
  if (l->kind == DFMT_LOG_VARIANT_KERNEL) return !(l->present & vendors) && !zeros;
  return l->kind <= DFMT_LOG_VARIANT_LONG && l->kind != DFMT_LOG_VARIANT_DDMS;
}

/* A further line of a message that is a record. */
static bool log_within(const dfmt_head *body) {
  const dfmt_log_line *l = (const dfmt_log_line *)(const void *)body;
  return body->type == DFMT_LOG_LINE && l->kind >= DFMT_LOG_VARIANT_JSON && l->continued;
}

static bool log_scattered(uint32_t type) { return type == DFMT_LOG_SUMMARY; }

const struct harness_format harness_log[] = {
    {.id = DFMT_LOG,
     .name = "log",
     .folder = "log",
     .suffix = ".log",
     .small = "mixed.log",
     .kinds = INPUT_ALL,
     .memory = 8u << 20,
     .text = true,
     .learns = "short_monotonic.log",
     .contextual = true,
     .scattered = log_scattered,
     .within = log_within,
     .writable = log_writable,
     .normalise = normalise_log},
    {.name = NULL},
};
