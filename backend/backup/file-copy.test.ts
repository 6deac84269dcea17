import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "#backend/core/observability/log.ts";
import { LocalFileStore } from "#backend/storage/files/local-file-store.ts";
import { FileCopy } from "./file-copy.ts";
import { BackupWriter } from "./sums.ts";

const [LASTING, DELETED, LOST] = ["a", "b", "c"].map(
  (digit) => `${digit}0000000-0000-4000-8000-000000000000`,
);

async function startCopy() {
  const folder = await mkdtemp(join(tmpdir(), "yaare-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await LocalFileStore.open(join(folder, "storage"), 0);
  for (const version of [LASTING, DELETED]) {
    await store.commit(await store.receive(Readable.from([Buffer.from("x")]), 1), version ?? "");
  }
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const task = { log: createLogger("silent"), report, signal: new AbortController().signal };
  const writer = await BackupWriter.open(folder);
  onTestFinished(() => writer.close());
  return { store, lines, folder, copy: new FileCopy(store, folder, writer, task, false) };
}

async function* listVersions(...versions: (string | undefined)[]): AsyncGenerator<string[]> {
  yield versions.map((version) => version ?? "");
}

test("a file that was deleted after the snapshot asks for a newer one, which copies the rest", async () => {
  const { copy, folder, store } = await startCopy();
  await store.remove([DELETED ?? ""]);
  expect(await copy.run(listVersions(DELETED, LASTING))).toBe(false);
  expect(await copy.run(listVersions(LASTING))).toBe(true);
  expect(copy.count).toBe(1);
  expect(await readdir(join(folder, "files/a0"))).toEqual([LASTING]);
});

test("a file that the shop has lost is reported, and ends nothing", async () => {
  const { copy, lines } = await startCopy();
  expect(await copy.run(listVersions(LASTING, LOST))).toBe(false);
  expect(await copy.run(listVersions(LASTING, LOST))).toBe(true);
  expect(lines).toEqual(["  files: 1", `  files that the shop itself lacks: ${LOST}`]);
});
