// SPDX-License-Identifier: MIT
// Operations of libdiagfmt-ops (include/diagfmt/ops): what they find as rows, and what they write.
import { DiagfmtError, END } from "./module.js";
import { readSet } from "./rows.js";
import { Session } from "./session.js";
import { Sink } from "./sink.js";

const OPERATIONS = ["diff", "heap", "info", "list", "profile", "search", "triage", "verify"];
const FORMS = { table: 0, csv: 1, json: 2 }; // DFMT_PRINT_*

const BYTES = "application/octet-stream", TEXT = "text/plain";

/** A key of placeholders: the module sees no file, so none from which the library could take one. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Operations that write while they run: the call that sets their output, its media type, whether they have rows too, and
 * options that they have unless told otherwise.
 */
const FILES = {
  convert: { to: "dfmt_convert_to", type: BYTES, finds: true },
  repair: { to: "dfmt_convert_to", type: BYTES, finds: true },
  share: { to: "dfmt_share_to", type: BYTES, finds: true, usual: () => ({ "share.key": randomKey() }) },
  text: { to: "dfmt_text_to", type: TEXT },
  value: { to: "dfmt_value_to", type: BYTES },
};

/** Documents of profiles: their numbers, DFMT_PROFILE_*; a profile has a purpose of the same name. */
const DOCUMENTS = {
  folded: { number: 0, type: TEXT },
  flame: { number: 1, type: "image/svg+xml" },
  pprof: { number: 2, type: "application/gzip" },
  firefox: { number: 3, type: "application/json" },
};

function pick(table, name, what) {
  if (!Object.hasOwn(table, name)) throw new DiagfmtError("E_ARG", `${what} is one of ${Object.keys(table).join(", ")}`);
  return table[name];
}

function check(session, status) {
  if (status < 0) throw session.error(session.m.c.dfmt_op_error(session.handle));
  return status;
}

/** use(session) with an operation; prepare(session) before it runs. */
async function run(name, source, options, use, prepare = () => {}) {
  const session = await Session.open([source].flat(), options, (c, { config }, out) =>
    c[`dfmt_${name}_new`](config, out));
  try {
    for (const input of session.sources) check(session, session.m.c.dfmt_op_add(session.handle, input));
    prepare(session);
    check(session, await session.run((c) => c.dfmt_op_run(session.handle)));
    return await use(session);
  } finally {
    session.close();
  }
}

/** take(rows) of each set that was found. */
async function eachSet(session, take) {
  const { m } = session, out = m.alloc(8), taken = [];
  check(session, m.c.dfmt_op_rows(session.handle, out));
  const rows = m.u32(out);
  do taken.push(await take(rows));
  while (m.check(m.c.dfmt_rows_next_set(rows)) !== END);
  return taken;
}

async function whole({ rows, ...set }) {
  const all = [];
  for await (const row of rows) all.push(row);
  return { ...set, rows: all };
}

const findSets = (session) => eachSet(session, (rows) => whole(readSet(session, rows)));

function checkName(name) {
  if (!OPERATIONS.includes(name)) throw new DiagfmtError("E_ARG", `an operation is one of ${OPERATIONS.join(", ")}`);
}

/** What an operation finds in a file, or several: sets of rows, { name, facts, rows }. */
export async function operate(name, source, options = {}) {
  checkName(name);
  return run(name, source, options, findSets);
}

/** The same as text: sets of rows one after the other. */
export async function print(name, source, { form = "table", ...options } = {}) {
  checkName(name);
  const number = pick(FORMS, form, "form");
  return run(name, source, options, async (session) => {
    const { m } = session, to = new Sink(m, session.config);
    await eachSet(session, async (rows) => {
      const status = await session.run((c) => c.dfmt_rows_print(rows, number, 0, to.handle));
      if (status < 0) throw session.error(m.c.dfmt_rows_error(rows));
    });
    return to.text();
  });
}

/** What an operation wrote, and what it found meanwhile. */
class Product {
  constructor(bytes, type, sets) { Object.assign(this, { bytes, type, sets }); }

  blob() { return new Blob([this.bytes], { type: this.type }); }

  text() { return new TextDecoder().decode(this.bytes); }
}

async function makeFile(name, source, options) {
  const { to: setOutput, type, finds, usual } = FILES[name];
  let to;
  const prepare = (session) => {
    to = new Sink(session.m, session.config);
    check(session, session.m.c[setOutput](session.handle, to.handle));
  };
  return run(name, source, { ...usual?.(), ...options }, async (session) =>
    new Product(to.bytes(), type, finds ? await findSets(session) : []), prepare);
}

const LOOK = 40, INVERTED = 4, WIDTH = 8, MIN_WIDTH = 16, TITLE = 24, TITLE_LENGTH = 32; // dfmt_flame_look in bytes

/** use(at) with a dfmt_flame_look. */
function withLook(m, { title, inverted, width, minWidth }, use) {
  const at = m.alloc(LOOK);
  m.bytes.fill(0, at, at + LOOK);
  m.view.setUint32(at, LOOK, true);
  m.view.setUint32(at + INVERTED, Number(inverted), true);
  m.view.setFloat64(at + WIDTH, width, true);
  m.view.setFloat64(at + MIN_WIDTH, minWidth, true);
  return m.withText(title, (text, length) => {
    m.view.setUint32(at + TITLE, text, true);
    m.view.setBigUint64(at + TITLE_LENGTH, BigInt(length), true);
    return use(at);
  });
}

async function makeDocument(name, source, { title = "", inverted = false, width = 0, minWidth = 0, ...options }) {
  const { number, type } = DOCUMENTS[name];
  return run("profile", source, { "profile.purpose": name, ...options }, (session) => {
    const { m } = session, to = new Sink(m, session.config);
    check(session, withLook(m, { title, inverted, width, minWidth }, (at) =>
      m.c.dfmt_profile_write(session.handle, number, at, to.handle)));
    return new Product(to.bytes(), type, []);
  });
}

/** What is made of a file, or several: { bytes, type, sets }. */
export async function make(name, source, options = {}) {
  pick({ ...FILES, ...DOCUMENTS }, name, "what is made");
  return name in FILES ? makeFile(name, source, options) : makeDocument(name, source, options);
}
