/* SPDX-License-Identifier: MIT */
/* The table bugreport.overview: the subject of a report, in one row. */
#include <string.h>

#include "crash/tables.h"

/* Properties that are columns. */
static const struct dfmti_derived_text texts[] = {
#define TEXT(TYPE, KEY, MEMBER, BIT) \
  {KEY, DFMT_BUGREPORT_##TYPE, offsetof(dfmt_bugreport_overview, MEMBER), DFMT_BUGREPORT_OVERVIEW_HAS_##BIT}
    TEXT(PROPERTY, "Build", build, BUILD),
    TEXT(PROPERTY, "Build fingerprint", fingerprint, FINGERPRINT),
    TEXT(PROPERTY, "Bootloader", bootloader, BOOTLOADER),
    TEXT(PROPERTY, "Radio", radio, RADIO),
    TEXT(PROPERTY, "Network", network, NETWORK),
    TEXT(PROPERTY, "Kernel", kernel, KERNEL),
    TEXT(PROPERTY, "Command line", command_line, COMMAND_LINE),
    TEXT(PROPERTY, "Uptime", uptime_text, UPTIME_TEXT),
    TEXT(SYSTEM_PROPERTY, "ro.build.version.release", android_release, ANDROID_RELEASE),
    TEXT(SYSTEM_PROPERTY, "ro.build.version.sdk", android_sdk, ANDROID_SDK),
    TEXT(SYSTEM_PROPERTY, "ro.build.version.security_patch", security_patch, SECURITY_PATCH),
    TEXT(SYSTEM_PROPERTY, "ro.product.manufacturer", manufacturer, MANUFACTURER),
    TEXT(SYSTEM_PROPERTY, "ro.product.model", model, MODEL),
    TEXT(SYSTEM_PROPERTY, "ro.product.device", device, DEVICE),
    TEXT(SYSTEM_PROPERTY, "ro.serialno", serial, SERIAL),
    TEXT(SYSTEM_PROPERTY, "persist.sys.timezone", timezone, TIMEZONE),
#undef TEXT
};

enum { N_TEXTS = sizeof texts / sizeof *texts };

struct state {
  struct dfmti_derived_input in;
  struct dfmti_buf values[N_TEXTS], version, main_entry;
  bool ended; /* the row is due */
  dfmt_bugreport_overview row;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmti_derived_input_begin(&x->in, in);
  x->row.head = (dfmt_head){sizeof x->row, DFMT_TYPE_BUGREPORT_OVERVIEW};
  return DFMT_OK;
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->in.from) return;
  for (size_t i = 0; i < N_TEXTS; i++) dfmti_buf_free(&x->in.mem, &x->values[i]);
  dfmti_buf_free(&x->in.mem, &x->version);
  dfmti_buf_free(&x->in.mem, &x->main_entry);
}

/* ---- events ---- */

#define HAS(NAME) (uint32_t)DFMT_BUGREPORT_OVERVIEW_HAS_##NAME

/* Of properties with the same key the first counts. */
static dfmt_status add_property(struct state *x, uint32_t type, dfmt_str key, dfmt_str value) {
  size_t i = dfmti_derived_text_find(texts, N_TEXTS, type, key);
  if (i == N_TEXTS || x->row.present & texts[i].bit) return DFMT_OK;
  dfmt_status st = dfmti_derived_keep(&x->in, &x->values[i], value);
  if (st == DFMT_OK) x->row.present |= texts[i].bit;
  return st;
}

static dfmt_status take_property(struct state *x, const dfmt_bugreport_property *p) {
  if (!(p->present & DFMT_BUGREPORT_PROPERTY_HAS_VALUE)) return DFMT_OK;
  return add_property(x, DFMT_BUGREPORT_PROPERTY, p->key, p->value);
}

static dfmt_status take_system_property(struct state *x, const dfmt_bugreport_system_property *p) {
  if (!(p->present & DFMT_BUGREPORT_SYSTEM_PROPERTY_HAS_VALUE)) return DFMT_OK;
  return add_property(x, DFMT_BUGREPORT_SYSTEM_PROPERTY, p->key, p->value);
}

static dfmt_status end_section(struct state *x, const dfmt_bugreport_section_end *s) {
  x->row.n_failed_sections += s->result != DFMT_BUGREPORT_RESULT_OK && s->result != DFMT_BUGREPORT_RESULT_SKIPPED;
  return DFMT_OK;
}

static dfmt_status end_service(struct state *x, const dfmt_bugreport_service_end *s) {
  x->row.n_timed_out_services += s->timed_out != 0;
  return DFMT_OK;
}

static dfmt_status take_summary(struct state *x, const dfmt_bugreport_summary *s) {
  dfmt_bugreport_overview *row = &x->row;
  dfmt_status st = dfmti_derived_keep(&x->in, &x->version, s->version);
  if (st == DFMT_OK) st = dfmti_derived_keep(&x->in, &x->main_entry, s->main_entry);
  if (st != DFMT_OK) return st;
  row->present |= HAS(SUMMARY);
  if (s->present & DFMT_BUGREPORT_SUMMARY_HAS_VERSION) row->present |= HAS(VERSION);
  if (s->present & DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY) row->present |= HAS(MAIN_ENTRY);
  if (s->present & DFMT_BUGREPORT_SUMMARY_HAS_TIME_LOCAL_S) row->present |= HAS(TIME_LOCAL_S);
  row->time_local_s = s->time_local_s;
  row->n_entries = s->n_entries;
  row->n_sections = s->n_sections;
  row->n_services = s->n_services;
  row->text_size = s->text_size;
  row->complete = s->complete;
  return DFMT_OK;
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  x->ended = !ev;
  switch (ev ? ev->type : 0) {
    case DFMT_BUGREPORT_HEADER: x->row.variant = dfmt_event_bugreport_header(ev)->variant; return DFMT_OK;
    case DFMT_BUGREPORT_PROPERTY: return take_property(x, dfmt_event_bugreport_property(ev));
    case DFMT_BUGREPORT_SYSTEM_PROPERTY: return take_system_property(x, dfmt_event_bugreport_system_property(ev));
    case DFMT_BUGREPORT_SECTION_END: return end_section(x, dfmt_event_bugreport_section_end(ev));
    case DFMT_BUGREPORT_SERVICE_END: return end_service(x, dfmt_event_bugreport_service_end(ev));
    case DFMT_BUGREPORT_SUMMARY: return take_summary(x, dfmt_event_bugreport_summary(ev));
    default: return DFMT_OK;
  }
}

/* ---- the row ---- */

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  if (!x->ended) return DFMT_END;
  x->ended = false;
  dfmti_derived_texts_put(texts, N_TEXTS, x->values, &x->row);
  x->row.version = dfmti_derived_kept(&x->version);
  x->row.main_entry = dfmti_derived_kept(&x->main_entry);
  *out = &x->row.head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_BUGREPORT_HEADER,
                                  DFMT_BUGREPORT_PROPERTY,
                                  DFMT_BUGREPORT_SYSTEM_PROPERTY,
                                  DFMT_BUGREPORT_SECTION_END,
                                  DFMT_BUGREPORT_SERVICE_END,
                                  DFMT_BUGREPORT_SUMMARY,
                                  0};

const dfmt_table_maker dfmti_bugreport_overview = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_BUGREPORT_OVERVIEW,
    .types = dfmti_bugreport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = begin,
    .event = event,
    .next_row = next_row,
    .close = close_state,
};
