// SPDX-License-Identifier: MIT
// Arguments of graphics calls: trees, stored as nodes in pre-order (struct dfmt_apitrace_value), as values in the form
// that JSON lines have. They can be deep, so that what is open is kept in an array.

const NULL = 0, FALSE = 1, TRUE = 2, SINT = 3, UINT = 4, FLOAT = 5, DOUBLE = 6, STRING = 7, BLOB = 8, ENUM = 9,
  BITMASK = 10, ARRAY = 11, STRUCT = 12, OPAQUE = 13, REPR = 14, WSTRING = 15;
const NODE = 32, SPAN = 4, BITS = 8, PTR = 16, AUX = 24; // bytes: size of a node, and where its members are
const SIG_NAME = 16, SIG_MEMBERS = 32, SIG_COUNT = 40, STR = 16;

const bits = (m, at) => m.view.getBigUint64(at + BITS, true);
const str = (m, at) => m.textOrBytes(m.u32(at), m.u32(at + 8));
const sig = (m, at) => m.u32(at + PTR);

function blob(m, at) {
  if (!sig(m, at)) return { blob: { size: Number(m.view.getBigUint64(at + AUX, true)), ordinal: bits(m, at) } };
  return { blob: m.copy(m.u32(at + PTR), m.u32(at + AUX)) };
}

function enumeration(m, at) {
  const value = m.view.getBigInt64(at + BITS, true);
  const name = m.c.dfmt_apitrace_enum_name(sig(m, at), value) >>> 0;
  return name ? { enum: value, name: str(m, name) } : { enum: value };
}

function bitmask(m, at) {
  const room = m.alloc(64 * 4 + 8);
  try {
    const n = m.c.dfmt_apitrace_flag_names(sig(m, at), bits(m, at), room + 8, room);
    const names = Array.from({ length: n }, (_, i) => str(m, m.u32(room + 8 + 4 * i)));
    const rest = m.view.getBigUint64(room, true);
    return rest ? { bitmask: bits(m, at), names, rest } : { bitmask: bits(m, at), names };
  } finally {
    m.c.free(room);
  }
}

/** Text if it is some, else its units. */
function wide(m, at) {
  const units = Array.from({ length: sig(m, at) ? m.u32(at + AUX) : 0 }, (_, i) => m.u32(m.u32(at + PTR) + 4 * i));
  const isText = units.every((u) => u <= 0x10ffff);
  const text = isText ? units.map((u) => u < 0x10000 ? String.fromCharCode(u) : String.fromCodePoint(u)).join("") : "";
  return { wide: isText && text.isWellFormed?.() !== false ? text : units };
}

const leaf = {
  [NULL]: () => null,
  [FALSE]: () => false,
  [TRUE]: () => true,
  [SINT]: (m, at) => m.view.getBigInt64(at + BITS, true),
  [UINT]: bits,
  [FLOAT]: (m, at) => m.view.getFloat32(at + BITS, true),
  [DOUBLE]: (m, at) => m.view.getFloat64(at + BITS, true),
  [STRING]: (m, at) => m.textOrBytes(m.u32(at + PTR), m.u32(at + AUX)),
  [BLOB]: blob,
  [ENUM]: enumeration,
  [BITMASK]: bitmask,
  [OPAQUE]: (m, at) => ({ pointer: bits(m, at) }),
  [WSTRING]: wide,
};

/** A node that has children: the value, and how to put a child into it. */
function branch(m, at, kind) {
  if (kind === ARRAY) {
    const value = [];
    return { value, put: (child) => value.push(child) };
  }
  if (kind === REPR) {
    const value = {};
    return { value, put: (child) => { value["repr" in value ? "machine" : "repr"] = child; } };
  }
  const here = sig(m, at), value = { struct: here ? str(m, here + SIG_NAME) : "", members: [] };
  const name = (i) => here && i < m.u32(here + SIG_COUNT) ? str(m, m.u32(here + SIG_MEMBERS) + STR * i) : "";
  return { value, put: (child) => value.members.push({ name: name(value.members.length), value: child }) };
}

/** The value at a root. */
export function tree(m, root) {
  const end = root + NODE * m.u32(root + SPAN);
  const holder = { end, put: (value) => { holder.value = value; } };
  const open = [holder];
  for (let at = root; at < end; at += NODE) {
    while (open.at(-1).end <= at) open.pop();
    const kind = m.u32(at);
    if (leaf[kind]) {
      open.at(-1).put(leaf[kind](m, at));
    } else {
      const made = branch(m, at, kind);
      open.at(-1).put(made.value);
      open.push({ ...made, end: at + NODE * m.u32(at + SPAN) });
    }
  }
  return holder.value;
}
