/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. "spec N.N" is a section of docs/spec/bugreport.md. */
#ifndef DFMTI_BUGREPORT_H
#define DFMTI_BUGREPORT_H

#include <diagfmt/bugreport.h>

#include "base/growth.h"
#include "core/format_ops.h"

extern const dfmt_type *const dfmti_bugreport_types[];
extern const struct dfmti_format dfmti_format_bugreport;
extern const dfmt_option dfmti_bugreport_options[];
extern const dfmt_read_format dfmti_bugreport_read;
extern const dfmt_write_format dfmti_bugreport_write;

/* Bytes of a text in which its banner must begin (spec 2.2). */
enum { DFMTI_BUGREPORT_SNIFF = 65536 };

/* The body of the current event, and zeros after it. */
union dfmti_bugreport_body {
  dfmt_head head;
  dfmt_bugreport_header header;
  dfmt_bugreport_entry entry;
  dfmt_bugreport_summary summary;
  dfmt_bugreport_banner banner;
  dfmt_bugreport_property property;
  dfmt_bugreport_section section;
  dfmt_bugreport_section_end section_end;
  dfmt_bugreport_service service;
  dfmt_bugreport_service_end service_end;
  dfmt_bugreport_text text;
  dfmt_bugreport_duration duration;
  dfmt_bugreport_log log;
  dfmt_bugreport_system_property system_property;
  uint8_t room[sizeof(dfmt_bugreport_entry) + DFMTI_BODY_TAIL];
};

#endif
