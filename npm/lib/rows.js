// SPDX-License-Identifier: MIT
// Rows, of tables and of operations (include/diagfmt/rows.h).
import { END } from "./module.js";

// Members of dfmt_row_set, the size of dfmt_column, and a member of dfmt_type.
const N_COLUMNS = 4, NAME = 8, TYPE = 12, COLUMNS = 20, FACTS = 24, COLUMN = 8, NUMBER = 28;

async function* rest(session, rows, type, members) {
  const { m, records } = session, out = m.alloc(4);
  for (let status; (status = await session.run((c) => c.dfmt_rows_next(rows, out))) !== END;) {
    if (status < 0) throw session.error(m.c.dfmt_rows_error(rows));
    yield records.row(m, m.u32(out), type, members);
  }
}

/** The set at hand: { name, facts, rows }, whose rows can be had until the next set. */
export function readSet(session, rows) {
  const { m, records } = session, set = m.c.dfmt_rows_set(rows) >>> 0, facts = m.u32(set + FACTS);
  const members = Array.from({ length: m.u32(set + N_COLUMNS) }, (_, i) => m.u32(m.u32(set + COLUMNS) + COLUMN * i));
  return {
    name: m.cstr(m.u32(set + NAME)),
    facts: facts ? records.struct(m, facts, m.u32(facts + 4)) : null,
    rows: rest(session, rows, m.u32(m.u32(set + TYPE) + NUMBER), members),
  };
}
