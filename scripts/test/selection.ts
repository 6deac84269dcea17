/**
 * Parses the arguments of `npm test -- …`: parts by their names, files and folders by their paths, one test
 * by `-t` and its title, and `--long` for the full form of slow tests.
 */
import { relative, resolve } from "node:path";

export const PARTS = [
  "types",
  "lint",
  "imports",
  "unused",
  "unit",
  "api",
  "screens",
  "build",
  "pages",
  "start",
  "browser",
] as const;

export type Part = (typeof PARTS)[number];

export interface Selection {
  /** In the order of `PARTS`, each with the files it is limited to; none means all of them. */
  parts: Map<Part, string[]>;
  /** The title of one test, as it is printed. */
  title: string | null;
  isLong: boolean;
}

/** The parts that run the built shop. */
const PARTS_NEEDING_BUILD: readonly Part[] = ["pages", "start", "browser"];

/** The folders of the tests of a part; unit tests are beside the code. */
const FOLDERS: [folder: string, part: Part][] = [
  ["tests/api", "api"],
  ["tests/database", "api"],
  ["tests/screens", "screens"],
  ["tests/pages", "pages"],
  ["tests/start", "start"],
  ["tests/e2e", "browser"],
];

/** Throws an Error with a message of one line when an argument matches no test. */
export function parseSelection(args: readonly string[], exists: (path: string) => boolean): Selection {
  const wanted = new Map<Part, string[]>();
  let title: string | null = null;
  let isLong = false;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const name = arg;
    const part = PARTS.find((known) => known === name);
    if (part) wanted.set(part, []);
    else if (arg === "--long") isLong = true;
    else if (arg === "-t") title = rest.shift() ?? "";
    else addPath(arg);
  }

  function addPath(path: string): void {
    // Playwright and Vitest both accept a line number after the file.
    if (!exists(path.replace(/:\d+$/, ""))) {
      throw new Error(`${path} is neither a part (${PARTS.join(", ")}) nor a file of tests.`);
    }
    const fromRoot = relative(process.cwd(), resolve(path));
    const [, part = "unit"] = FOLDERS.find(([folder]) => `${fromRoot}/`.startsWith(`${folder}/`)) ?? [];
    wanted.set(part, [...(wanted.get(part) ?? []), fromRoot]);
  }

  if (wanted.size === 0) for (const part of PARTS) wanted.set(part, []);
  if (PARTS_NEEDING_BUILD.some((part) => wanted.has(part))) wanted.set("build", []);
  const parts = new Map(
    PARTS.flatMap((part) => {
      const files = wanted.get(part);
      return files ? [[part, files]] : [];
    }),
  );
  return { parts, title, isLong };
}

/** The command that runs one test again, in the form of its run, quoted for a shell. */
export function toTestCommand({ file, title }: { file: string; title: string }, isLong: boolean): string {
  return `${isLong ? "npm run test:long" : "npm test"} -- ${file} -t '${title.replaceAll("'", "'\\''")}'`;
}

/** A title as both runners take it: a regular expression. Vitest writes `>` between a group and its tests. */
export function toTitlePattern(title: string): string {
  return title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" ", "( > | )");
}
