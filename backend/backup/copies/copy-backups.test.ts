import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { parseBackupKey } from "#backend/backup/backup-key.ts";
import { listBackups } from "#backend/backup/backup-list.ts";
import { type BackupStore, FolderStore, readText } from "./backup-store.ts";
import { copyBackups } from "./copy-backups.ts";
import { EncryptedStore } from "./encrypted-store.ts";

const { signal } = new AbortController();
const SEGMENTS = ["000000010000000000000004.gz", "000000010000000000000005.gz"];
const toManifest = (segment: number) =>
  JSON.stringify({
    kind: "base",
    format: 1,
    createdAt: "2026-11-22T02:00:00Z",
    migrations: { platform: [], shop: [] },
    postgresVersion: "18",
    archive: "aaaaaaaa",
    segmentBytes: 4194304,
    firstSegment: `00000001000000000000000${segment}`,
    position: "0/1",
    tables: [],
    files: 0,
  });

let folder: string;
let local: FolderStore;
let copy: BackupStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "yaare-copies-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  local = new FolderStore(join(folder, "backups"));
  const key = parseBackupKey(Buffer.alloc(32, 7).toString("base64url"));
  if (!key) throw new Error("no key");
  copy = new EncryptedStore(new FolderStore(join(folder, "copies")), key);
});

const write = (path: string, text = path) => local.write(path, Readable.from([Buffer.from(text)]));
async function addBackup(name: string, segment: number): Promise<void> {
  await write(`${name}/manifest.json`, toManifest(segment));
  await write(`${name}/SHA256SUMS`, "");
}
async function listPaths(): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of copy.list("")) paths.push(path);
  return paths.sort();
}

test("a copy gets what it lacks, once, and nothing of a backup that is being made", async () => {
  await write(`wal/aaaaaaaa/${SEGMENTS[0]}`);
  await addBackup("2026-11-22T02-00-00Z", 4);
  await write("new.partial/manifest.json");
  expect(await copyBackups(local, copy, 7, signal)).toBe(3);
  expect(await copyBackups(local, copy, 7, signal)).toBe(0);
  expect(await listBackups(copy)).toEqual(["2026-11-22T02-00-00Z"]);
  expect(await readText(copy, `wal/aaaaaaaa/${SEGMENTS[0]}`)).toBe(`wal/aaaaaaaa/${SEGMENTS[0]}`);
  expect(await listPaths()).toHaveLength(3);
});

test("a copy keeps as many backups as the shop, whatever the shop still has, and forgets nothing without a new one", async () => {
  for (const segment of SEGMENTS) await write(`wal/aaaaaaaa/${segment}`);
  await addBackup("2026-11-22T02-00-00Z", 4);
  await copyBackups(local, copy, 1, signal);
  await rm(join(folder, "backups"), { recursive: true });
  expect(await copyBackups(local, copy, 1, signal)).toBe(0);
  expect(await listPaths()).toHaveLength(4);
  await addBackup("2026-11-23T02-00-00Z", 5);
  await copyBackups(local, copy, 1, signal);
  expect(await listPaths()).toEqual([
    "2026-11-23T02-00-00Z/SHA256SUMS",
    "2026-11-23T02-00-00Z/manifest.json",
    `wal/aaaaaaaa/${SEGMENTS[1]}`,
  ]);
  const [id = ""] = await readdir(join(folder, "copies"));
  expect((await readdir(join(folder, "copies", id))).sort()).toEqual(["2026-11-23T02-00-00Z", "wal"]);
});
