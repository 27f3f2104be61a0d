/* SPDX-License-Identifier: MIT */
/*
 * The tables bugreport.exit_info, package, dropbox_entry, process, meminfo_process and battery_event: output of
 * services and commands, in their sections, in services, and without a report.
 *
 *             begins                continues
 *   nothing ---------> a record ---.
 *      ^                  |   ^____|
 *      |__________________|
 *        another line: a row, then the line is processed again
 *
 * Lines between records provide their context: a package, headings of columns. A record is stored as text until it
 * becomes a row.
 */
#include "android/battery.h"
#include "android/dropbox.h"
#include "android/exit_info.h"
#include "android/lists.h"
#include "android/log_crash.h"
#include "android/package.h"
#include "android/signature.h"
#include "dropbox_fault.h"
#include "place.h"

enum { MOST_BYTES = 1 << 20 }; /* maximum size of a record */

/* Role of a line in a table. */
enum part { OTHER, BEGINS, GOES_ON };

struct state;

/* A table: where its lines are, their roles, and its rows. */
struct kind {
  const char *service; /* prefix of names of services; NULL: in none */
  const char *title;   /* prefix of titles of sections; NULL: in none */
  enum part (*part)(const struct state *x, dfmt_str line);
  dfmt_status (*note)(struct state *x, dfmt_str line);   /* takes a line outside of records; NULL: ignored */
  dfmt_status (*make)(struct state *x, dfmt_str record); /* sets the members after its place. OK, E_NOMEM, E_LIMIT */
  bool files;                                            /* also in files of the device's store */
};

struct state {
  struct dfmti_crash_feed feed;
  const struct kind *kind;
  bool in_section, has_line;
  struct dfmti_crash_line line; /* current */
  /* Context from lines before the records. */
  struct dfmti_buf package;
  struct dfmti_ps_heading heading;
  uint32_t measure;
  enum dfmti_package_list list;
  struct dfmti_battery_pool pool;
  /* The current record. */
  bool open, cut;
  uint64_t offset, number;
  struct dfmti_buf record;
  struct dfmti_package parsed;
  struct dfmti_buf children; /* of a row: grants, items */
  struct dfmti_java_trace trace;
  struct dfmti_buf signature;
  union {
    struct dfmti_crash_place place;
    dfmt_bugreport_exit_info exit_info;
    dfmt_bugreport_package package;
    dfmt_bugreport_dropbox_entry dropbox_entry;
    struct dfmti_crash_dropbox_row dropbox_fault;
    dfmt_bugreport_process process;
    dfmt_bugreport_meminfo_process meminfo_process;
    dfmt_bugreport_battery_event battery_event;
  } body;
};

static void close_state(void *state) {
  struct state *x = state;
  if (!x->feed.in.from) return;
  dfmti_buf_free(&x->feed.in.mem, &x->package);
  dfmti_buf_free(&x->feed.in.mem, &x->record);
  dfmti_buf_free(&x->feed.in.mem, &x->children);
  dfmti_battery_pool_free(&x->feed.in.mem, &x->pool);
  dfmti_package_free(&x->feed.in.mem, &x->parsed);
  dfmti_java_trace_free(&x->feed.in.mem, &x->trace);
  dfmti_buf_free(&x->feed.in.mem, &x->signature);
  dfmti_crash_feed_free(&x->feed);
}

/* Bits of a parsed line as the row's bits: pairs of them. */
static uint32_t bits_of(uint32_t has, const uint32_t (*pairs)[2], size_t n) {
  uint32_t found = 0;
  for (size_t i = 0; i < n; i++)
    if (has & pairs[i][0]) found |= pairs[i][1];
  return found;
}
#define BITS_OF(HAS, PAIRS) bits_of(HAS, PAIRS, sizeof(PAIRS) / sizeof *(PAIRS))

/* ---- exit info ---- */

static enum part exit_part(const struct state *x, dfmt_str line) {
  if (dfmti_exit_info_begins(line)) return BEGINS;
  return x->open && dfmti_exit_info_goes_on(dfmti_derived_kept(&x->record), line) ? GOES_ON : OTHER;
}

static dfmt_status note_package(struct state *x, dfmt_str line) {
  dfmt_str name;
  return dfmti_exit_info_package(line, &name) ? dfmti_derived_keep(&x->feed.in, &x->package, name) : DFMT_OK;
}

