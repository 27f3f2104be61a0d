// SPDX-License-Identifier: MIT
// The examples of the README run as they stand, each as a module of its own. $DFMT_SAMPLES: as in lines.test.js;
// $DFMT_README: the README.
import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const sample = (path) => openAsBlob(join(process.env.DFMT_SAMPLES, path));
const report = () => sample("apport/demo_segv.crash"), profile = () => sample("simpleperf/demo_small.simpleperf");

/** By a word of it, in the order of the README: what an example finds in its page, and what must come of it. */
const EXAMPLES = {
  "an <input": {
    page: async () => ({ file: await report() }),
    check: ({ lines }) => assert.deepEqual(lines[0], ["ProblemType", "Crash"]),
  },
  jsonLines: {
    page: async () => ({ file: await profile() }),
    check: ({ lines }) => assert.match(lines[0][0], /^\{"event":"simpleperf\./),
  },
  operate: {
    page: async () => ({ file: await profile(), before: await report(), after: await sample("apport/demo_legacy.crash"),
      dump: await sample("mallocdbg/v12.txt") }),
    check: ({ lines, tables }) => {
      assert.ok(tables[0].length > 0 && tables[0].length <= 20);
      assert.match(lines[0][0], /^first difference\n/);
      assert.match(lines[1][0], /^bytes,/);
    },
  },
  flame: {
    page: async () => ({ profile: await profile(), report: await report(), image: {} }),
    check: ({ image, made }) => {
      assert.match(image.src, /^blob:/);
      assert.ok(made.length > 0);
    },
  },
  writer: {
    page: async () => ({ file: await report() }),
    check: ({ made }) => {
      const text = Buffer.from(made).toString();
      assert.match(text, /^ProblemType: Crash$/m);
      assert.doesNotMatch(text, /CoreDump/);
    },
  },
  openInWorker: {
    page: async () => ({ file: new Blob([await (await report()).arrayBuffer()]) }),
    check: ({ lines }) => assert.equal(lines[0][0], "apport.field"),
  },
};

const blocks = [...(await readFile(process.env.DFMT_README, "utf8")).matchAll(/^```js\n(.*?)^```$/gms)].map((m) => m[1]);

test("no example of the README is left out", () => {
  assert.deepEqual(blocks.map((body) => Object.keys(EXAMPLES).filter((word) => body.includes(word)).at(-1)),
    Object.keys(EXAMPLES));
});

Object.entries(EXAMPLES).forEach(([word, { page, check }], i) => test(`the example of ${word}`, async () => {
  const folder = await mkdtemp(join(here, "readme-")), module = join(folder, "shown.mjs");
  const lines = [], tables = [];
  const shown = { ...await page(),
    console: { log: (...values) => lines.push(values), table: (rows) => tables.push(rows) } };
  globalThis.shown = shown;
  try {
    await writeFile(module, `const { ${Object.keys(shown).join(", ")} } = globalThis.shown;\n${blocks[i]}
globalThis.shown.made = typeof bytes === "undefined" ? undefined : bytes;\n`);
    await import(pathToFileURL(module));
  } finally {
    await rm(folder, { recursive: true });
  }
  check({ ...shown, lines, tables });
}));
