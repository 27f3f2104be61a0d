/* SPDX-License-Identifier: MIT */
/* The same from C++: handles in unique_ptr, a source of the program's own. */
#include <algorithm>
#include <cstring>
#include <iostream>
#include <memory>
#include <string_view>

#include <diagfmt/diagfmt.h>

namespace {

template <auto Free>
struct deleter {
  template <typename T>
  void operator()(T *p) const { Free(p); }
};
using reader = std::unique_ptr<dfmt_reader, deleter<dfmt_reader_free>>;
using source = std::unique_ptr<dfmt_source, deleter<dfmt_source_free>>;

constexpr std::string_view report = "ProblemType: Crash\nTitle: demo\nProcMaps:\n a\n b\n";

dfmt_status read_some(void *user, void *buf, std::uint64_t cap, std::uint64_t *got) {
  auto &left = *static_cast<std::string_view *>(user);
  if (left.empty()) return DFMT_END;
  *got = std::min<std::uint64_t>(cap, std::min<std::size_t>(left.size(), 5));
  std::memcpy(buf, left.data(), *got);
  left.remove_prefix(*got);
  return DFMT_OK;
}

}  // namespace

int main() {
  auto left = report;
  dfmt_source_ops ops{};
  ops.size = sizeof ops;
  ops.read = read_some;
  dfmt_source *s = nullptr;
  dfmt_reader *r = nullptr;
  if (dfmt_source_new(nullptr, &ops, &left, &s) != DFMT_OK) return 1;
  source owner{s};
  if (dfmt_reader_new(nullptr, &r) != DFMT_OK) return 1;
  reader in{r};
  if (dfmt_reader_open(in.get(), DFMT_APPORT, owner.get()) != DFMT_OK) return 1;
  const dfmt_event *ev = nullptr;
  dfmt_status st;
  int n = 0;
  while ((st = dfmt_reader_next(in.get(), &ev)) == DFMT_OK)
    if (const auto *f = dfmt_event_apport_field(ev)) {
      std::cout << std::string_view(f->key.ptr, f->key.len) << ' ' << f->text.len << '\n';
      n++;
    }
  return st == DFMT_END && n == 3 ? 0 : 1;
}