static dfmt_status make_exit_info(struct state *x, dfmt_str record) {
  static const uint32_t bits[][2] = {
      {DFMTI_EXIT_HAS_TIME, DFMT_BUGREPORT_EXIT_INFO_HAS_TIME},
      {DFMTI_EXIT_HAS_REASON, DFMT_BUGREPORT_EXIT_INFO_HAS_REASON},
      {DFMTI_EXIT_HAS_IMPORTANCE, DFMT_BUGREPORT_EXIT_INFO_HAS_IMPORTANCE},
      {DFMTI_EXIT_HAS_PSS, DFMT_BUGREPORT_EXIT_INFO_HAS_PSS},
      {DFMTI_EXIT_HAS_DESCRIPTION, DFMT_BUGREPORT_EXIT_INFO_HAS_DESCRIPTION},
      {DFMTI_EXIT_HAS_STATE, DFMT_BUGREPORT_EXIT_INFO_HAS_STATE_BYTES},
      {DFMTI_EXIT_HAS_TRACE, DFMT_BUGREPORT_EXIT_INFO_HAS_TRACE},
  };
  struct dfmti_exit_info e;
  dfmti_exit_info_read(record, &e);
  x->body.exit_info = (dfmt_bugreport_exit_info){
      .head = {sizeof x->body.exit_info, DFMT_TYPE_BUGREPORT_EXIT_INFO},
      .present = BITS_OF(e.has, bits) | (x->package.len ? DFMT_BUGREPORT_EXIT_INFO_HAS_PACKAGE : 0),
      .number = e.index,
      .process_id = e.process_id,
      .real_user_id = e.real_uid,
      .package_user_id = e.package_uid,
      .defining_user_id = e.defining_uid,
      .android_user = e.user,
      .reason = e.reason,
      .subreason = e.subreason,
      .status = e.status,
      .importance = e.importance,
      .pss_kb = e.pss_kb,
      .rss_kb = e.rss_kb,
      .state_bytes = e.state_bytes,
      .package = dfmti_derived_kept(&x->package),
      .time_text = e.time,
      .process_name = e.process,
      .reason_name = e.reason_name,
      .subreason_name = e.subreason_name,
      .description = e.description,
      .trace = e.trace,
  };
  return DFMT_OK;
}

/* ---- packages ---- */

static enum part package_part(const struct state *x, dfmt_str line) {
  dfmt_str name;
  if (x->list != DFMTI_PACKAGE_LIST_NONE && dfmti_package_begins(line, &name)) return BEGINS;
  return x->open && dfmti_package_goes_on(line) ? GOES_ON : OTHER;
}

static dfmt_status note_list(struct state *x, dfmt_str line) {
  (void)dfmti_package_list(line, &x->list);
  return DFMT_OK;
}

static bool make_grants(struct state *x) {
  const struct dfmti_buf *from = &x->parsed.grants;
  x->children.len = 0;
  for (size_t at = 0; at < from->len; at += sizeof(struct dfmti_package_grant)) {
    struct dfmti_package_grant g;
    memcpy(&g, from->ptr + at, sizeof g);
    const dfmt_bugreport_package_grant to = {.permission = g.permission,
                                             .granted = g.granted,
                                             .present = g.has_user ? DFMT_BUGREPORT_PACKAGE_GRANT_HAS_ANDROID_USER : 0,
                                             .android_user = g.has_user ? g.android_user : 0};
    if (!dfmti_buf_append(&x->feed.in.mem, &x->children, &to, sizeof to)) return false;
  }
  return true;
}

static dfmt_status make_package(struct state *x, dfmt_str record) {
  static const uint32_t bits[][2] = {
#define BIT(NAME) {DFMTI_PACKAGE_HAS_##NAME, DFMT_BUGREPORT_PACKAGE_HAS_##NAME}
      BIT(USER_ID),   BIT(VERSION_CODE),  BIT(VERSION_NAME), BIT(MIN_SDK),   BIT(TARGET_SDK),
      BIT(CODE_PATH), BIT(FIRST_INSTALL), BIT(LAST_UPDATE),  BIT(INSTALLER),
#undef BIT
  };
  struct dfmti_package *p = &x->parsed;
  struct dfmti_mem *m = &x->feed.in.mem;
  if (!dfmti_package_read(m, record, p) || !make_grants(x)) return DFMT_E_NOMEM;
  x->body.package = (dfmt_bugreport_package){
      .head = {sizeof x->body.package, DFMT_TYPE_BUGREPORT_PACKAGE},
      .present = BITS_OF(p->has, bits),
      .hidden = x->list == DFMTI_PACKAGE_LIST_HIDDEN,
      .user_id = p->user_id,
      .min_sdk = p->min_sdk,
      .target_sdk = p->target_sdk,
      .version_code = p->version_code,
      .package = p->name,
      .version_name = p->version_name,
      .code_path = p->code_path,
      .first_install = p->first_install,
      .last_update = p->last_update,
      .installer = p->installer,
      .flags = (const dfmt_str *)(const void *)p->flags.ptr,
      .n_flags = p->flags.len / sizeof(dfmt_str),
      .requested = (const dfmt_str *)(const void *)p->requested.ptr,
      .n_requested = p->requested.len / sizeof(dfmt_str),
      .grants = (const dfmt_bugreport_package_grant *)(const void *)x->children.ptr,
      .n_grants = x->children.len / sizeof(dfmt_bugreport_package_grant),
  };
  return DFMT_OK;
}

