import { describe, expect, test } from "vitest";
import { isNotModified, matchesIfRange, parseRange } from "./range.ts";

test.each([
  [null, null],
  ["bytes=0-3", { start: 0, end: 3 }],
  ["bytes=4-", { start: 4, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99", { start: 0, end: 9 }],
  ["bytes=8-99", { start: 8, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-2", null],
  ["bytes=-", null],
  ["bytes=0-1,4-5", null],
  ["lines=0-1", null],
])("of 10 bytes %s is %j", (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});

test("an empty file has no range", () => {
  expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseRange("bytes=-1", 0)).toBe("unsatisfiable");
});

const changed = new Date("2026-01-02T03:04:05.678Z");
const sinceThen = changed.toUTCString();

describe("isNotModified", () => {
  test.each([
    [{}, false],
    [{ "if-none-match": '"a"' }, true],
    [{ "if-none-match": 'W/"a"' }, true],
    [{ "if-none-match": '"b", "a"' }, true],
    [{ "if-none-match": "*" }, true],
    [{ "if-none-match": '"b"' }, false],
    [{ "if-modified-since": sinceThen }, true],
    [{ "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT" }, false],
    [{ "if-modified-since": "nonsense" }, false],
    [{ "if-none-match": '"b"', "if-modified-since": sinceThen }, false],
  ])("%j: %s", (headers, is) => {
    expect(isNotModified(new Headers(headers), '"a"', changed)).toBe(is);
  });
});

test.each([
  [{}, true],
  [{ "if-range": '"a"' }, true],
  [{ "if-range": '"b"' }, false],
  [{ "if-range": sinceThen }, true],
])("the same file by %j: %s", (headers, is) => {
  expect(matchesIfRange(new Headers(headers), '"a"', changed)).toBe(is);
});
