// SPDX-License-Identifier: MIT
// Tables: the records of one kind, or rows that are made of several, as include/diagfmt/scan.h has them.
import { END } from "./module.js";
import { Session } from "./session.js";

const REQUEST = 56, COLUMNS = 24, N_COLUMNS = 32; // dfmt_table_request: its size, and where its members are
const SET_COLUMNS = 4, SET_TYPE = 12, SET_MEMBERS = 20, COLUMN = 8; // dfmt_row_set, and the size of dfmt_column
const TYPE_NUMBER = 28; // in dfmt_type

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

function check(session, status, error, handle) {
  if (status < 0) throw session.error(session.m.c[error](handle));
  return status;
}

/** The rows of a table, once from first to last. */
export async function* table(source, name, { columns, ...options } = {}) {
  const session = await Session.open(source, options, (c, { config, source: from }, out) =>
    c.dfmt_scan_new(config, from, out));
  try {
    const { m, records, handle: scan } = session, out = m.alloc(8);
    const asked = m.withText(name, (at) => m.c.dfmt_scan_table(scan, at, request(m, columns), out));
    check(session, asked, "dfmt_scan_error", scan);
    check(session, await session.run((c) => c.dfmt_scan_rows(scan, out)), "dfmt_scan_error", scan);
    const rows = m.u32(out), set = m.c.dfmt_rows_set(rows) >>> 0;
    const type = m.u32(m.u32(set + SET_TYPE) + TYPE_NUMBER);
    const members = Array.from({ length: m.u32(set + SET_COLUMNS) }, (_, i) =>
      m.u32(m.u32(set + SET_MEMBERS) + COLUMN * i));
    while (check(session, await session.run((c) => c.dfmt_rows_next(rows, out)), "dfmt_rows_error", rows) !== END)
      yield records.row(m, m.u32(out), type, members);
  } finally {
    session.close();
  }
}
