/* SPDX-License-Identifier: MIT */
/* What the harness must know of bug reports. */
#include "formats.h"

/* Sizes, flags and places are the writer's own; extra fields are not written; no time is the earliest there is. */
static void normalise_entry(dfmt_bugreport_entry *b) {
  enum { EARLIEST = 315532800 }; /* 1980-01-01 */
  if (b->mtime_local_s == EARLIEST) b->present &= ~(uint32_t)DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S;
  b->present &=
      DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S | DFMT_BUGREPORT_ENTRY_HAS_SERVICE | DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH;
  b->flags &= DFMT_BUGREPORT_FLAG_UNSAFE | DFMT_BUGREPORT_FLAG_ENCRYPTED;
  b->zip_flags = b->version_needed = 0;
  b->header_offset = b->number = 0;
  b->role = 0; /* may depend on entries that could not be copied */
}

/* Names that are unsafe as a path are refused. Of a main entry the writer is to see it: its text goes the same way. */
static bool report_takes(const dfmt_head *body) {
  const dfmt_bugreport_entry *b = (const dfmt_bugreport_entry *)(const void *)body;
  if (body->type != DFMT_BUGREPORT_ENTRY || b->role == DFMT_BUGREPORT_ROLE_MAIN) return true;
  return !(b->flags & DFMT_BUGREPORT_FLAG_UNSAFE);
}

/* Dividers and markers are written in one form, so that places may move. */
static void normalise_bugreport(dfmt_head *body) {
  void *b = body;
  switch (body->type) {
    case DFMT_BUGREPORT_HEADER: {
      dfmt_bugreport_header *h = b;
      h->present = h->rule = h->by_directory = 0;
      break;
    }
    case DFMT_BUGREPORT_ENTRY:
    case DFMT_BUGREPORT_ENTRY_END: normalise_entry(b); break;
    case DFMT_BUGREPORT_SUMMARY: {
      dfmt_bugreport_summary *x = b;
      x->present = x->rule = x->guessed = x->complete = 0;
      x->text_size = x->n_entries = x->n_sections = x->n_services = 0;
      break;
    }
    case DFMT_BUGREPORT_SECTION_END: {
      dfmt_bugreport_section_end *e = b;
      e->start_offset = e->body_offset = e->body_size = 0;
      /* an entry's end is its end */
      if (e->closed == DFMT_BUGREPORT_CLOSED_TRUNCATED) e->closed = DFMT_BUGREPORT_CLOSED_EOF;
      break;
    }
    case DFMT_BUGREPORT_SERVICE_END: {
      dfmt_bugreport_service_end *e = b;
      e->start_offset = e->body_offset = e->body_size = 0;
      if (e->closed == DFMT_BUGREPORT_CLOSED_TRUNCATED) e->closed = DFMT_BUGREPORT_CLOSED_EOF;
      break;
    }
    default: break;
  }
}

/* Places in the zip, and in the text that an entry holds. */
static bool bugreport_scattered(uint32_t type) { return type >> 16 == DFMT_BUGREPORT; }

/* What closes what is open at the end, and what sums up. */
static bool bugreport_left_over(const dfmt_head *body) {
  const void *b = body;
  switch (body->type) {
    case DFMT_BUGREPORT_ENTRY_END:
    case DFMT_BUGREPORT_SUMMARY: return true;
    case DFMT_BUGREPORT_SECTION_END:
      return ((const dfmt_bugreport_section_end *)b)->closed >= DFMT_BUGREPORT_CLOSED_EOF;
    case DFMT_BUGREPORT_SERVICE_END:
      return ((const dfmt_bugreport_service_end *)b)->closed >= DFMT_BUGREPORT_CLOSED_EOF;
    default: return false;
  }
}

#define BUGREPORT(NAME, PASS, KINDS) \
  {.id = DFMT_BUGREPORT, \
   .name = NAME, \
   .text = true, \
   .folder = "bugreport", \
   .corpus = {"cases"}, \
   .suffix = "", \
   .small = "flips.zip", \
   .kinds = KINDS, \
   .packed = true, \
   .memory = 8u << 20, \
   .interns = true, \
   .at_a_cut = 3, \
   .keeps_parts = true, \
   .by_its_end = DFMT_BUGREPORT_PASS_##PASS == DFMT_BUGREPORT_PASS_DIRECTORY, \
   .reader = {DFMT_CFG_BUGREPORT_PASS, DFMT_BUGREPORT_PASS_##PASS}, \
   .reader_options = {{DFMT_CFG_BUGREPORT_LOG, 1}, {DFMT_CFG_BUGREPORT_TEXT, 0}, {DFMT_CFG_BUGREPORT_SERVICES, 0}}, \
   .scattered = bugreport_scattered, \
   .left_over = bugreport_left_over, \
   .writable = report_takes, \
   .normalise = normalise_bugreport}

const struct harness_format harness_bugreport[] = {
    BUGREPORT("bugreport", FORWARD, INPUT_ALL),
    BUGREPORT("bugreport-directory", DIRECTORY,
              INPUT_BIT(INPUT_MEMORY) | INPUT_BIT(INPUT_PATH) | INPUT_BIT(INPUT_FD) | INPUT_BIT(INPUT_CALLS_SEEK) |
                  INPUT_BIT(INPUT_SLICE)),
    {.name = NULL},
};
