/** Rules of docs/decisions/0021 that are about what a test says. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Each line of the tests that says this, with its file. */
function linesWith(text: RegExp): string[] {
  return globSync("tests/**/*.ts").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => text.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

test("no test has a limit of time of its own", () => {
  // The end of a database's pool is no limit of a test.
  const limits = linesWith(/\btimeout: ?\d|\btest\.(slow|setTimeout)\(|configure\(\{ ?timeout/);
  expect(limits.filter((line) => !line.includes(".end({ timeout"))).toEqual([]);
});

test("no test is skipped, run alone, tried again, or sleeps in the browser", () => {
  expect(
    linesWith(/\b(test|it|describe)\.(skip|only|todo|fixme|fails)\b|\bretr(y|ies): ?\d|waitForTimeout/),
  ).toEqual([]);
});