/* ---- dropbox ---- */

static enum part dropbox_part(const struct state *x, dfmt_str line) {
  struct dfmti_dropbox_line d;
  (void)x;
  return dfmti_dropbox_line(line, &d) ? BEGINS : OTHER;
}

static dfmt_status make_dropbox_entry(struct state *x, dfmt_str record) {
  struct dfmti_dropbox_line d;
  (void)dfmti_dropbox_line(dfmti_cut_first(record, record.len - 1), &d);
  x->body.dropbox_entry =
      (dfmt_bugreport_dropbox_entry){.head = {sizeof x->body.dropbox_entry, DFMT_TYPE_BUGREPORT_DROPBOX_ENTRY},
                                     .present = d.lost ? 0 : DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_BYTES,
                                     .lost = d.lost,
                                     .compressed = d.compressed,
                                     .text = d.text,
                                     .bytes = d.bytes,
                                     .time_text = d.time,
                                     .tag = d.tag};
  return DFMT_OK;
}

/* Its description of a fault is part of it. A file of the store begins as its text does. */
static enum part dropbox_fault_part(const struct state *x, dfmt_str line) {
  const bool first = !x->in_section && x->line.offset == x->feed.start;
  if (dropbox_part(x, line) == BEGINS || (first && dfmti_dropbox_file_begins(line))) return BEGINS;
  return x->open && dfmti_dropbox_goes_on(dfmti_derived_kept(&x->record), line) ? GOES_ON : OTHER;
}

/* The tag of a file of the store is in its name; else what it tells is as good as the end of one. */
static dfmt_str stored_tag(const struct state *x, const struct dfmti_dropbox_fault *f, uint64_t *ms) {
  dfmt_str tag;
  if (f->line.tag.len || dfmti_dropbox_name(dfmti_derived_kept(&x->feed.entry), &tag, ms))
    return f->line.tag.len ? f->line.tag : tag;
  const dfmt_str name = f->has_trace ? dfmti_java_trace_first(&x->trace).name : (dfmt_str){NULL, 0};
  const char *end = f->has_trace ? "_crash" : f->subject.len ? "_anr" : "";
  if (!f->has_trace && dfmti_starts(f->subject, "Blocked in ")) end = "_watchdog";
  if (dfmti_is(name, "android.util.Log$TerribleFailure")) end = "_wtf";
  if (dfmti_starts(name, "android.os.StrictMode")) end = "_strict";
  return (dfmt_str){end, strlen(end)};
}

/* From the exception, or the subject; without these the tag suffices. */
static bool sign_fault(struct state *x, const struct dfmti_dropbox_fault *f, dfmt_str tag) {
  struct dfmti_mem *m = &x->feed.in.mem;
  x->signature.len = 0;
  const bool told = f->process.len > 0 && f->subject.len > 0;
  if (dfmti_ends(tag, "_wtf")) return !told || dfmti_signature_of(m, &x->signature, "wtf", f->process, f->subject);
  if (f->has_trace) return dfmti_java_trace_signature(m, &x->trace, &x->signature);
  if (!told) return true;
  if (dfmti_ends(tag, "_watchdog")) return dfmti_signature_watchdog(m, &x->signature, f->subject);
  return dfmti_signature_of(m, &x->signature, "anr", f->process, dfmti_anr_reason_class(f->subject));
}

