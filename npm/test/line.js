// SPDX-License-Identifier: MIT
// Whether an object says the same as the JSON line of its event, for tests.

const TOKEN = /("(?:[^"\\]|\\.)*")|-?\d+(\.\d+)?([eE][+-]?\d+)?/g;

/** A line with its whole numbers as "#…", so that none is rounded. */
export function parsed(line) {
  return JSON.parse(line.replace(TOKEN, (all, string, fraction, exponent) =>
    string || fraction || exponent ? all : `"#${all}"`));
}

function sameWhole(value, said) {
  if (typeof said !== "string") return false;
  if (said.startsWith("#")) return BigInt(said.slice(1)) === BigInt(value);
  return /^(0x)?[0-9a-f]+$/.test(said) && BigInt(said.startsWith("0x") ? said : `0x${said}`) === BigInt(value);
}

function sameReal(value, said) {
  const text = said?.float ?? said?.double ?? said;
  const number = typeof text === "number" ? text : Number({ inf: "Infinity", "-inf": "-Infinity" }[text] ??
    String(text).replace("#", ""));
  return Object.is(value, number) || value === Math.fround(number) || (Number.isNaN(value) && /nan/.test(text));
}

function sameBytes(value, said) {
  if (typeof said === "string") return Buffer.from(said).equals(value);
  return "base64" in said ? Buffer.from(said.base64, "base64").equals(value) : sameWhole(value.length, said.size);
}

function sameMembers(value, said) {
  const names = Object.keys(value);
  return names.length === Object.keys(said).length &&
    names.every((name) => name in said && same(value[name], said[name]));
}

/** Bytes that are UTF-8 are text in lines, blobs only their sizes. */
export function same(value, said) {
  if (typeof value === "bigint") return sameWhole(value, said);
  if (typeof value === "number")
    return (Number.isSafeInteger(value) && sameWhole(value, said)) || sameReal(value, said);
  if (value instanceof Uint8Array) return sameBytes(value, said);
  if (Array.isArray(value))
    return Array.isArray(said) && value.length === said.length && value.every((item, i) => same(item, said[i]));
  if (value !== null && typeof value === "object") return sameMembers(value, said);
  return value === said;
}
