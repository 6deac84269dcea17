import { expect, test } from "vitest";
import { bearsOut, checkDeclaredType, isShown, readContentType } from "./content-type.ts";

test.each(["image/png", "text/plain;charset=UTF-8", "text/html; charset=utf-8", 'a/b; x="y z"'])(
  "reads %s",
  (type) => {
    expect(readContentType(type)).toBe(type);
  },
);

test.each(["", "image", "image/", "text/plain\r\nx: y", "image/png, text/html", `a/${"b".repeat(300)}`])(
  "refuses %j",
  (type) => {
    expect(() => readContentType(type)).toThrow(/is not supported/);
  },
);

test.each([
  ["image/png", ["image/*"], true],
  ["image/png", ["image/jpeg", "image/png"], true],
  ["IMAGE/PNG; x=y", ["image/png"], true],
  ["image/jpg", ["image/jpeg"], true],
  ["image/png", ["image/jpeg"], false],
  ["imagery/png", ["image/*"], false],
  ["text/html", [], false],
  ["text/html", ["*/*"], true],
  ["text/html", null, true],
])("%s into %j: %s", (declared, allowed, isTaken) => {
  const check = () => checkDeclaredType(declared, allowed);
  if (isTaken) expect(check).not.toThrow();
  else expect(check).toThrow(/is not supported/);
});

test.each([
  ["image/png", "image/png", true],
  ["image/jpeg", "image/png", true],
  [null, "image/png", false],
  ["application/pdf", "image/png", false],
  [null, "text/csv", true],
  ["application/zip", "text/csv", false],
  ["application/zip", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", true],
  ["application/x-cfb", "application/msword", true],
  ["application/zip", "application/msword", false],
  ["application/xml", "image/svg+xml", true],
])("bytes of %s declared %s: %s", (detected, declared, isTrue) => {
  expect(bearsOut(detected, declared, ["image/*", "text/csv", "application/msword"])).toBe(isTrue);
});

test.each([
  ["image/png", true],
  ["video/mp4", true],
  ["text/plain; charset=utf-8", true],
  ["image/svg+xml", false],
  ["text/html", false],
  ["application/xhtml+xml", false],
  ["application/xml", false],
  ["text/javascript", false],
  ["application/pdf", false],
  ["TEXT/HTML", false],
  ["multipart/x-mixed-replace", false],
])("%s is shown: %s", (type, is) => {
  expect(isShown(type)).toBe(is);
});