static dfmt_status make_dropbox_fault(struct state *x, dfmt_str record) {
  struct dfmti_dropbox_fault f;
  struct dfmti_mem *m = &x->feed.in.mem;
  uint64_t ms = 0;
  if (!dfmti_dropbox_read(m, record, &f, &x->trace)) return DFMT_E_NOMEM;
  const dfmt_str tag = stored_tag(x, &f, &ms);
  if (!sign_fault(x, &f, tag)) return DFMT_E_NOMEM;
  x->body.dropbox_fault =
      (struct dfmti_crash_dropbox_row){.head = {sizeof x->body.dropbox_fault, DFMTI_ROW_DROPBOX_FAULT},
                                       .truncated = f.has_trace && x->trace.cut,
                                       .has_pid = f.has_pid,
                                       .file = f.line.tag.len == 0,
                                       .has_when = ms > 0,
                                       .when_us = (int64_t)ms * 1000,
                                       .process_id = f.process_id,
                                       .time_text = f.line.time,
                                       .tag = tag,
                                       .process_name = f.process,
                                       .signature = dfmti_derived_kept(&x->signature),
                                       .message = f.has_trace ? dfmti_java_trace_root(&x->trace).message : f.subject};
  return DFMT_OK;
}

/* ---- processes ---- */

static enum part process_part(const struct state *x, dfmt_str line) {
  struct dfmti_ps_line p;
  return dfmti_ps_line(&x->heading, line, &p) ? BEGINS : OTHER;
}

/* A list ends at an empty line. */
static dfmt_status note_heading(struct state *x, dfmt_str line) {
  struct dfmti_ps_heading h;
  if (dfmti_ps_heading(line, &h)) x->heading = h;
  if (line.len == 0) x->heading.n = 0;
  return DFMT_OK;
}

static dfmt_status make_process(struct state *x, dfmt_str record) {
  static const uint32_t bits[][2] = {
      {DFMTI_PS_HAS_TID, DFMT_BUGREPORT_PROCESS_HAS_THREAD_ID},
      {DFMTI_PS_HAS_PPID, DFMT_BUGREPORT_PROCESS_HAS_PARENT_PROCESS_ID},
      {DFMTI_PS_HAS_VSZ, DFMT_BUGREPORT_PROCESS_HAS_VSZ},
      {DFMTI_PS_HAS_RSS, DFMT_BUGREPORT_PROCESS_HAS_RSS},
      {DFMTI_PS_HAS_STATE, DFMT_BUGREPORT_PROCESS_HAS_STATE},
      {DFMTI_PS_HAS_TIME, DFMT_BUGREPORT_PROCESS_HAS_TIME_S},
  };
  struct dfmti_ps_line p;
  (void)dfmti_ps_line(&x->heading, dfmti_cut_first(record, record.len - 1), &p);
  x->body.process = (dfmt_bugreport_process){.head = {sizeof x->body.process, DFMT_TYPE_BUGREPORT_PROCESS},
                                             .present = BITS_OF(p.has, bits),
                                             .process_id = p.process_id,
                                             .thread_id = p.thread_id,
                                             .parent_process_id = p.parent_id,
                                             .vsz_kb = p.vsz_kb,
                                             .rss_kb = p.rss_kb,
                                             .time_s = p.time_s,
                                             .user_id = p.user,
                                             .state = p.state,
                                             .name = p.name};
  return DFMT_OK;
}

/* ---- memory ---- */

static enum part meminfo_part(const struct state *x, dfmt_str line) {
  struct dfmti_meminfo_line m;
  return x->measure && dfmti_meminfo_line(line, &m) ? BEGINS : OTHER;
}

static dfmt_status note_measure(struct state *x, dfmt_str line) {
  x->measure = 0;
  if (dfmti_is(line, "Total PSS by process:")) x->measure = DFMT_BUGREPORT_MEASURE_PSS;
  if (dfmti_is(line, "Total RSS by process:")) x->measure = DFMT_BUGREPORT_MEASURE_RSS;
  return DFMT_OK;
}

static dfmt_status make_meminfo_process(struct state *x, dfmt_str record) {
  struct dfmti_meminfo_line m;
  (void)dfmti_meminfo_line(dfmti_cut_first(record, record.len - 1), &m);
  x->body.meminfo_process =
      (dfmt_bugreport_meminfo_process){.head = {sizeof x->body.meminfo_process, DFMT_TYPE_BUGREPORT_MEMINFO_PROCESS},
                                       .present = m.has_swap ? DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_SWAP_KB : 0,
                                       .measure = x->measure,
                                       .process_id = m.process_id,
                                       .activities = m.activities,
                                       .size_kb = m.kb,
                                       .swap_kb = m.swap_kb,
                                       .process_name = m.process};
  return DFMT_OK;
}

