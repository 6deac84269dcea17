import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getProgramEnvironment } from "#backend/core/config/program-environment.ts";
import {
  findGap,
  getArchiveSettings,
  getRestoreSetting,
  getSegment,
  isBefore,
  listSegments,
} from "./wal-archive.ts";

const SEGMENT_BYTES = 16 * 1024 * 1024;

test("a position of the log is in a segment", () => {
  expect(getSegment(1, "0/20000D8", SEGMENT_BYTES)).toBe("000000010000000000000002");
  expect(getSegment(2, "1A/FF000000", SEGMENT_BYTES)).toBe("000000020000001A000000FF");
  expect(getSegment(1, "0/20000D8", 4 * 1024 * 1024)).toBe("000000010000000000000008");
});

test("a gap is the first segment that is missing before another one", () => {
  const files = ["000000010000000000000009.gz", "0000000100000000000000FE.gz", "0000000100000000000000FF.gz"];
  const segments = listSegments([
    ...files,
    "000000010000000100000000.gz",
    "00000002.history.gz",
    "x.partial",
  ]);
  expect(segments).toHaveLength(4);
  expect(findGap(segments, "0000000100000000000000FE", SEGMENT_BYTES)).toBeNull();
  expect(findGap(segments, "0000000100000000000000FD", SEGMENT_BYTES)).toBe("0000000100000000000000FD");
  expect(findGap(segments, "000000010000000000000009", SEGMENT_BYTES)).toBe("00000001000000000000000A");
  expect(findGap(segments, "000000010000000100000001", SEGMENT_BYTES)).toBeNull();
  expect(isBefore("0000000200000000000000FE", "000000010000000100000000")).toBe(true);
});

let folder: string;
beforeEach(() => {
  // A name that a shell and Postgres would both read otherwise.
  folder = mkdtempSync(join(tmpdir(), "yaare wal's %f-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command as Postgres does, in the folder of the cluster. */
function run(setting: string, path: string, file: string) {
  const command = setting
    .slice(setting.indexOf("=") + 1)
    .replaceAll(/%[pf%]/g, (name) => ({ "%p": path, "%f": file })[name] ?? "%");
  return spawnSync("/bin/sh", ["-c", command], {
    cwd: folder,
    encoding: "utf8",
    env: getProgramEnvironment(),
  });
}
const archive = (path: string, file: string) => run(getArchiveSettings(folder).at(-1) ?? "", path, file);

test("a segment is archived once, compared when it is there, and never overwritten", () => {
  const segment = "000000010000000000000001";
  writeFileSync(join(folder, "segment"), Buffer.alloc(1024 * 1024, "wal"));
  expect(archive("segment", segment)).toMatchObject({ status: 0, stderr: "" });
  expect(archive("segment", segment)).toMatchObject({ status: 0, stderr: "" });
  const stored = readFileSync(join(folder, `${segment}.gz`));
  expect(stored.length).toBeLessThan(10_000);
  writeFileSync(join(folder, "segment"), "another");
  const refused = archive("segment", segment);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/exists with another content: move it away/);
  expect(readFileSync(join(folder, `${segment}.gz`)).equals(stored)).toBe(true);

  expect(run(getRestoreSetting(folder), "back", segment)).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(folder, "back")).equals(Buffer.alloc(1024 * 1024, "wal"))).toBe(true);
  expect(run(getRestoreSetting(folder), "back", "000000010000000000000002")).toMatchObject({
    status: 1,
    stderr: "",
  });
  expect(readdirSync(folder).sort()).toEqual([`${segment}.gz`, "back", "segment"]);
});
