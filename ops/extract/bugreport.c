/* SPDX-License-Identifier: MIT */
/* Bug reports: sections and services of the text, whose begin and end events interleave. */
#include <inttypes.h>
#include <stdio.h>

#include <diagfmt/bugreport.h>

#include "extract.h"

enum { TITLE = 200 }; /* bytes of a title that are used in a file name */

static bool is_plain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '_' ||
         c == '-' || c == ' ';
}

/* "sections/007_SYSTEM LOG.txt" */
static bool set_path(struct dfmto_extract *x, const char *folder, uint64_t number, dfmt_str title) {
  struct dfmti_mem *m = &x->op->mem;
  struct dfmti_buf *path = &x->out->path;
  char start[64];
  const int n = snprintf(start, sizeof start, "%s/%03" PRIu64 "_", folder, number);
  path->len = 0;
  bool good = dfmti_buf_append(m, path, start, (size_t)n);
  for (uint64_t i = 0; good && i < title.len && i < TITLE; i++)
    good = dfmti_buf_append(m, path, is_plain(title.ptr[i]) ? &title.ptr[i] : "_", 1);
  return good && dfmti_buf_append(m, path, ".txt", 4);
}

static dfmt_status begins(struct dfmto_extract *x, uint32_t which, const char *folder, uint64_t number,
                          dfmt_str title) {
  x->out = &x->outs[which];
  if (!set_path(x, folder, number, title)) return dfmto_no_memory(x->op);
  x->n_found++;
  if (x->wanted) x->phase = DFMTO_EXTRACT_BEGINNING;
  return DFMT_OK;
}

static dfmt_status goes_on(struct dfmto_extract *x, uint32_t which, enum dfmto_extract_phase phase) {
  x->out = &x->outs[which];
  if (x->out->sink || x->out->anew) x->phase = phase;
  return DFMT_OK;
}

static dfmt_status part(struct dfmto_extract *x) {
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(x->ev);
  const dfmt_bugreport_service *service = dfmt_event_bugreport_service(x->ev);
  const dfmt_bugreport_text *text = dfmt_event_bugreport_text(x->ev);
  if (section) return begins(x, DFMTO_EXTRACT_SECTION, "sections", section->number, section->title);
  if (service) return begins(x, DFMTO_EXTRACT_SERVICE, "services", service->number, service->name);
  if (x->ev->type == DFMT_BUGREPORT_SECTION_END) return goes_on(x, DFMTO_EXTRACT_SECTION, DFMTO_EXTRACT_ENDING);
  if (x->ev->type == DFMT_BUGREPORT_SERVICE_END) return goes_on(x, DFMTO_EXTRACT_SERVICE, DFMTO_EXTRACT_ENDING);
  if (text && text->present & DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER)
    return goes_on(x, DFMTO_EXTRACT_SERVICE, DFMTO_EXTRACT_POURING);
  if (text && text->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER)
    return goes_on(x, DFMTO_EXTRACT_SECTION, DFMTO_EXTRACT_POURING);
  return DFMT_OK;
}

extern const struct dfmto_extract_format dfmto_extract_bugreport;
const struct dfmto_extract_format dfmto_extract_bugreport = {.format = DFMT_BUGREPORT, .part = part};