/* ---- battery ---- */

static enum part battery_part(const struct state *x, dfmt_str line) {
  struct dfmti_battery_line b;
  (void)x;
  return dfmti_battery_line(line, &b) ? BEGINS : OTHER;
}

static dfmt_status note_pool(struct state *x, dfmt_str line) {
  struct dfmti_mem *m = &x->feed.in.mem;
  return dfmti_battery_pool_line(m, &x->pool, line) ? DFMT_OK : DFMT_E_NOMEM;
}

static bool make_items(struct state *x, dfmt_str text) {
  static const uint32_t changes[] = {[DFMTI_BATTERY_SET] = DFMT_BUGREPORT_BATTERY_CHANGE_SET,
                                     [DFMTI_BATTERY_ON] = DFMT_BUGREPORT_BATTERY_CHANGE_ON,
                                     [DFMTI_BATTERY_OFF] = DFMT_BUGREPORT_BATTERY_CHANGE_OFF};
  struct dfmti_battery_item item;
  while (dfmti_battery_item(&text, &item)) {
    dfmt_bugreport_battery_item to = {.change = changes[item.change], .name = item.name, .value = item.value};
    if (item.has_value) to.present |= DFMT_BUGREPORT_BATTERY_ITEM_HAS_VALUE;
    if (dfmti_battery_pool_find(&x->pool, &item, &to.user_id, &to.text))
      to.present |= DFMT_BUGREPORT_BATTERY_ITEM_HAS_TEXT;
    if (!dfmti_buf_append(&x->feed.in.mem, &x->children, &to, sizeof to)) return false;
  }
  return true;
}

static dfmt_status make_battery_event(struct state *x, dfmt_str record) {
  struct dfmti_battery_line b;
  x->children.len = 0;
  (void)dfmti_battery_line(dfmti_cut_first(record, record.len - 1), &b);
  if (b.has_items && !make_items(x, b.text)) return DFMT_E_NOMEM;
  x->body.battery_event = (dfmt_bugreport_battery_event){
      .head = {sizeof x->body.battery_event, DFMT_TYPE_BUGREPORT_BATTERY_EVENT},
      .truncated = x->pool.full,
      .delta_ms = b.delta_ms,
      .text = b.text,
      .items = (const dfmt_bugreport_battery_item *)(const void *)x->children.ptr,
      .n_items = x->children.len / sizeof(dfmt_bugreport_battery_item),
  };
  return DFMT_OK;
}

/* ---- events ---- */

static bool is_title(const struct state *x, const dfmt_bugreport_section *s) {
  return x->kind->title && dfmti_starts(s->title, x->kind->title);
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  const struct state *x = state;
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_service *service = dfmt_event_bugreport_service(ev);
  const dfmt_bugreport_text *text = dfmt_event_bugreport_text(ev);
  bool wanted = (section && is_title(x, section)) || (x->kind->files && dfmti_crash_feed_is_stored(ev));
  if (service) wanted = x->kind->service && dfmti_starts(service->name, x->kind->service);
  if (text) wanted = x->in_section || !(text->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER);
  return wanted ? DFMT_TABLE_PIECES : 0;
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  bool goes_on = x->feed.open || (x->in_section && dfmt_event_bugreport_text(ev));
  if (!goes_on) {
    x->package.len = 0;
    x->heading.n = 0;
    x->measure = 0;
    x->list = DFMTI_PACKAGE_LIST_NONE;
    dfmti_battery_pool_clear(&x->pool);
  }
  return dfmti_crash_feed_piece(&x->feed, ev, piece);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  dfmt_status st = dfmti_crash_feed_event(&x->feed, ev);
  if (st != DFMT_OK) return st;
  if (s) x->in_section = is_title(x, s);
  if (ev && ev->type == DFMT_BUGREPORT_SECTION_END) x->in_section = false;
  return DFMT_OK;
}

/* ---- records ---- */

/* Whether another line might not fit. */
static bool is_full(const struct state *x) { return x->record.len > MOST_BYTES - DFMTI_FEED_LINE - 1; }

