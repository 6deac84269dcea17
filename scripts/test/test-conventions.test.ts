/** The rules of docs/decisions/0021 about the text of tests. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Each line of the tests that matches, with its file. */
function findLines(text: RegExp): string[] {
  return globSync("tests/**/*.ts").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => text.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

test("no test has its own timeout", () => {
  // The timeout of closing a database pool is not a limit of a test.
  const limits = findLines(/\btimeout: ?\d|\btest\.(slow|setTimeout)\(|configure\(\{ ?timeout/);
  expect(limits.filter((line) => !line.includes(".end({ timeout"))).toEqual([]);
});

test("no test is skipped, run alone, retried, or sleeps in the browser", () => {
  expect(
    findLines(/\b(test|it|describe)\.(skip|only|todo|fixme|fails)\b|\bretr(y|ies): ?\d|waitForTimeout/),
  ).toEqual([]);
});
