// SPDX-License-Identifier: MIT
// libdiagfmt in C++17's manner, to copy and to change: handles that free themselves, errors as exceptions, events in a
// range-based for. It is no part of the library and may change at any time; what it wraps is not and does not.
#ifndef DIAGFMT_EXAMPLE_HPP
#define DIAGFMT_EXAMPLE_HPP

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <diagfmt/diagfmt.h>

namespace diagfmt {

inline std::string_view view(const dfmt_str &s) { return {s.len ? s.ptr : "", static_cast<std::size_t>(s.len)}; }

// What went wrong, copied, as the handle's own dfmt_error ends with the next call.
class error : public std::runtime_error {
 public:
  error(dfmt_status st, const dfmt_error *why)
      : std::runtime_error(why && why->status ? why->message : dfmt_status_name(st)),
        status(st),
        number(why ? why->number : 0),
        offset(why ? why->offset : 0) {}
  dfmt_status status;
  std::uint32_t number;
  std::uint64_t offset;
};

template <auto Free>
struct deleter {
  template <typename T>
  void operator()(T *p) const {
    Free(p);
  }
};
template <typename T, auto Free>
struct handle : std::unique_ptr<T, deleter<Free>> {
  using std::unique_ptr<T, deleter<Free>>::unique_ptr;
};

class source : public handle<dfmt_source, dfmt_source_free> {
 public:
  static source path(const char *name) {
    dfmt_source *s = nullptr;
    return source(dfmt_source_path(nullptr, name, &s), s);
  }
  static source memory(std::string_view bytes) { // borrowed
    dfmt_source *s = nullptr;
    return source(dfmt_source_memory(nullptr, bytes.data(), bytes.size(), &s), s);
  }

 private:
  source(dfmt_status st, dfmt_source *&s) : handle(s) {
    if (st != DFMT_OK) throw error(st, nullptr);
  }
};

class memory_sink : public handle<dfmt_sink, dfmt_sink_free> {
 public:
  memory_sink() {
    dfmt_sink *s = nullptr;
    if (dfmt_status st = dfmt_sink_memory(nullptr, &s)) throw error(st, nullptr);
    reset(s);
  }
  std::string_view bytes() const {
    const void *ptr = nullptr;
    std::uint64_t len = 0;
    if (dfmt_status st = dfmt_sink_bytes(get(), &ptr, &len)) throw error(st, dfmt_sink_error(get()));
    return {static_cast<const char *>(ptr), static_cast<std::size_t>(len)};
  }
};

// for (const dfmt_event &ev : reader): each event lives until the next turn of the loop.
class reader : public handle<dfmt_reader, dfmt_reader_free> {
 public:
  explicit reader(const source &from, std::uint32_t format = 0, const dfmt_config *config = nullptr) {
    dfmt_reader *r = nullptr;
    if (dfmt_status st = dfmt_reader_new(config, &r)) throw error(st, nullptr);
    reset(r);
    check(dfmt_reader_open(r, format, from.get()));
  }
  const dfmt_event *next() { // nullptr at the end
    const dfmt_event *ev = nullptr;
    dfmt_status st = dfmt_reader_next(get(), &ev);
    return st == DFMT_END ? nullptr : (check(st), ev);
  }
  std::string payload() { // all that is left of it; for a large one pull dfmt_payload_chunk()
    memory_sink to;
    check(dfmt_payload_drain(get(), to.get(), nullptr));
    return std::string(to.bytes());
  }
  struct iterator {
    reader *r;
    const dfmt_event *ev;
    const dfmt_event &operator*() const { return *ev; }
    void operator++() { ev = r->next(); }
    bool operator!=(const iterator &other) const { return ev != other.ev; }
  };
  iterator begin() { return {this, next()}; }
  iterator end() { return {this, nullptr}; }

 private:
  void check(dfmt_status st) const {
    if (st != DFMT_OK) throw error(st, dfmt_reader_error(get()));
  }
};

// A body for a writer: zero but for its head.
template <typename Body>
Body body(std::uint32_t type) {
  Body b{};
  b.head.size = sizeof b;
  b.head.type = type;
  return b;
}

class writer : public handle<dfmt_writer, dfmt_writer_free> {
 public:
  writer(const memory_sink &to, std::uint32_t format, std::uint32_t variant = 0) {
    dfmt_writer *w = nullptr;
    if (dfmt_status st = dfmt_writer_new(nullptr, &w)) throw error(st, nullptr);
    reset(w);
    check(dfmt_writer_open(w, format, variant, to.get()));
  }
  void put(const dfmt_head &head) { check(dfmt_writer_put(get(), &head)); }
  void finish() { check(dfmt_writer_finish(get())); }

 private:
  void check(dfmt_status st) const {
    if (st != DFMT_OK) throw error(st, dfmt_writer_error(get()));
  }
};

} // namespace diagfmt

#endif
