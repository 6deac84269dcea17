/** What the documents name exists: their links, the files, the decisions and the variables of the environment. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const documents = globSync(["*.md", "{docs,image-generator,supabase}/**/*.md"]);

const read = (path: string) => readFileSync(path, "utf8");

/** What the named group matches in the text. */
function findAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(({ groups }) => groups?.found ?? []);
}

/** The anchors that GitHub gives to the headings of a document. */
function listAnchors(document: string): string[] {
  return findAll(read(document), /^#+ (?<found>.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function isBroken(document: string, link: string): boolean {
  const [path = "", anchor] = link.split("#", 2);
  const target = path === "" ? document : join(dirname(document), path);
  return !existsSync(target) || (anchor !== undefined && !listAnchors(target).includes(anchor));
}

test("every link leads somewhere", () => {
  const links = documents.flatMap((document) =>
    findAll(read(document), /\]\((?!https?:|mailto:)(?<found>[^)\s]+)\)/g).map(
      (link) => [document, link] as const,
    ),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(([document, link]) => isBroken(document, link))).toEqual([]);
});

test("every file that a document names exists", () => {
  const path =
    /`(?<found>(?:app|backend|bench|deploy|design|docs|drills|harness|image-generator|jobs|scripts|supabase|tests)\/[\w./-]+)`/g;
  const named = documents.flatMap((document) => findAll(read(document), path));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !existsSync(name))).toEqual([]);
});

test("every test that a document names without its folder exists", () => {
  const tests = globSync(
    "{app,backend,bench,drills,image-generator,jobs,scripts,supabase,tests}/**/*.{test,spec}.{ts,tsx}",
  );
  const names = new Set(tests.map((path) => basename(path)));
  const named = documents.flatMap((document) =>
    findAll(read(document), /`(?<found>[\w.-]+\.(?:test|spec)\.tsx?)`/g),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test("every document is linked from another", () => {
  const linked = documents.flatMap((document) =>
    findAll(read(document), /\]\((?!https?:)(?<found>[^)#\s]+\.md)/g).map((link) =>
      join(dirname(document), link),
    ),
  );
  expect(documents.filter((document) => !linked.includes(document) && document !== "README.md")).toEqual([]);
});

test("the index of the decisions has each of them once", () => {
  const decisions = globSync("docs/decisions/0*.md").map((path) => basename(path));
  const listed = findAll(read("docs/decisions/README.md"), /^\| \[\d{4}\]\((?<found>[^)]+)\)/gm);
  expect(listed.sort()).toEqual(decisions.sort());
});

test("the documented variables of the environment are those that the code reads", () => {
  const sources = [
    "backend/core/config/config.ts",
    "backend/core/config/backup-config.ts",
    "backend/auth/auth-options.ts",
  ];
  const readByCode = sources.flatMap((source) =>
    findAll(read(source), /(?:\benv\.|\b(?:on|number)\(")(?<found>[A-Z]\w+)/g),
  );
  const rows = ["docs/configuration.md", "docs/accounts.md"].flatMap((document) =>
    findAll(read(document), /^\| (?<found>`[A-Z][A-Z\d_]+`(?:, `[A-Z\d_]+`)*) \|/gm),
  );
  const documented = rows.flatMap((row) => findAll(row, /(?<found>[A-Z][A-Z\d_]+)/g));
  expect(readByCode.length).toBeGreaterThan(50);
  expect(readByCode.filter((name) => !documented.includes(name))).toEqual([]);
  const code = globSync("{backend,scripts}/**/*.{ts,mjs}").map(read).join("\n");
  expect(documented.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});
