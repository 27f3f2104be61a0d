// SPDX-License-Identifier: MIT
// What operations write and print is what the tool does. $DFMT_SAMPLES, $DFMT_TOOL: as in lines.test.js.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openAsBlob } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const { make, operate, print } = await import(process.env.DIAGFMT_PACKAGE ?? "diagfmt");

const sample = (path) => join(process.env.DFMT_SAMPLES, path);
const profile = sample("simpleperf/demo_small.simpleperf"), heap = sample("mallocdbg/v12.txt");
const report = sample("apport/demo_segv.crash"), trace = sample("apitrace/backtraces.trace");

const ofTool = (...args) => execFileSync(process.env.DFMT_TOOL, args, { maxBuffer: 1 << 28 });

for (const [name, path, args, options] of [
  ["folded", profile, ["flame", "--folded"]], ["folded", heap, ["flame", "--folded"]],
  ["flame", profile, ["flame", "--title=Ours"], { title: "Ours" }],
  ["flame", heap, ["flame", "--inverted", "--width=700", "--title=Flame graph"], { inverted: true, width: 700 }],
  ["pprof", profile, ["convert", "--to=pprof"], { "profile.cpu": "recorded" }],
  ["firefox", profile, ["convert", "--to=firefox"], { "profile.cpu": "recorded" }],
  ["convert", report, ["convert", "--dialect=mime"], { "convert.variant": "mime" }],
  ["text", trace, ["dump", "--native"]], ["text", profile, ["dump", "--native=perf-script"], { "text.form": "perf-script" }],
  ["value", report, ["cat"], { "value.key": "CoreDump" }],
]) {
  test(`${name} of ${path} is that of the tool`, async () => {
    const last = name === "value" ? [path, "CoreDump"] : [path];
    const made = await make(name, await openAsBlob(path), options);
    assert.deepEqual(Buffer.from(made.bytes), ofTool(...args, ...last));
  });
}

test("documents have types", async () => {
  const { type, bytes, sets, ...made } = await make("flame", await readFile(profile));
  assert.equal(type, "image/svg+xml");
  assert.deepEqual([sets, made], [[], {}]);
  const flame = await make("flame", await readFile(profile)), blob = flame.blob();
  assert.equal(blob.type, "image/svg+xml");
  assert.deepEqual(new Uint8Array(await blob.arrayBuffer()), bytes);
  assert.match(flame.text(), /^<\?xml|^<svg/);
});

test("a comparison is drawn as the tool draws it", async () => {
  const paths = [heap, sample("mallocdbg/v12_info.txt")], folder = await mkdtemp(join(tmpdir(), "diagfmt-"));
  try {
    ofTool("compare", `--flame=${join(folder, "flame.svg")}`, ...paths);
    const { bytes, type } = await make("compare.flame", await Promise.all(paths.map((path) => openAsBlob(path))));
    assert.deepEqual([type, Buffer.from(bytes)], ["image/svg+xml", await readFile(join(folder, "flame.svg"))]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("boxes of a flame graph are as narrow as is wished", async () => {
  const bytes = await readFile(profile), boxes = (made) => made.text().match(/<rect/g).length;
  const [all, usual, wide] = [await make("flame", bytes, { minWidth: -1 }), await make("flame", bytes),
    await make("flame", bytes, { minWidth: 20.5 })].map(boxes);
  assert.ok(all >= usual && usual > wide, [all, usual, wide]);
  assert.equal(boxes(await make("flame", bytes, { "profile.flame_min_width": 20500 })), wide);
  await assert.rejects(make("flame", bytes, { width: 3 }), { status: "E_ARG" });
});

test("several inputs", async () => {
  const bytes = await readFile(profile);
  const twice = await make("folded", [bytes, await openAsBlob(profile)]);
  assert.equal(twice.text(), String(ofTool("flame", "--folded", profile, profile)));
  const damaged = bytes.subarray(0, bytes.length - 1);
  await assert.rejects(make("folded", [bytes, damaged]), { name: "DiagfmtError" });
  await assert.rejects(make("folded", []), { status: "E_STATE" });
});

test("repair and share say what they did", async () => {
  const whole = await readFile(heap), cut = whole.subarray(0, whole.lastIndexOf("END"));
  const repaired = await make("repair", cut);
  const notes = repaired.sets.find(({ name }) => name === "notes");
  assert.ok(notes.rows.length > 0 && repaired.bytes.length > cut.length - 100);
  const [{ facts }] = await operate("verify", repaired.bytes);
  assert.ok(facts === null || typeof facts === "object");
  const text = Buffer.from("ProblemType: Crash\nUserName: x\nTitle: mail to jane.doe@example.org now\n");
  const shared = await make("share", text, { "share.key": "0123456789abcdef" });
  assert.match(shared.text(), /^ProblemType: Crash\n/);
  assert.match(shared.text(), /mail to <email:[0-9a-f]+> now/);
  const [one, other] = [await make("share", text), await make("share", text)].map((made) => made.text().match(/<email:.*?>/)[0]);
  assert.notEqual(one, other); // by default with a key of its own, each time
  const review = await make("share.review", text, { "share.key": "0123456789abcdef" });
  assert.match(review.text(), /\[-jane\.doe@example\.org-\]/);
  const account = shared.sets.find(({ name }) => name === "account");
  assert.ok(account.rows.some((row) => row.value_class === "email" && row.n === 1n), account.rows);
});

test("rows are printed as the tool prints them", async () => {
  for (const [form, args] of [["table", []], ["csv", ["--csv"]], ["json", ["--json"]]]) {
    assert.equal(await print("profile", await openAsBlob(heap), { form, names: heap }),
      String(ofTool("top", ...args, heap)), form);
  }
  const csv = await print("list", await readFile(report), { form: "csv" });
  assert.match(csv, /^[a-z_,]+\n/);
  assert.equal(csv.split("\n").length - 2, (await operate("list", await readFile(report)))[0].rows.length);
});

test("searches and differences", async () => {
  const [found] = await operate("search", await readFile(report), { "search.patterns": "^Crash$" });
  assert.ok(found.rows.length >= 1);
  const same = await operate("diff", [await readFile(report), await openAsBlob(report)]);
  assert.ok(same.every(({ rows }) => rows.length === 0));
});

test("what is made is checked", async () => {
  await assert.rejects(make("nothing", new Uint8Array()), { status: "E_ARG", message: /flame/ });
  await assert.rejects(make("toString", new Uint8Array()), { status: "E_ARG" });
  await assert.rejects(make("flame", await readFile(report)), { status: "E_UNSUPPORTED" });
  await assert.rejects(print("info", await readFile(report), { form: "nothing" }), { status: "E_ARG" });
  await assert.rejects(make("value", await readFile(report)), { name: "DiagfmtError" }); // no key
});
