// SPDX-License-Identifier: MIT
// Operations of libdiagfmt-ops that find rows (include/diagfmt/ops).
import { DiagfmtError, END } from "./module.js";
import { readSet } from "./rows.js";
import { Session } from "./session.js";

const OPERATIONS = ["heap", "info", "list", "profile", "verify"];

function check(session, status) {
  if (status < 0) throw session.error(session.m.c.dfmt_op_error(session.handle));
  return status;
}

/** What an operation finds in a file: sets of rows, { name, facts, rows }. */
export async function operate(name, source, options = {}) {
  if (!OPERATIONS.includes(name)) throw new DiagfmtError("E_ARG", `an operation is one of ${OPERATIONS.join(", ")}`);
  const session = await Session.open(source, options, (c, { config }, out) => c[`dfmt_${name}_new`](config, out));
  try {
    const { m, handle: op } = session, out = m.alloc(8);
    check(session, m.c.dfmt_op_add(op, session.source));
    check(session, await session.run((c) => c.dfmt_op_run(op)));
    check(session, m.c.dfmt_op_rows(op, out));
    const rows = m.u32(out), sets = [];
    do sets.push(await whole(readSet(session, rows)));
    while (m.check(m.c.dfmt_rows_next_set(rows)) !== END);
    return sets;
  } finally {
    session.close();
  }
}

async function whole({ rows, ...set }) {
  const all = [];
  for await (const row of rows) all.push(row);
  return { ...set, rows: all };
}
