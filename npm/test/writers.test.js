// SPDX-License-Identifier: MIT
// Files that are written by copying events: byte for byte, in another variant, of a choice. $DFMT_SAMPLES, $DFMT_TOOL:
// as in lines.test.js.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

const { jsonLines, open } = await import(process.env.DIAGFMT_PACKAGE ?? "diagfmt");

const sample = (path) => join(process.env.DFMT_SAMPLES, path);
const report = sample("apport/demo_segv.crash");

/** A file of the events that are wanted. */
async function copy(source, options, isWanted = () => true) {
  const reader = await open(source), writer = reader.writer(options);
  for await (const event of reader) if (isWanted(event)) await writer.copy(event);
  return writer.finish();
}

async function lines(source) {
  const found = [];
  for await (const line of jsonLines(source)) found.push(line);
  return found;
}

/** Lines without what says where the file has them. */
const withoutPlaces = (all) => all.map((line) => line.replace(/"(line|\w*offset|\w*length|stored_size)":\d+,?/g, ""));

for (const path of ["apport/demo_segv.crash", "mallocdbg/v12.txt", "simpleperf/demo_small.simpleperf",
  "bugreport/report.zip", "apitrace/backtraces.trace"]) {
  test(`${path} is copied`, async () => {
    const bytes = await readFile(sample(path));
    const copied = await copy(bytes);
    assert.ok(copied instanceof Uint8Array && copied.length > 0);
    assert.deepEqual(withoutPlaces(await lines(copied)), withoutPlaces(await lines(bytes)));
    assert.deepEqual(await copy(await openAsBlob(sample(path))), copied); // one that has to be waited for
    const reader = await open(bytes), writer = reader.writer();
    for (const event of reader) writer.copySync(event);
    assert.deepEqual(writer.finish(), copied);
  });
}

test("what is legal is copied byte for byte", async () => {
  for (const path of [report, sample("mallocdbg/v12.txt")])
    assert.deepEqual(Buffer.from(await copy(await readFile(path))), await readFile(path));
});

test("a variant is that of the tool", async () => {
  for (const [path, variant] of [["apport/demo_segv.crash", "gzip_128k"], ["apport/demo_segv.crash", "zlib"],
    ["mallocdbg/v12.txt", "v11"]]) {
    const expected = execFileSync(process.env.DFMT_TOOL, ["convert", `--dialect=${variant}`, sample(path)],
      { maxBuffer: 1 << 28 });
    assert.deepEqual(Buffer.from(await copy(await readFile(sample(path)), { variant })), expected, `${path} ${variant}`);
  }
  await assert.rejects(copy(await readFile(report), { variant: "mime" }), { status: "E_STATE", message: /earlier/ }); // order
  await assert.rejects(copy(await readFile(report), { variant: "v12" }), { status: "E_ARG", message: /gzip_128k/ });
});

test("a choice of events", async () => {
  const made = await copy(await readFile(report), {}, ({ body }) => body.key.startsWith("P"));
  const keys = [];
  for (const { body } of await open(made)) keys.push(body.key);
  assert.ok(keys.length > 1 && keys.includes("ProblemType") && keys.every((key) => key.startsWith("P")), keys);
});

test("writers say what is wrong", async () => {
  const bytes = await readFile(report), reader = await open(bytes), other = await open(bytes);
  const writer = reader.writer();
  assert.throws(() => writer.finish(), { name: "DiagfmtError", status: "E_STATE" }); // nothing was read
  const first = reader.nextSync(), foreign = other.nextSync();
  assert.throws(() => writer.copySync(foreign), { status: "E_STATE" });
  reader.nextSync();
  await assert.rejects(writer.copy(first), { status: "E_STATE" }); // it is not at hand any more
  writer.finish();
  assert.throws(() => writer.finish(), { status: "E_STATE" });
  reader.close();
  assert.throws(() => reader.writer(), { status: "E_STATE" });
  assert.throws(() => other.writer({ nothing: 1 }), /option nothing/);
});
