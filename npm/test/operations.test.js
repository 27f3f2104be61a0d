// SPDX-License-Identifier: MIT
// Operations give the rows that the tool prints. $DFMT_TOOL and $DFMT_SAMPLES as in lines.test.js.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parsed, same } from "./line.js";

const { operate } = await import(process.env.DIAGFMT_PACKAGE ?? "diagfmt");

const present = (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

for (const [command, operation, sample] of [
  ["info", "info", "apport/demo_segv.crash"], ["info", "info", "bugreport/report.zip"],
  ["info", "info", "apitrace/backtraces.trace"], ["info", "info", "mallocdbg/v12.txt"],
  ["ls", "list", "apport/demo_segv.crash"], ["ls", "list", "bugreport/report.zip"],
  ["top", "profile", "mallocdbg/v12.txt"],
]) {
  test(`${operation} of ${sample}`, async () => {
    const path = join(process.env.DFMT_SAMPLES, sample);
    const lines = execFileSync(process.env.DFMT_TOOL, [command, "--json", path], { encoding: "utf8" }).split("\n");
    const sets = await operate(operation, await openAsBlob(path), { names: path });
    const rows = sets.flatMap((set) => set.rows.map(present));
    assert.equal(rows.length, lines.length - 1);
    rows.forEach((row, i) => assert.ok(same(row, parsed(lines[i])), lines[i]));
  });
}

test("an operation says what is wrong", async () => {
  await assert.rejects(operate("nothing", new Uint8Array()), { status: "E_ARG" });
  await assert.rejects(operate("info", new Uint8Array([1, 2, 3])), { status: "E_UNSUPPORTED" });
  const path = join(process.env.DFMT_SAMPLES, "apport/demo_segv.crash");
  await assert.rejects(operate("profile", await openAsBlob(path)), { status: "E_UNSUPPORTED" });
});
