import { describe, expect, test } from "vitest";
import { findNewestBackup, parseBackupName, toBackupName } from "./backup-list.ts";
import { type KeptBackup, planRemovals } from "./retention.ts";
import { isDue } from "./schedule.ts";

const HOUR_MS = 3_600_000;
const toSegment = (number: number) => `00000001${number.toString(16).toUpperCase().padStart(16, "0")}`;
const [OLD, USED, LATE] = ["1", "2", "3"].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);
const kept: [KeptBackup, KeptBackup] = [
  {
    name: "2026-11-22T02-00-00Z",
    log: { archive: "aaaaaaaa", firstSegment: toSegment(5) },
    versions: new Set([USED ?? ""]),
  },
  {
    name: "2026-11-23T02-00-00Z",
    log: { archive: "aaaaaaaa", firstSegment: toSegment(9) },
    versions: new Set([USED ?? ""]),
  },
];
const since = Date.UTC(2026, 10, 22, 2);
const plan = (path: string, modified = since - 48 * HOUR_MS) =>
  planRemovals(kept, [{ path, modified }]).length;

test("the name of a backup is its moment", () => {
  expect(toBackupName("2026-11-22T02:00:07.123+00:00")).toBe("2026-11-22T02-00-07Z");
  expect(parseBackupName("2026-11-22T02-00-07Z")).toEqual(new Date("2026-11-22T02:00:07Z"));
  expect(parseBackupName("wal")).toBeNull();
});

test("a backup that is dated in the future is not the newest", () => {
  const names = ["2026-11-21T02-00-00Z", "2026-11-22T02-00-00Z", "2030-01-01T02-00-00Z"];
  expect(findNewestBackup(names, new Date("2026-11-22T14:00:00Z"))).toBe(names[1]);
  expect(findNewestBackup(names.slice(2), new Date("2026-11-22T14:00:00Z"))).toBeUndefined();
  expect(findNewestBackup(names, new Date("2026-11-22T01:30:00Z"))).toBe(names[1]);
});

describe("retention", () => {
  test("removes older backups, and what is left of those that were not finished", () => {
    expect(plan("2026-11-21T02-00-00Z/SHA256SUMS")).toBe(1);
    expect(plan("2026-11-21T02-00-00Z/postgres/base.tar.gz")).toBe(1);
    expect(plan("2026-11-22T14-00-00Z/keys.json")).toBe(1);
    expect(plan("2026-11-22T02-00-00Z/keys.json")).toBe(0);
    expect(plan("2026-11-24T02-00-00Z/keys.json")).toBe(0);
    expect(plan("failed.json")).toBe(0);
  });

  test("removes the log before the oldest backup that stays, and of archives that none needs", () => {
    expect(plan(`wal/aaaaaaaa/${toSegment(4)}.gz`, since + 1)).toBe(1);
    expect(plan(`wal/aaaaaaaa/${toSegment(4)}.00000028.backup.gz`)).toBe(1);
    expect(plan(`wal/aaaaaaaa/${toSegment(5)}.gz`)).toBe(0);
    expect(plan(`wal/aaaaaaaa/00000002.history.gz`)).toBe(0);
    expect(plan(`wal/bbbbbbbb/${toSegment(9)}.gz`)).toBe(1);
    expect(plan(`wal/bbbbbbbb/${toSegment(1)}.gz`, since + 1)).toBe(0);
  });

  test("removes files that no backup and no moment between them needs", () => {
    expect(plan(`files/10/${OLD}`)).toBe(1);
    expect(plan(`files/20/${USED}`)).toBe(0);
    expect(plan(`files/30/${LATE}`, since - HOUR_MS)).toBe(0);
  });

  test("keeps the log of a backup that is older only by its name", () => {
    const behind = { ...kept[1], name: "2010-01-01T02-00-00Z" };
    const path = (number: number) => `wal/aaaaaaaa/${toSegment(number)}.gz`;
    const files = [4, 5].map((number) => ({ path: path(number), modified: 0 }));
    expect(planRemovals([behind, kept[0]], files)).toEqual([path(4)]);
  });

  test("removes nothing before there is a backup", () => {
    expect(planRemovals([], [{ path: `wal/aaaaaaaa/${toSegment(1)}.gz`, modified: 0 }])).toEqual([]);
  });
});

test.each([
  [null, "2026-11-23T14:00:00Z", true],
  ["2026-11-23T02:00:05Z", "2026-11-23T23:59:00Z", false],
  ["2026-11-23T02:00:05Z", "2026-11-24T01:59:00Z", false],
  ["2026-11-23T02:00:05Z", "2026-11-24T02:00:00Z", true],
  ["2026-11-23T14:00:00Z", "2026-11-24T02:01:00Z", true],
  ["2026-11-20T02:00:00Z", "2026-11-23T01:00:00Z", true],
])("after a backup of %s, at %s one is due: %s", (last, now, expected) => {
  expect(isDue(last === null ? null : new Date(last), new Date(now), 2)).toBe(expected);
});
