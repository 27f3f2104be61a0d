/* SPDX-License-Identifier: MIT */
#include "option.h"

#include <stddef.h>

#include <diagfmt/describe.h>

#define OPTION(KEY, NAME, KIND, UNIT, WORDS, ROLES, LO, HI, DEF, HELP) \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, \
   .name = NAME, \
   .help = HELP, \
   .key = DFMT_CFG_##KEY, \
   .kind = DFMT_KIND_##KIND, \
   .unit = DFMT_UNIT_##UNIT, \
   .words = WORDS, \
   .roles = ROLES, \
   .lo = LO, \
   .hi = HI, \
   .def = DEF}

enum {
  READER = DFMT_ROLE_READER,
  WRITER = DFMT_ROLE_WRITER,
  ALL = DFMT_ROLE_READER | DFMT_ROLE_WRITER | DFMT_ROLE_SOURCE | DFMT_ROLE_SINK
};
#define MIB(n) ((uint64_t)(n) << 20)

const dfmt_option dfmti_common_options[] = {
    OPTION(MAX_MEMORY, "max_memory", U64, BYTES, 0, ALL, MIB(1), UINT64_MAX, MIB(256),
           "Most bytes that one handle may have allocated at a time."),
    OPTION(MAX_RECORD, "max_record", U64, BYTES, 0, READER, 4096, UINT64_MAX, MIB(64),
           "Most bytes of one indivisible record, such as a key."),
    OPTION(MAX_INLINE, "max_inline", U64, BYTES, 0, READER | WRITER, 64, UINT64_MAX, MIB(1),
           "Values up to this many bytes come with their event; larger ones become payload."),
    OPTION(MAX_DEPTH, "max_depth", U64, NONE, 0, READER, 1, 65536, 256, "Most levels of nested values."),
    OPTION(MAX_TABLE, "max_table", U64, BYTES, 0, READER | WRITER, 4096, UINT64_MAX, MIB(64),
           "Most bytes of names, signatures or directories kept while a file is open."),
    OPTION(MAX_OUTPUT, "max_output", U64, BYTES, 0, READER | DFMT_ROLE_SOURCE, 0, UINT64_MAX, UINT64_MAX,
           "Most decoded bytes of one payload, and of a compressed input (at least 4 MiB)."),
    OPTION(
        MAX_RATIO, "max_ratio", U64, NONE, 0, READER | DFMT_ROLE_SOURCE, 0, UINT64_MAX, 0,
        "Highest ratio of decoded to stored bytes, of a payload after 1 MiB, of an input after 4; 0: 2000 for inputs."),
    OPTION(MAX_FEED, "max_feed", U64, BYTES, 0, DFMT_ROLE_SOURCE, 1, UINT64_MAX, MIB(16),
           "Most bytes that may wait in a feed."),
    OPTION(HASH_SEED, "hash_seed", U64, NONE, 0, ALL, 0, UINT64_MAX, 0,
           "Seed of hash tables, for tests; 0: random, which protects from crafted collisions."),
    OPTION(DIAGNOSTICS, "diagnostics", BOOL, NONE, 0, READER, 0, 1, 0,
           "Deliver notes and warnings about the input as events."),
    OPTION(RECOVER, "recover", BOOL, NONE, 0, READER, 0, 1, 0, "Salvage: continue after damage, and report it."),
    OPTION(UNWRAP, "unwrap", BOOL, NONE, 0, READER, 0, 1, 1,
           "Unwrap an input that is gzip or Zstandard as a whole, and decode UTF-16."),
    OPTION(THREADS, "threads", U64, NONE, 0, READER | WRITER, 0, 64, 0,
           "Threads that decompress ahead, or compress; 0 for none. Same events, more memory."),
    OPTION(LEVEL, "level", ENUM, NONE, DFMT_TYPE_LEVEL, WRITER, 0, 257, DFMT_LEVEL_DEFAULT,
           "Compression level: a word, or the codec's own 1 to 22."),
    OPTION(SPARSE, "sparse", ENUM, NONE, DFMT_TYPE_SPARSE, DFMT_ROLE_SINK, 0, 1, DFMT_SPARSE_AUTO,
           "Pages of zeros in new files: auto makes them holes, never writes them."),
    {.key = 0},
};

const dfmt_option *dfmti_option_in(const dfmt_option *table, uint32_t key) {
  for (; table->key; table++)
    if (table->key == key) return table;
  return NULL;
}

dfmt_status dfmti_option_check(const dfmt_option *o, uint64_t value) {
  return o->kind == DFMT_KIND_STR || value < o->lo || value > o->hi ? DFMT_E_ARG : DFMT_OK;
}
