// SPDX-License-Identifier: MIT
// Kinds of operations, and what each answers and writes, as the library describes them (include/diagfmt/ops/ops.h): no
// list of them is written here.
import { instantiate, listed } from "./module.js";
import { wordsOf } from "./options.js";
import { records } from "./records.js";

const described = (m, at) => records.struct(m, at, m.u32(at + 4)); // its head says what it is

const typeName = (m, number) => records.type(m, number)?.name ?? null;

/** What profiles keep depends on what is made of them: the word of "profile.purpose" for a document, if it has one. */
function purposeOf(words, kind, { part, name }) {
  return part === "document" ? [`${kind}_${name}`, name].find((word) => words.includes(word)) : undefined;
}

function readPart(m, at, kind, purposes) {
  const part = described(m, at), purpose = purposeOf(purposes, kind, part);
  return { ...part, rows: typeName(m, part.rows), facts: typeName(m, part.facts), purpose };
}

function readKind(m, at, purposes) {
  const kind = described(m, at), parts = listed((i) => m.c.dfmt_op_part_at(at, i));
  return { ...kind, parts: parts.map((part) => readPart(m, part, kind.name, purposes)) };
}

async function read() {
  const m = await instantiate(), purposes = wordsOf(m, records, "profile.purpose");
  return listed(m.c.dfmt_op_at).map((at) => readKind(m, at, purposes));
}

let known;

/** All kinds, which are the same in every module. */
export async function kinds() {
  known ??= await read();
  return known;
}

/** What of them others see. */
export async function operations() {
  return (await kinds()).map(({ name, help, flags, min_inputs, max_inputs, parts }) => ({
    name, help, flags: [...flags], min_inputs, max_inputs,
    parts: parts.map(({ purpose, ...part }) => ({ ...part, flags: [...part.flags] })),
  }));
}
