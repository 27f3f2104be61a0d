// SPDX-License-Identifier: MIT
// Programs as the package's types have them: where it says @ts-expect-error the next line must not compile.
import { DiagfmtError, identify, info, jsonLines, make, open, operate, operations, print, readTable, type ApportField, type Value } from "diagfmt";
import { openInWorker } from "diagfmt/worker";

export async function events(file: Blob): Promise<string[]> {
  const found: string[] = [];
  for await (const event of await open(file, { recover: true, "apport.keys": ["Title"] })) {
    if (event.type === "apport.field") {
      const field: ApportField = event.body;
      const line: bigint | undefined = field.line;
      found.push(`${field.key} ${line}`, await event.text());
      // @ts-expect-error: of another format
      found.push(event.body.function);
    }
    if (event.type === "apitrace.call") {
      const value: Value | null | undefined = event.body.args?.[0]?.value;
      found.push(String(value));
    }
    if (event.type === "diagnostic") found.push(event.body.message);
    // @ts-expect-error: there is no such type
    if (event.type === "apport.nothing") found.push("");
  }
  return found;
}

export async function rows(bytes: Uint8Array): Promise<bigint> {
  let sum = 0n;
  for await (const row of readTable(bytes, "mallocdbg.alloc")) sum += row.bytes ?? 0n;
  for await (const row of readTable(bytes, "mallocdbg.alloc", { columns: ["bytes"] })) {
    sum += row.bytes ?? 0n;
    // @ts-expect-error: it was not asked for
    sum += row.count;
  }
  // @ts-expect-error: there is no such table
  readTable(bytes, "mallocdbg.nothing");
  return sum;
}

export async function written(file: Blob): Promise<Blob> {
  const reader = await open(file), writer = reader.writer({ variant: "v12", max_memory: 1 << 30 });
  for await (const event of reader) if (event.type !== "diagnostic") await writer.copy(event);
  const bytes: Uint8Array = writer.finish();
  const [first] = await operate("diff", [file, bytes]);
  console.log(first!.rows.length, (await print("triage", file, { form: "csv" })).length);
  // @ts-expect-error: there is no such form
  await print("info", file, { form: "xml" });
  // @ts-expect-error: an answer has a name
  await operate("info", file, { answer: 1 });
  for (const { name, parts } of await operations())
    for (const { part, media } of parts) if (part !== "answer") console.log(name, media?.length);
  return (await make("flame", [file, bytes], { title: "Both", inverted: true, "profile.cpu": "on" })).blob();
}

export async function others(stream: ReadableStream<Uint8Array>): Promise<void> {
  const [best] = await identify(new Uint8Array(), "a.zip");
  const score: number = best!.score;
  const version: string = (await info()).version;
  for await (const line of jsonLines(stream, { payload: "inline" })) console.log(line.length + score, version);
  for await (const { type, body } of openInWorker(stream, { payloads: true })) console.log(type, body);
  // @ts-expect-error: a path is no source
  await open("report.crash");
  try {
    for (const event of await open({ size: 3, read: () => new Uint8Array(3) })) console.log(event.bytesSync().length);
  } catch (error) {
    if (error instanceof DiagfmtError) console.log(error.status.toLowerCase(), (error.offset ?? 0) + 1);
  }
}
