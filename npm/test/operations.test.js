// SPDX-License-Identifier: MIT
// Operations give the rows that the tool prints. $DFMT_TOOL and $DFMT_SAMPLES as in lines.test.js.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parsed, same } from "./line.js";

const { operate, operations, print } = await import(process.env.DIAGFMT_PACKAGE ?? "diagfmt");

/** Also where its status says that it has found something. */
const ofTool = (...args) => spawnSync(process.env.DFMT_TOOL, args, { encoding: "utf8", maxBuffer: 1 << 28 }).stdout;

const present = (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

for (const [command, operation, ...samples] of [
  ["info", "info", "apport/demo_segv.crash"], ["info", "info", "bugreport/report.zip"],
  ["info", "info", "apitrace/backtraces.trace"], ["info", "info", "mallocdbg/v12.txt"],
  ["ls", "list", "apport/demo_segv.crash"], ["ls", "list", "bugreport/report.zip"],
  ["top", "profile", "mallocdbg/v12.txt"],
  ["compare", "compare", "simpleperf/demo_small.simpleperf", "simpleperf/demo_trace.simpleperf"],
  ["compare", "compare", "mallocdbg/v12.txt", "mallocdbg/v12_info.txt"],
  ["diff", "diff", "mallocdbg/v12.txt", "mallocdbg/v12_info.txt"],
]) {
  test(`${operation} of ${samples}`, async () => {
    const paths = samples.map((sample) => join(process.env.DFMT_SAMPLES, sample));
    const lines = ofTool(command, "--json", ...paths).split("\n");
    const sets = await operate(operation, await Promise.all(paths.map((path) => openAsBlob(path))), { names: paths });
    const rows = sets.flatMap((set) => set.rows.map(present));
    assert.equal(rows.length, lines.length - 1);
    rows.forEach((row, i) => assert.ok(same(row, parsed(lines[i])), lines[i]));
  });
}

const read = (sample) => openAsBlob(join(process.env.DFMT_SAMPLES, sample));

test("operations are those of the library", async () => {
  const kinds = new Map((await operations()).map((kind) => [kind.name, kind]));
  const { help, flags, min_inputs: least, parts } = kinds.get("profile");
  assert.match(help, /^[A-Z].*\.$/);
  assert.deepEqual([flags.includes("merges"), least], [true, 1n]);
  const { name, help: about, ...first } = parts[0];
  assert.deepEqual([name, first], ["functions",
    { part: "answer", flags: ["usual"], media: null, rows: "profile.row", facts: "profile.facts" }]);
  assert.match(about, /^Functions/);
  assert.equal(parts.find((part) => part.part === "document" && part.name === "flame").media, "image/svg+xml");
  assert.deepEqual(kinds.get("repair").parts.at(-1).flags, ["required"]);
  parts.length = 0;
  assert.ok((await operations())[0].parts.length > 0); // what one caller has is not another's
});

test("each answer can be asked for by its name, of inputs that have it", async () => {
  const inputs = { profile: "mallocdbg/v12.txt", heap: "mallocdbg/v12.txt", compare: "mallocdbg/v12.txt",
    diff: "mallocdbg/v12.txt" };
  const options = { search: { "search.patterns": "Crash" }, value: { "value.key": "Title" },
    profile: { "profile.keep": "stacks" } };
  for (const { name, min_inputs: least, max_inputs: most, parts } of await operations()) {
    if (name === "extract") continue;
    const file = await read(inputs[name] ?? "apport/demo_segv.crash"), n = name === "compare" ? 2n : least;
    assert.ok(n <= most);
    for (const { name: answer } of parts.filter(({ part }) => part === "answer")) {
      const asked = operate(name, Array(Number(n)).fill(file), { ...options[name], answer });
      const sets = await asked.catch((error) => assert.equal(error.status, "E_UNSUPPORTED", error));
      if (sets) assert.equal(sets.length, 1, `${name} ${answer}`);
    }
  }
});

test("an answer is that of the tool", async () => {
  const paths = ["v12.txt", "v12_info.txt"].map((name) => join(process.env.DFMT_SAMPLES, "mallocdbg", name));
  const printed = await print("compare", await Promise.all(paths.map((path) => openAsBlob(path))),
    { answer: "total", form: "csv", names: paths });
  assert.equal(printed, ofTool("compare", "--total", "--csv", ...paths));
  const [usual] = await operate("profile", await read("mallocdbg/v12.txt"));
  const [named] = await operate("profile", await read("mallocdbg/v12.txt"), { answer: "functions" });
  assert.deepEqual(named, usual);
});

test("what an operation writes need not be asked for", async () => {
  const [{ name, rows }] = await operate("convert", await read("apport/demo_segv.crash"));
  assert.deepEqual([name, rows.length], ["conversion", 1]);
});

test("an operation says what is wrong", async () => {
  await assert.rejects(operate("nothing", new Uint8Array()), { status: "E_ARG", message: /profile, compare/ });
  await assert.rejects(operate("profile", await read("mallocdbg/v12.txt"), { answer: "nothing" }),
    { status: "E_ARG", message: /nothing/ });
  await assert.rejects(operate("extract", await read("apport/demo_segv.crash")),
    { status: "E_UNSUPPORTED", message: /files/ });
  await assert.rejects(operate("compare", await read("mallocdbg/v12.txt")), { name: "DiagfmtError" }); // with what?
  await assert.rejects(operate("text", await read("simpleperf/demo_small.simpleperf")), { status: "E_UNSUPPORTED" });
  await assert.rejects(operate("info", new Uint8Array([1, 2, 3])), { status: "E_UNSUPPORTED" });
  await assert.rejects(operate("profile", await read("apport/demo_segv.crash")), { status: "E_UNSUPPORTED" });
});
