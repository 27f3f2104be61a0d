/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* File names in other names are cut to this length, NAME_MAX of Linux, as each address in a file makes a name. */
enum { FILE_NAME = 255 };

static dfmt_str text_of(const dfmt_op *op, uint32_t number) {
  return dfmto_text_at(&((const struct dfmto_profile *)op->state)->store.texts, number);
}

static dfmt_str tail(dfmt_str s) { return s.len > FILE_NAME ? (dfmt_str){s.ptr + s.len - FILE_NAME, FILE_NAME} : s; }

static bool put(dfmt_op *op, struct dfmti_buf *to, dfmt_str s) {
  return dfmti_buf_append(&op->mem, to, s.ptr, (size_t)s.len);
}

static bool put_place(dfmt_op *op, dfmt_str file, uint64_t address, struct dfmti_buf *to) {
  static const dfmt_str unknown = {"unknown", 7};
  char text[24];
  int n = snprintf(text, sizeof text, "+0x%" PRIx64, address);
  return put(op, to, file.len ? tail(file) : unknown) && dfmti_buf_append(&op->mem, to, text, (size_t)n);
}

static bool put_file(dfmt_op *op, dfmt_str file, struct dfmti_buf *to) {
  bool bare = file.len && *file.ptr != '[';
  return (!bare || dfmti_buf_append(&op->mem, to, "[", 1)) && put(op, to, file) &&
         (!bare || dfmti_buf_append(&op->mem, to, "]", 1));
}

bool dfmto_profile_function_name(dfmt_op *op, uint32_t function, struct dfmti_buf *to) {
  const struct dfmto_profile_function *f = &dfmto_profile_of(op)->store.functions[function];
  dfmt_str name = text_of(op, f->name), file = dfmto_last_part(text_of(op, f->file));
  if (!name.len) return put_file(op, file, to);
  return (*name.ptr != '+' || put(op, to, tail(file))) && put(op, to, name);
}

static bool frame_name(dfmt_op *op, uint32_t frame, struct dfmti_buf *to) {
  const struct dfmto_profile *p = op->state;
  const uint32_t function = dfmto_profile_function(p, frame);
  const struct dfmto_profile_function *f = &p->store.functions[function];
  if (f->name || !dfmto_profile_has_places(p)) return dfmto_profile_function_name(op, function, to);
  return put_place(op, dfmto_last_part(text_of(op, f->file)), p->store.places[frame].address, to);
}

dfmt_str dfmto_profile_label_text(const dfmt_op *op, uint32_t text) {
  dfmt_str s = text_of(op, text);
  return (dfmt_str){s.ptr, s.len < FILE_NAME ? s.len : FILE_NAME};
}

/* ---- for viewers ---- */

bool dfmto_profile_view_text(dfmt_op *op, struct dfmto_profile_view *v, dfmt_str text, uint32_t *number) {
  struct dfmti_buf clean = {0};
  const size_t len = (size_t)text.len;
  if (dfmti_is_ascii(text.ptr, len) || dfmti_utf8_valid(text.ptr, len))
    return dfmto_text(&op->mem, &v->texts, text.ptr, len, number);
  bool good = dfmti_utf8_clean(&op->mem, &clean, text.ptr, len) &&
              dfmto_text(&op->mem, &v->texts, clean.ptr, clean.len, number);
  dfmti_buf_free(&op->mem, &clean);
  return good;
}

static bool name_frame(dfmt_op *op, struct dfmto_profile_view *v, uint32_t frame, struct dfmti_buf *room) {
  const struct dfmto_profile *p = op->state;
  const struct dfmto_profile_function *f = &p->store.functions[dfmto_profile_function(p, frame)];
  struct dfmto_profile_named *to = &v->frames[frame];
  room->len = 0;
  if (dfmto_profile_has_places(p)) to->address = p->store.places[frame].address;
  if (!frame_name(op, frame, room) || !dfmto_profile_view_text(op, v, text_of(op, f->file), &to->file) ||
      !dfmto_profile_view_text(op, v, (dfmt_str){(const char *)room->ptr, room->len}, &to->name))
    return false;
  to->system = to->name;
  return !f->linker_name || dfmto_profile_view_text(op, v, text_of(op, f->linker_name), &to->system);
}

dfmt_status dfmto_profile_view_make(dfmt_op *op, struct dfmto_profile_view *v) {
  const struct dfmto_profile *p = op->state;
  const size_t n = dfmto_profile_has_places(p) ? p->store.n_places : p->store.n_functions;
  struct dfmti_buf room = {0};
  uint32_t none;
  size_t bytes;
  *v = (struct dfmto_profile_view){.n = n};
  v->frames = dfmti_mul(n + 1, sizeof *v->frames, &bytes) ? dfmti_zalloc(&op->mem, bytes) : NULL;
  bool good = v->frames && dfmto_text(&op->mem, &v->texts, "", 0, &none);
  for (size_t i = 0; i < n && good; i++) good = name_frame(op, v, (uint32_t)i, &room);
  dfmt_status st = good ? DFMT_OK : dfmto_no_memory(op);
  dfmti_buf_free(&op->mem, &room);
  return st;
}

void dfmto_profile_view_free(struct dfmti_mem *m, struct dfmto_profile_view *v) {
  dfmto_texts_free(m, &v->texts);
  dfmti_free(m, v->frames, (v->n + 1) * sizeof *v->frames);
  v->frames = NULL;
}
