// SPDX-License-Identifier: MIT
// Operations of libdiagfmt-ops (include/diagfmt/ops): what they find as rows, and what they write.
import { kinds } from "./kinds.js";
import { DiagfmtError, END } from "./module.js";
import { readSet } from "./rows.js";
import { Session } from "./session.js";
import { Sink } from "./sink.js";

const FORMS = new Map([["table", 0], ["csv", 1], ["json", 2]]); // DFMT_PRINT_*

const OF_FILES = ["extract"]; // kinds that write files of their own, which the module cannot

/** A key of placeholders: the module sees no file, so none from which the library could take one. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Options that kinds have unless told otherwise. */
const USUAL = { share: () => ({ "share.key": randomKey() }) };

function pick(map, name, what) {
  if (!map.has(name)) throw new DiagfmtError("E_ARG", `${what} is one of ${[...map.keys()].join(", ")}`);
  return map.get(name);
}

async function kindOf(name) {
  return pick(new Map((await kinds()).map((kind) => [kind.name, kind])), name, "an operation");
}

function check(session, status) {
  if (status < 0) throw session.error(session.m.c.dfmt_op_error(session.handle));
  return status;
}

/** call(at) with a name, which is there as long as it runs; undefined: a null pointer. */
const withName = (m, name, call) => name === undefined ? call(0) : m.withText(name, call);

/** Makes an output of an operation, in memory. */
function addOutput(session, { name }) {
  const { m, handle } = session, to = new Sink(m, session.config);
  check(session, withName(m, name, (at) => m.c.dfmt_op_output(handle, at, 0n, to.handle)));
  return to;
}

function open({ name }, source, options) {
  if (OF_FILES.includes(name)) throw new DiagfmtError("E_UNSUPPORTED", `${name} writes files, which needs a file system`);
  return Session.open([source].flat(), { ...USUAL[name]?.(), ...options }, (c, { m, config }, out) =>
    withName(m, name, (at) => c.dfmt_op_new(config, at, out)));
}

/**
 * use(session, outputs) with an operation that has run. Outputs, by their parts, are the one that is wanted, and those
 * without which it does not run.
 */
async function run(kind, source, options, use, wanted) {
  const session = await open(kind, source, options);
  try {
    for (const input of session.sources) check(session, session.m.c.dfmt_op_add(session.handle, input));
    const parts = kind.parts.filter((part) => part === wanted || part.flags.includes("required"));
    const outputs = new Map(parts.map((part) => [part, addOutput(session, part)]));
    check(session, await session.run((c) => c.dfmt_op_run(session.handle)));
    return await use(session, outputs);
  } finally {
    session.close();
  }
}

/** take(rows) of each set of an answer, or of the usual ones. */
async function eachSet(session, answer, take) {
  const { m, handle } = session, out = m.alloc(8), taken = [];
  check(session, withName(m, answer, (at) => m.c.dfmt_op_answer(handle, at, out)));
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

const findSets = (session, answer) => eachSet(session, answer, (rows) => whole(readSet(session, rows)));

/** What an operation finds in a file, or several: sets of rows, { name, facts, rows }. */
export async function operate(name, source, { answer, ...options } = {}) {
  return run(await kindOf(name), source, options, (session) => findSets(session, answer));
}

/** The same as text: sets of rows one after the other. */
export async function print(name, source, { form = "table", answer, ...options } = {}) {
  const number = pick(FORMS, form, "form");
  return run(await kindOf(name), source, options, async (session) => {
    const { m } = session, to = new Sink(m, session.config);
    await eachSet(session, answer, async (rows) => {
      const status = await session.run((c) => c.dfmt_rows_print(rows, number, 0, to.handle));
      if (status < 0) throw session.error(m.c.dfmt_rows_error(rows));
    });
    return to.text();
  });
}

/** What an operation wrote, and what it found meanwhile. */
class Product {
  constructor(bytes, type, sets) { Object.assign(this, { bytes, type: type ?? "application/octet-stream", sets }); }

  blob() { return new Blob([this.bytes], { type: this.type }); }

  text() { return new TextDecoder().decode(this.bytes); }
}

function makeOutput(kind, part, source, options) {
  const finds = kind.parts.some((one) => one.part === "answer");
  return run(kind, source, options, async (session, outputs) =>
    new Product(outputs.get(part).bytes(), part.media, finds ? await findSets(session) : []), part);
}

/** How a flame graph looks, as options. What is 0 is as usual. */
const lookOf = ({ title, inverted, width, minWidth }) => ({
  "profile.flame_title": title || undefined,
  "profile.flame_inverted": inverted,
  "profile.flame_width": width ? Math.round(width) : undefined,
  "profile.flame_min_width": minWidth ? Math.max(0, Math.round(1000 * minWidth)) : undefined,
});

function makeDocument(kind, part, source, { title, inverted, width, minWidth, ...options }) {
  const look = lookOf({ title, inverted, width, minWidth });
  return run(kind, source, { "profile.purpose": part.purpose, ...look, ...options }, (session) => {
    const { m, handle } = session, to = new Sink(m, session.config);
    check(session, withName(m, part.name, (at) => m.c.dfmt_op_write(handle, at, 0, to.handle)));
    return new Product(to.bytes(), part.media, []);
  });
}

/** What can be made: outputs by their kinds, documents by their names; where that is taken, by both: "share.review". */
async function products() {
  const found = new Map();
  for (const kind of await kinds()) {
    for (const part of kind.parts.filter((one) => one.part !== "answer")) {
      const name = part.part === "output" ? kind.name : part.name;
      found.set(found.has(name) ? `${kind.name}.${part.name}` : name, { kind, part });
    }
  }
  return found;
}

/** What is made of a file, or several: { bytes, type, sets }. */
export async function make(name, source, options = {}) {
  const { kind, part } = pick(await products(), name, "what is made");
  return (part.part === "output" ? makeOutput : makeDocument)(kind, part, source, options);
}
