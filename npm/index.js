// SPDX-License-Identifier: MIT
// Diagnostic files in JavaScript: see README.md, and index.d.ts for what each call does.
import { instantiate, listed } from "./lib/module.js";
import { make, operate, print } from "./lib/operation.js";
import { allOptions } from "./lib/options.js";
import { Reader } from "./lib/reader.js";
import { table } from "./lib/table.js";

export { DiagfmtError } from "./lib/module.js";
export { make, operate, print, Reader };
export { operations } from "./lib/kinds.js";
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

const NAME = 8; // in dfmt_type
const FEATURES = { snappy: 1, zstd: 2, brotli: 3 }; // DFMT_FEATURE_*

export async function info() {
  const m = await instantiate();
  const version = m.c.dfmt_version() >>> 0;
  return {
    version: [version >>> 24, version >>> 16 & 255, version >>> 8 & 255].join("."),
    formats: listed(m.c.dfmt_format_at).map((number) => m.cstr(m.c.dfmt_format_name(number) >>> 0)),
    tables: listed(m.c.dfmt_ops_table_at).map((at) => m.cstr(m.u32(at + NAME))),
    options: allOptions(m).map(({ name, help }) => ({ name, help })),
    codecs: Object.keys(FEATURES).filter((name) => m.c.dfmt_has_feature(FEATURES[name])),
  };
}
