// SPDX-License-Identifier: MIT
// Tables: the records of one kind, or rows that are made of several, as include/diagfmt/scan.h has them.
import { readSet } from "./rows.js";
import { Session } from "./session.js";

const REQUEST = 56, COLUMNS = 24, N_COLUMNS = 32; // dfmt_table_request: its size, and where its members are

/** A dfmt_table_request; it is not freed, as the module's memory is given back as a whole. */
function request(m, columns) {
  const at = m.alloc(REQUEST);
  m.bytes.fill(0, at, at + REQUEST);
  m.view.setUint32(at, REQUEST, true);
  if (!columns) return at;
  const names = m.alloc(4 * columns.length + 4);
  columns.forEach((name, i) => {
    const bytes = new TextEncoder().encode(`${name}\0`), text = m.alloc(bytes.length);
    m.bytes.set(bytes, text);
    m.view.setUint32(names + 4 * i, text, true);
  });
  m.view.setUint32(at + COLUMNS, names, true);
  m.view.setUint32(at + N_COLUMNS, columns.length, true);
  return at;
}

function check(session, status) {
  if (status < 0) throw session.error(session.m.c.dfmt_scan_error(session.handle));
}

/** The rows of a table, once from first to last. */
export async function* table(source, name, { columns, ...options } = {}) {
  const session = await Session.open([source], options, (c, { config, sources: [from] }, out) =>
    c.dfmt_scan_new(config, from, out));
  try {
    const { m, handle: scan } = session, out = m.alloc(8);
    const wanted = request(m, columns);
    check(session, m.c.dfmt_scan_offer(scan, m.c.dfmt_ops_tables()));
    check(session, await session.run((c) => m.withText(name, (at) => c.dfmt_scan_table(scan, at, wanted, out))));
    check(session, await session.run((c) => c.dfmt_scan_rows(scan, out)));
    yield* readSet(session, m.u32(out)).rows;
  } finally {
    session.close();
  }
}
