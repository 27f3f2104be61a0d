// SPDX-License-Identifier: MIT
// Options of the library, by their names (include/diagfmt/config.h).
import { DiagfmtError, listed } from "./module.js";

const STR = 5, FLAGS = 9; // DFMT_KIND_*
const NAME = 8, HELP = 12, KEY = 16, KIND = 20, WORDS = 28; // members of dfmt_option

const read = (m, at) => ({ name: m.cstr(m.u32(at + NAME)), help: m.cstr(m.u32(at + HELP)), key: m.u32(at + KEY),
  kind: m.u32(at + KIND), words: m.u32(at + WORDS) });

/** Those of the library, then those of its operations. */
export const allOptions = (m) =>
  [m.c.dfmt_option_at, m.c.dfmt_ops_option_at].flatMap((list) => listed(list).map((at) => read(m, at)));

function find(m, name) {
  const option = allOptions(m).find((one) => one.name === name);
  if (!option) throw new DiagfmtError("E_UNSUPPORTED", "there is no such option");
  return option;
}

/** The name of the option with a key; undefined: none. */
export const optionName = (m, key) => allOptions(m).find((option) => option.key === key)?.name;

/** The words of an option. */
export const wordsOf = (m, records, name) => [...records.type(m, find(m, name).words).words.values()];

function numberOf(m, records, option, word) {
  for (const [number, known] of records.type(m, option.words)?.words ?? []) if (known === word) return number;
  throw new DiagfmtError("E_ARG", `"${word}" is no word of this option`);
}

/** A number of a value that is one, or words. */
function number(m, records, option, value) {
  if (option.kind === FLAGS && Array.isArray(value))
    return value.reduce((bits, word) => bits | BigInt(numberOf(m, records, option, word)), 0n);
  return BigInt(typeof value === "string" ? numberOf(m, records, option, value) : value);
}

function set(m, records, config, name, value) {
  const option = find(m, name);
  if (option.kind !== STR) {
    m.check(m.c.dfmt_config_set(config, option.key, number(m, records, option, value)));
    return;
  }
  for (const item of [value].flat())
    m.withText(item, (at, length) => m.check(m.c.dfmt_config_add(config, option.key, at, BigInt(length))));
}

/** A configuration, which lives as long as the module. */
export function makeConfig(m, records, options) {
  const config = m.handle((out) => m.c.dfmt_config_new(out));
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    try {
      set(m, records, config, name, value);
    } catch (error) {
      throw new DiagfmtError(error.status ?? "E_ARG", `option ${name}: ${error.message}`, {}, { cause: error });
    }
  }
  return config;
}
