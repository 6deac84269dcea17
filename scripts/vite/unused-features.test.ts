import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { leaveOut } from "./leave-out-features.ts";
import { UNUSED_FEATURES } from "./unused-features.ts";

/** The code that a browser may run. */
const SHOP = globSync("app/**/*.{ts,tsx}")
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(file, "utf8") }));

describe.each(Object.entries(UNUSED_FEATURES))("%s", (_feature, { module, functions, use }) => {
  test("no page uses them", () => {
    const users = SHOP.filter(({ code }) => use.test(code)).map(({ file }) => file);
    expect(users, "The build leaves the feature out: delete it in unused-features.ts.").toEqual([]);
  });

  test("their functions exist", () => {
    const { missing } = leaveOut(readFileSync(`node_modules/${module}`, "utf8"), functions);
    expect(missing, "The library has changed: see what became of these functions.").toEqual([]);
  });
});

test("a function that is left out loses its body and its methods, and nothing else changes", () => {
  const code = [
    "function Kept() { function inner() { return 1; } return inner(); }",
    "function Unused(a) { if (a) { a = { b: 1 }; } function inner() {} return a; }",
    "Unused.prototype.run = function () { return 2; };",
    "Kept.prototype.run = function () { return 3; };",
  ].join("\n");
  const { rest, missing } = leaveOut(code, ["Unused", "inner", "absent"]);
  expect(rest.split("\n")).toEqual([
    "function Kept() { function inner() {} return inner(); }",
    "function Unused(a) {}",
    "",
    "Kept.prototype.run = function () { return 3; };",
  ]);
  expect(missing).toEqual(["absent"]);
});
