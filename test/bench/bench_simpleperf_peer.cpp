/* SPDX-License-Identifier: MIT */
/* The same work by protobuf's own library: a new message for each record, or an arena. */
#include "bench_simpleperf.h"

#include <cstdlib>
#include <cstring>

#include <google/protobuf/arena.h>

#include "simpleperf.pb.h"

using dfmt::simpleperf::Record;

static uint64_t sum_of(const Record &r) {
  uint64_t sum = 0;
  switch (r.record_data_case()) {
    case Record::kSample: {
      const auto &s = r.sample();
      sum = s.time() + static_cast<uint32_t>(s.thread_id()) + s.event_count() + s.event_type_id();
      for (const auto &f : s.callchain())
        sum += f.vaddr_in_file() + f.file_id() + static_cast<uint32_t>(f.symbol_id()) +
               static_cast<uint32_t>(f.execution_type());
      break;
    }
    case Record::kContextSwitch: {
      const auto &x = r.context_switch();
      sum = x.time() + x.switch_on() + x.thread_id();
      break;
    }
    case Record::kFile: {
      const auto &f = r.file();
      sum = f.id() + f.path().size();
      for (const auto &s : f.symbol()) sum += s.size();
      for (const auto &s : f.mangled_symbol()) sum += s.size();
      break;
    }
    case Record::kThread:
      sum = uint64_t{r.thread().thread_id()} + r.thread().process_id() + r.thread().thread_name().size();
      break;
    case Record::kLost: sum = r.lost().sample_count() + r.lost().lost_count(); break;
    default: break;
  }
  return sum;
}

static uint32_t size_at(const uint8_t *p) {
  uint32_t n;
  std::memcpy(&n, p, sizeof n);
  return n;
}

static void parse(Record *r, const uint8_t *p) {
  if (!r->ParseFromArray(p + 4, static_cast<int>(size_at(p)))) std::abort();
}

uint64_t bench_protobuf_read(const uint8_t *ptr, size_t len, bool arena) {
  uint64_t sum = 0;
  const uint8_t *p = ptr + 12;
  if (len < 16) std::abort();
  static char block[65536];
  google::protobuf::ArenaOptions options;
  options.initial_block = block;
  options.initial_block_size = sizeof block;
  google::protobuf::Arena pool(options);
  for (; size_at(p); p += 4 + size_at(p)) {
    if (arena) {
      Record *r = google::protobuf::Arena::CreateMessage<Record>(&pool);
      parse(r, p);
      sum += sum_of(*r);
      pool.Reset();
    } else {
      Record r;
      parse(&r, p);
      sum += sum_of(r);
    }
  }
  return sum;
}

uint64_t bench_protobuf_write(const struct bench_samples *x, uint8_t *buf, size_t cap) {
  Record r;
  uint64_t bytes = 0;
  for (size_t i = 0; i < x->n; i++) {
    auto *s = r.mutable_sample();
    s->Clear();
    s->set_time(x->time_ns[i]);
    s->set_thread_id(x->thread_id[i]);
    for (uint64_t k = x->first_frame[i]; k < x->first_frame[i + 1]; k++) {
      auto *f = s->add_callchain();
      f->set_vaddr_in_file(x->frames[k].vaddr);
      f->set_file_id(x->frames[k].file_id);
      f->set_symbol_id(x->frames[k].symbol_id);
    }
    s->set_event_count(x->event_count[i]);
    s->set_event_type_id(x->event_type_id[i]);
    size_t n = r.ByteSizeLong();
    if (n > cap) std::abort();
    r.SerializeWithCachedSizesToArray(buf);
    bytes += 4 + n;
  }
  return bytes;
}
