// SPDX-License-Identifier: MIT
// Structs of the library as objects, by the descriptions that it has of them (include/diagfmt/describe.h): no list of
// members is written here.
import { tree } from "./tree.js";

// DFMT_KIND_*, DFMT_SHAPE_*, DFMT_FIELD_TABLE
const U32 = 1, I32 = 2, U64 = 3, I64 = 4, STR = 5, BYTES = 6, CSTR = 7, ENUM = 8, FLAGS = 9, BOOL = 10, ARRAY = 11,
  REF = 12, REF_ARRAY = 13, VALUE_TREE = 14, F64 = 22;
const SHAPE_ENUM = 4, SHAPE_FLAGS = 5;
const IN_TABLE = 4;
const TYPE_STR = 0x8000;
const PRIMITIVE = 256; // element types below are kinds

const SIZES = { [U32]: 4, [I32]: 4, [U64]: 8, [I64]: 8, [STR]: 16, [BYTES]: 16, [CSTR]: 4, [F64]: 8 };

/** The value of a plain kind at a place. */
const plain = {
  [U32]: (m, at) => m.view.getUint32(at, true),
  [I32]: (m, at) => m.view.getInt32(at, true),
  [U64]: (m, at) => m.view.getBigUint64(at, true),
  [I64]: (m, at) => m.view.getBigInt64(at, true),
  [STR]: (m, at) => m.textOrBytes(m.u32(at), m.u32(at + 8)), // lengths are below 2^32 here
  [BYTES]: (m, at) => m.copy(m.u32(at), m.u32(at + 8)),
  [CSTR]: (m, at) => m.cstr(m.u32(at)),
  [BOOL]: (m, at) => m.u32(at) !== 0,
  [F64]: (m, at) => m.view.getFloat64(at, true),
};

function readField(m, at) {
  const [name, kind, offset, elem, count, mask, , flags] = [0, 4, 8, 12, 16, 20, 24, 28].map((o) => m.u32(at + o));
  return { name: m.cstr(name), kind, offset, elem, count, mask, flags };
}

function readType(m, at) {
  const fields = [];
  const first = m.u32(at + 40);
  for (let i = 0; i < m.u32(at + 32); i++) fields.push(readField(m, first + 36 * i));
  return {
    number: m.u32(at + 28), name: m.cstr(m.u32(at + 8)), shape: m.u32(at + 16), size: m.u32(at + 20),
    present: m.u32(at + 24), fields,
  };
}

/** How to make objects of structs. Types are taken in when they are first met, as many never are. */
class Records {
  #types = new Map();

  /** The type with a number; undefined: unknown. */
  type(m, number) {
    if (!this.#types.has(number)) {
      const at = m.c.dfmt_ops_describe(number) >>> 0;
      this.#types.set(number, at ? this.#plan(readType(m, at)) : undefined);
    }
    return this.#types.get(number);
  }

  #plan(type) {
    if (type.shape === SHAPE_ENUM || type.shape === SHAPE_FLAGS)
      return { ...type, words: new Map(type.fields.map((f) => [f.offset, f.name])) };
    const members = type.fields.map((f) => ({ ...f, decode: f.flags & IN_TABLE ? undefined : this.#decoder(f) }));
    return { ...type, members: members.filter((f) => f.decode) };
  }

  /** (module, place of the member, place of its count) => value; undefined for what people do not see. */
  #decoder(f) {
    switch (f.kind) {
      case ENUM: case FLAGS: case I32:
        return (m, at) => this.#word(m, f, at);
      case REF:
        return (m, at) => this.#target(m, m.u32(at), f.elem);
      case REF_ARRAY:
        return (m, at, n) => this.#list(n, (i) => this.#target(m, m.u32(m.u32(at) + 4 * i), f.elem));
      case ARRAY:
        return (m, at, n) => this.#array(m, m.u32(at), n, f.elem);
      case VALUE_TREE:
        return (m, at) => m.u32(at) ? tree(m, m.u32(at), this) : null;
      default:
        return plain[f.kind];
    }
  }

  #list(n, item) { return Array.from({ length: n }, (_, i) => item(i)); }

  #array(m, first, n, elem) {
    if (elem < PRIMITIVE) return this.#list(n, (i) => plain[elem](m, first + SIZES[elem] * i));
    if (elem === TYPE_STR) return this.#list(n, (i) => plain[STR](m, first + SIZES[STR] * i));
    const size = this.type(m, elem).size;
    return this.#list(n, (i) => this.struct(m, first + size * i, elem));
  }

  #word(m, f, at) {
    const words = f.elem ? this.type(m, f.elem)?.words : undefined;
    const value = m.u32(at);
    if (f.kind === FLAGS) {
      const bits = [];
      for (let i = 0; i < 32; i++) {
        const bit = 2 ** i;
        if (value >>> i & 1) bits.push(words?.get(bit) ?? bit);
      }
      return bits;
    }
    return words?.get(value) ?? (f.kind === I32 ? value | 0 : value);
  }

  /** What a pointer leads to; null of a null pointer. A body says itself what it is. */
  #target(m, at, number) {
    if (!at) return null;
    if (number === TYPE_STR) return plain[STR](m, at);
    return this.struct(m, at, number || m.u32(at + 4));
  }

  /** The struct of a type at a place. Members of a bit in `present` that is not set are left out. */
  struct(m, at, number) {
    const type = this.type(m, number);
    const present = m.u32(at + type.present); // at 0, too; of no use where no member has a bit
    const made = {};
    for (const f of type.members) {
      if (f.mask && !(present & f.mask)) continue;
      made[f.name] = f.decode(m, at + f.offset, f.count ? m.u32(at + f.count) : 0);
    }
    return made;
  }

  /** Chosen members of a struct, by their indexes in the description; of those that are absent null. */
  row(m, at, number, columns) {
    const all = this.struct(m, at, number);
    const { fields } = this.type(m, number);
    return Object.fromEntries(columns.map((i) => [fields[i].name, all[fields[i].name] ?? null]));
  }
}

export const records = new Records(); // places in it are the same in every module
