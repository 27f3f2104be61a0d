// SPDX-License-Identifier: MIT
// Writes a crash report into memory and reads it back: report. Or shows a file's entries: report FILE
#include <iostream>

#include "diagfmt.hpp"

namespace {

void show(const diagfmt::source &from) {
  diagfmt::reader in(from, DFMT_APPORT);
  for (const dfmt_event &ev : in)
    if (const auto *field = dfmt_event_apport_field(&ev)) {
      std::cout << diagfmt::view(field->key) << ": ";
      if (ev.flags & DFMT_EVENT_FLAG_PAYLOAD)
        std::cout << in.payload().size() << " bytes\n";
      else
        std::cout << diagfmt::view(field->text) << '\n';
    }
}

void put(diagfmt::writer &out, std::string_view key, std::string_view text) {
  auto field = diagfmt::body<dfmt_apport_field>(DFMT_APPORT_FIELD);
  field.present = DFMT_APPORT_FIELD_HAS_TEXT;
  field.key = {key.data(), key.size()};
  field.text = {text.data(), text.size()};
  out.put(field.head);
}

} // namespace

int main(int argc, char **argv) try {
  if (argc == 2) {
    show(diagfmt::source::path(argv[1]));
    return 0;
  }
  diagfmt::memory_sink file;
  diagfmt::writer out(file, DFMT_APPORT);
  put(out, "ProblemType", "Crash");
  put(out, "Title", "teapot crashed with SIGSEGV in pour()");
  out.finish();
  show(diagfmt::source::memory(file.bytes()));
  return 0;
} catch (const diagfmt::error &e) {
  std::cerr << "report: " << dfmt_status_name(e.status) << ": " << e.what() << '\n';
  return 1;
}
