/** Rules of ARCHITECTURE.md about the content of files, not about their imports. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

function findFilesContaining(patterns: string[], text: RegExp): string[] {
  return globSync(patterns, { exclude: ["**/*.test.{ts,tsx}"] }).filter((file) =>
    text.test(readFileSync(file, "utf8")),
  );
}

test("only queries and mutations access the database", () => {
  const files = findFilesContaining(
    ["app/**/*.{ts,tsx}"],
    /(?<!\b(Array|Buffer|Object|Uint8Array))\.(from|rpc)\(/,
  );
  expect(files).not.toEqual([]);
  expect(files.filter((file) => !/\.(queries|mutations)\.ts$/.test(file))).toEqual([]);
});

test("only the composition root and the thread of the edge functions read the environment", () => {
  expect(findFilesContaining(["app/**/*.{ts,tsx}", "backend/**/*.ts", "server.ts"], /process\.env/)).toEqual([
    "server.ts",
    "backend/functions/function-thread.ts",
  ]);
});

test("no file re-exports, except for the entry of the build and of the auth service", () => {
  const files = findFilesContaining(
    ["app/**/*.{ts,tsx}", "backend/**/*.ts"],
    /^export (type )?(\*|\{[^}]*\}) from/m,
  );
  expect(files.sort()).toEqual(["app/entry.server.tsx", "backend/auth/index.ts"]);
});