/* Adds the current line. */
static dfmt_status keep_line(struct state *x, bool first) {
  size_t n = (size_t)x->line.text.len, had = first ? 0 : x->record.len;
  if (!dfmti_buf_reserve(&x->feed.in.mem, &x->record, n + 1)) return DFMT_E_NOMEM;
  if (first) {
    x->record.len = 0;
    x->offset = x->line.offset;
    x->number = x->line.number;
    x->cut = false;
    x->open = true;
  }
  x->cut |= x->line.cut;
  if (n > 0) memcpy(x->record.ptr + had, x->line.text.ptr, n);
  x->record.ptr[had + n] = '\n';
  x->record.len = had + n + 1;
  return DFMT_OK;
}

/* Makes its row; after an error it is still open. */
static dfmt_status end_record(struct state *x) {
  struct dfmti_crash_place *row = &x->body.place;
  dfmt_status st = x->kind->make(x, dfmti_derived_kept(&x->record));
  if (st != DFMT_OK) return st;
  x->open = false;
  row->truncated = row->truncated || x->cut;
  dfmti_crash_place_put(row, &x->feed, x->offset, x->number);
  return DFMT_OK;
}

/* Processes the current line. OK: there is a row, and the line is still the current one. */
static dfmt_status take_line(struct state *x) {
  enum part part = x->kind->part(x, x->line.text);
  if (x->open && part == GOES_ON && is_full(x)) {
    x->cut = true;
    part = OTHER;
  }
  if (x->open && part != GOES_ON) return end_record(x);
  dfmt_status st = DFMT_OK;
  if (part != OTHER) st = keep_line(x, part == BEGINS);
  if (part == OTHER && x->kind->note) st = x->kind->note(x, x->line.text);
  if (st != DFMT_OK) return st;
  x->has_line = false;
  return DFMT_END;
}

static dfmt_status next_line(struct state *x) {
  dfmt_status st = dfmti_crash_feed_next(&x->feed, false, &x->line);
  x->has_line = st == DFMT_OK;
  return st;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  dfmt_status st = DFMT_END;
  while (st == DFMT_END && (x->has_line || (st = next_line(x)) == DFMT_OK)) st = take_line(x);
  if (st == DFMT_END && x->open && !x->feed.open) st = end_record(x);
  if (st == DFMT_OK) *out = &x->body.place.head;
  return st;
}

/* ---- the tables ---- */

static const uint32_t events[] = {DFMT_BUGREPORT_ENTRY,
                                  DFMT_BUGREPORT_BANNER,
                                  DFMT_BUGREPORT_SECTION,
                                  DFMT_BUGREPORT_SECTION_END,
                                  DFMT_BUGREPORT_SERVICE,
                                  DFMT_BUGREPORT_TEXT,
                                  0};

#define TABLE(NAME, TYPE, ...) \
  static const struct kind NAME##_kind = {__VA_ARGS__, make_##NAME, (int)TYPE == (int)DFMTI_ROW_DROPBOX_FAULT}; \
  static dfmt_status begin_##NAME##_rows(void *state, const dfmt_table_input *in) { \
    struct state *x = state; \
    dfmti_derived_input_begin(&x->feed.in, in); \
    x->kind = &NAME##_kind; \
    return DFMT_OK; \
  } \
  const dfmt_table_maker dfmti_bugreport_##NAME = { \
      .size = sizeof(dfmt_table_maker), \
      .row = TYPE, \
      .types = dfmti_bugreport_tables_types, \
      .events = events, \
      .state_size = sizeof(struct state), \
      .begin = begin_##NAME##_rows, \
      .wants = wants, \
      .piece = piece, \
      .event = event, \
      .next_row = next_row, \
      .close = close_state, \
  };
TABLE(exit_info, DFMT_TYPE_BUGREPORT_EXIT_INFO, "activity", NULL, exit_part, note_package)
TABLE(package, DFMT_TYPE_BUGREPORT_PACKAGE, "package", NULL, package_part, note_list)
TABLE(dropbox_entry, DFMT_TYPE_BUGREPORT_DROPBOX_ENTRY, "dropbox", "DROPBOX", dropbox_part, NULL)
TABLE(dropbox_fault, DFMTI_ROW_DROPBOX_FAULT, "dropbox", "DROPBOX", dropbox_fault_part, NULL)
TABLE(process, DFMT_TYPE_BUGREPORT_PROCESS, NULL, "PROCESSES", process_part, note_heading)
TABLE(meminfo_process, DFMT_TYPE_BUGREPORT_MEMINFO_PROCESS, "meminfo", "MEMINFO", meminfo_part, note_measure)
TABLE(battery_event, DFMT_TYPE_BUGREPORT_BATTERY_EVENT, "batterystats", "CHECKIN BATTERYSTATS", battery_part, note_pool)
