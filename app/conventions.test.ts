/** Rules of ARCHITECTURE.md that are about what a file says, not about what it imports. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

function filesWith(patterns: string[], text: RegExp): string[] {
  return globSync(patterns, { exclude: ["**/*.test.{ts,tsx}"] }).filter((file) =>
    text.test(readFileSync(file, "utf8")),
  );
}

test("only queries and mutations ask the database", () => {
  const asking = filesWith(["app/**/*.{ts,tsx}"], /(?<!\b(Array|Buffer|Object|Uint8Array))\.(from|rpc)\(/);
  expect(asking).not.toEqual([]);
  expect(asking.filter((file) => !/\.(queries|mutations)\.ts$/.test(file))).toEqual([]);
});

test("only the composition root reads the environment, and each function the one it was given", () => {
  expect(filesWith(["app/**/*.{ts,tsx}", "backend/**/*.ts", "server.ts"], /process\.env/)).toEqual([
    "server.ts",
    "backend/functions/thread.ts",
  ]);
});

test("no file passes on what others export, but for the build's entry and the one function that the start calls", () => {
  const passing = filesWith(["app/**/*.{ts,tsx}", "backend/**/*.ts"], /^export (type )?(\*|\{[^}]*\}) from/m);
  expect(passing.sort()).toEqual(["app/entry.server.tsx", "backend/auth/index.ts"]);
});
