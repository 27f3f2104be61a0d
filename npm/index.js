// SPDX-License-Identifier: MIT
// Diagnostic files in JavaScript: see README.md, and index.d.ts for what each call does.
import { instantiate } from "./lib/module.js";
import { make, operate, print } from "./lib/operation.js";
import { Reader } from "./lib/reader.js";
import { table } from "./lib/table.js";

export { DiagfmtError } from "./lib/module.js";
export { make, operate, print, Reader };
export { Writer } from "./lib/writer.js";

export const open = (source, options) => Reader.open(source, options);

export const readTable = (source, name, options) => table(source, name, options);

export async function* jsonLines(source, { payload, ...options } = {}) {
  yield* (await Reader.open(source, options)).jsonLines({ payload });
}

export async function identify(source, name) {
  const reader = await Reader.open(source);
  try {
    return await reader.identify(name);
  } finally {
    reader.close();
  }
}

/** What one of the functions that list things gives from 0 on, until it gives nothing. */
function* listed(at) {
  for (let i = 0, found; (found = at(i) >>> 0); i++) yield found;
}

const NAME = 8; // in dfmt_type and dfmt_option
const FEATURES = { snappy: 1, zstd: 2, brotli: 3 }; // DFMT_FEATURE_*

export async function info() {
  const m = await instantiate();
  const version = m.c.dfmt_version() >>> 0;
  return {
    version: [version >>> 24, version >>> 16 & 255, version >>> 8 & 255].join("."),
    formats: [...listed((i) => m.c.dfmt_format_at(i))].map((number) => m.cstr(m.c.dfmt_format_name(number) >>> 0)),
    tables: [...listed((i) => m.c.dfmt_table_at(i))].map((at) => m.cstr(m.u32(at + NAME))),
    options: [...listed((i) => m.c.dfmt_option_at(i))].map((at) => ({ name: m.cstr(m.u32(at + NAME)),
      help: m.cstr(m.u32(at + NAME + 4)) })),
    codecs: Object.keys(FEATURES).filter((name) => m.c.dfmt_has_feature(FEATURES[name])),
  };
}
