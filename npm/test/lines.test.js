// SPDX-License-Identifier: MIT
// JSON lines are those of the tool, and objects say the same as lines: of every sample, and every file of the corpus.
// $DFMT_TOOL: the tool; $DFMT_SAMPLES: a folder with a folder of samples per format; $DFMT_CORPUS: more files, if it is
// set. DIAGFMT_PACKAGE: what is imported.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { parsed, same } from "./line.js";

const { jsonLines, open } = await import(process.env.DIAGFMT_PACKAGE ?? "diagfmt");
const run = promisify(execFile);
const LARGEST = 8 << 20;

async function filesOf(folder) {
  const files = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.path ?? entry.parentPath, entry.name);
    if (entry.isFile() && (await stat(path)).size <= LARGEST) files.push(path);
  }
  return files.sort();
}

/** What the tool prints, and whether it said that something is wrong. */
async function ofTool(path, args) {
  try {
    const { stdout } = await run(process.env.DFMT_TOOL, ["dump", ...args, path], { maxBuffer: 1 << 30 });
    return { lines: stdout.split("\n").slice(0, -1), failed: false };
  } catch (error) {
    if (typeof error.code !== "number") throw error;
    return { lines: error.stdout.split("\n").slice(0, -1), failed: true };
  }
}

async function ofPackage(bytes, options) {
  const lines = [];
  try {
    for await (const line of jsonLines(bytes, options)) lines.push(line);
    return { lines, failed: false };
  } catch (error) {
    assert.equal(error.name, "DiagfmtError", error.stack);
    return { lines, failed: true };
  }
}

/** Objects, without payloads. */
async function compareObjects(bytes, options, path) {
  const lines = jsonLines(bytes, { ...options, payload: "none" });
  try {
    for (const { type, body } of await open(bytes, options)) {
      const { value: line } = await lines.next();
      assert.ok(same({ event: type, ...body }, parsed(line)), `${path}: ${line}`);
    }
  } catch (error) {
    assert.equal(error.name, "DiagfmtError", error.stack);
  }
  assert.equal((await lines.next().catch(() => ({}))).value, undefined, `${path}: there are more lines than events`);
}

async function compare(path) {
  const bytes = await readFile(path);
  for (const [args, options] of [[[], {}], [["--salvage"], { recover: true }]]) {
    const made = await ofPackage(bytes, options), expected = await ofTool(path, args);
    assert.deepEqual(made.lines, expected.lines, `${path} ${args}`);
    // In salvage the tool says that something is damaged, and the package leaves that to diagnostics.
    if (!options.recover) assert.equal(made.failed, expected.failed, path);
    await compareObjects(bytes, options, `${path} ${args}`);
  }
}

for (const folder of [process.env.DFMT_SAMPLES, process.env.DFMT_CORPUS].filter(Boolean)) {
  test(`lines of ${folder}`, async () => {
    const files = await filesOf(folder);
    assert.ok(files.length > 100, `there are ${files.length} files`);
    for (let i = 0; i < files.length; i += 2) await Promise.all(files.slice(i, i + 2).map(compare));
  });
}
