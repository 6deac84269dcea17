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

test("only the composition root, and what gives other programs theirs, read the environment", () => {
  expect(findFilesContaining(["{app,backend,jobs}/**/*.{ts,tsx}", "server.ts"], /process\.env/)).toEqual([
    "server.ts",
    "backend/functions/function-thread.ts",
    "backend/core/config/program-environment.ts",
  ]);
});

test("no file re-exports, except for the entry of the build", () => {
  const files = findFilesContaining(
    ["{app,backend,jobs}/**/*.{ts,tsx}"],
    /^export (type )?(\*|\{[^}]*\}) from/m,
  );
  expect(files).toEqual(["app/entry.server.tsx"]);
});

test("the backend names no table and no function of the shop", () => {
  const migrations = globSync("supabase/migrations/*.sql").map((file) => readFileSync(file, "utf8"));
  const created = /create (?:or replace )?(?:table|view|function) (?<schema>public|private)\.(?<name>\w+)/g;
  const names = new Set(
    migrations
      .flatMap((text) => [...text.matchAll(created)])
      .map(({ groups: { schema, name } = {} }) => `${schema}.${name}`),
  );
  expect(names.size).toBeGreaterThan(50);
  // Without its schema, a name of one word is also a word of English.
  const words = [...names].flatMap((name) => [name, name.replace(/^\w+\.(?=\w*_)/, "")]);
  const pattern = new RegExp(`(?<![\\w.])(${words.map((word) => word.replace(".", "\\.")).join("|")})\\b`);
  expect("from public.orders").toMatch(pattern);
  expect("join order_items i").toMatch(pattern);
  const files = ["backend/**/*.{ts,sql}"];
  expect(findFilesContaining(files, pattern)).toEqual([]);
});

test("the database's error codes are named in one module", () => {
  const codes = /"(YA\d{3}|PT\d{3}|[0-9]{2}[0-9A-Z]{3}|PGRST\d{3})"/;
  expect(findFilesContaining(["app/**/*.{ts,tsx}"], codes)).toEqual(["app/lib/supabase/error-codes.ts"]);
});

test("only the design tokens contain colours", () => {
  const files = findFilesContaining(
    ["{app,backend,jobs}/**/*.{ts,tsx,css}", "server.ts"],
    /(?<![\w&.])#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})\b|\b(rgba?|hsla?|okl(ab|ch))\((?!255 255 255 )\d/i,
  );
  expect(files).toEqual(["app/styles/tokens.css"]);
});

test("only the button component names the classes of buttons", () => {
  expect(findFilesContaining(["app/**/*.tsx"], /(?<![\w-])btn(-[a-z]+)?[\s"'`]/)).toEqual([
    "app/components/ui/button.tsx",
  ]);
});

test("no link fetches the code of its page ahead", () => {
  // React Router loads the page again when it cannot be had, which without a network the touch of the link would cause.
  const prefetch = /<(Pending|Nav)?Link\b[^>]*\bprefetch=/;
  expect('<Link to="/checkout" prefetch="intent">').toMatch(prefetch);
  expect(findFilesContaining(["app/**/*.tsx"], prefetch)).toEqual([]);
});

test("each French error text stands in one module", () => {
  const error =
    /Impossible|[Ee]rreur|[Rr]éessay|n'a pas |n'ont pas |n'existe|ne peut pas|ne répond|introuvable|invalide|est requis|non trouvé|dépasse|terminée\. |pas les droits|est vide\.|Trop de/;
  const filesByText = new Map<string, Set<string>>();
  for (const file of globSync("app/**/*.{ts,tsx}", { exclude: ["**/*.test.{ts,tsx}"] })) {
    const code = readFileSync(file, "utf8").replace(/\/\*.*?\*\/|^ *\/\/.*$/gms, "");
    // String literals and template literals of one line, and the text between two tags.
    for (const [literal] of code.matchAll(/"[^"\n]+"|`[^`\n]+`|>[^<>{}`"]+[<{]/g)) {
      const text = literal.slice(1, -1).replace(/\s+/g, " ").trim();
      // A single word is a title or the label of a button.
      if (error.test(text) && text.includes(" "))
        filesByText.set(text, (filesByText.get(text) ?? new Set()).add(file));
    }
  }
  expect(filesByText.size).toBeGreaterThan(100);
  expect([...filesByText].filter(([, files]) => files.size > 1)).toEqual([]);
});

test("groups of a match and parent routes are read by their names", () => {
  const files = [
    "{app,backend,bench,drills,harness,image-generator,jobs,scripts,tests}/**/*.{ts,tsx}",
    "server.ts",
  ];
  const read = /\.exec\([^;\n]*\)\??\.?\[[1-9]\]|\b(match|matches|found)\??\.?\[[1-9]\]|\bmatches\[0\]/;
  expect("/(a)/.exec(text)?.[1]").toMatch(read);
  expect("matches[1].loaderData").toMatch(read);
  expect(findFilesContaining(files, read)).toEqual([]);
});
