import { expect, test } from "vitest";
import { checkDeclaredType, isSafeInline, parseContentType } from "./content-type.ts";

test.each(["image/png", "text/plain;charset=UTF-8", "text/html; charset=utf-8", 'a/b; x="y z"'])(
  "reads %s",
  (type) => {
    expect(parseContentType(type)).toBe(type);
  },
);

test.each(["", "image", "image/", "text/plain\r\nx: y", "image/png, text/html", `a/${"b".repeat(300)}`])(
  "rejects %j",
  (type) => {
    expect(() => parseContentType(type)).toThrow(/is not supported/);
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
  expect(isSafeInline(type)).toBe(is);
});
