import { expect, test } from "vitest";
import { isValidBucketName, isValidKey, parseObjectPath, parseSegment } from "./object-path.ts";

test.each(["a", "a/b/c.png", "A-z_0!.*'() &$=@;:+,?-/x", "...", ".hidden/.file", "a".repeat(1024)])(
  "takes %j",
  (key) => {
    expect(isValidKey(key)).toBe(true);
  },
);

test.each([
  "",
  "/",
  "/a",
  "a/",
  "a//b",
  ".",
  "..",
  "../a",
  "a/../b",
  "a/./b",
  "a\0b",
  "a\\b",
  "a\nb",
  "é",
  "a%2Fb",
  "a#b",
  "a".repeat(1025),
])("rejects %j", (key) => {
  expect(isValidKey(key)).toBe(false);
});

test.each(["", " a", "a ", "a/b", "..\0", "é", "a".repeat(101)])("rejects a bucket %j", (name) => {
  expect(isValidBucketName(name)).toBe(false);
});

const BASE = "http://shop.test/storage/v1/object";

test.each([
  ["/b/a.png", { bucketId: "b", key: "a.png" }],
  ["/b/x/y%2Fz?download#f", { bucketId: "b", key: "x/y/z" }],
  ["/a%20b/c%3Fd", { bucketId: "a b", key: "c?d" }],
  ["/b/a%00", { bucketId: "b", key: "a\0" }],
  ["/b", null],
  ["/b/", null],
  ["/b/%", null],
  ["/b/%ff", null],
  ["/%/a", null],
])("the path %s leads to %j", (path, address) => {
  expect(parseObjectPath(BASE + path, 3)).toEqual(address);
});

test("one segment is decoded, and empty where it is missing or badly encoded", () => {
  expect(parseSegment(`${BASE}/a%20b?x`, 3)).toBe("a b");
  expect(parseSegment(BASE, 3)).toBe("");
  expect(parseSegment(`${BASE}/%`, 3)).toBe("");
});
