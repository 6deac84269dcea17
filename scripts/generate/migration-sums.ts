/**
 * The checksums of all migrations, because a migration that a database has applied must not change. The file has
 * the format of `sha256sum`. Its order is that in which the migrations were added, and a comment begins each
 * group that was added together: a database of any version of the shop has the groups up to one of them. The
 * comment of the newest group of a release names it: `# 14, 1.0.0`.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { MigrationState } from "#backend/core/database/migrations.ts";

export const MIGRATION_SUMS = "supabase/migrations.sha256";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = ["backend/platform", "supabase/migrations"];

interface MigrationFile {
  /** Relative to the repository. */
  path: string;
  sha256: string;
}

/** The migrations of the repository, in the order in which a new database applies them. */
export function listMigrationFiles(): MigrationFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .map((name) => `${folder}/${name}`),
  ).map((path) => ({
    path,
    sha256: createHash("sha256")
      .update(readFileSync(join(ROOT, path)))
      .digest("hex"),
  }));
}

/** The committed checksums. */
export function readMigrationSums(): string {
  return readFileSync(join(ROOT, MIGRATION_SUMS), "utf8");
}

/** The groups of a file of checksums, oldest first. */
export function parseMigrationSums(text: string): MigrationFile[][] {
  const groups = text.split(/^#.*\n/m).slice(1);
  return groups.map((group) =>
    group
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const [sha256 = "", path = ""] = line.split("  ");
        return { path, sha256 };
      }),
  );
}

/** The places of the groups that a release ends with, by its version. */
export function parseReleases(text: string): ReadonlyMap<string, number> {
  const comments = text.match(/^#.*$/gm) ?? [];
  return new Map(
    comments.flatMap((comment, index) =>
      comment
        .split(", ")
        .slice(1)
        .map((version): [string, number] => [version, index]),
    ),
  );
}

/** What a database has applied that has these groups. */
export function toMigrationState(groups: MigrationFile[][]): MigrationState {
  const paths = groups.flat().map(({ path }) => path);
  const list = (folder: string) =>
    paths
      .filter((path) => path.startsWith(folder))
      .map((path) => {
        const [version = "", ...name] = basename(path, ".sql").split("_");
        return { version, name: name.join("_"), sha256: null };
      });
  return { platform: list("backend/platform/"), shop: list("supabase/migrations/") };
}

/**
 * The file of checksums with a group of the migrations that it lacks. Throws an error that says what to do when
 * a recorded migration has changed or is missing, or sorts after a new one: a new database would apply the two in
 * another order than those that exist.
 */
export function addMigrationSums(text: string, files: MigrationFile[]): string {
  const groups = parseMigrationSums(text);
  const present = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  for (const { path, sha256 } of groups.flat()) {
    if (present.get(path) === sha256) continue;
    throw new Error(
      `${path} ${present.has(path) ? "has changed" : "is missing"}, and databases have applied it: restore it, and put the change into a new migration. If it is on no other machine yet, remove its line from ${MIGRATION_SUMS} first.`,
    );
  }
  const recorded = new Set(groups.flat().map(({ path }) => path));
  const added = files.filter(({ path }) => !recorded.has(path));
  if (added.length === 0) return text;
  for (const { path } of added) {
    const later = groups.flat().filter((other) => dirname(other.path) === dirname(path) && other.path > path);
    const newest = later.at(-1)?.path;
    if (newest !== undefined)
      throw new Error(
        `${path} sorts before ${newest}, which databases have applied: give it a later number.`,
      );
  }
  const lines = added.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  return `${text}# ${groups.length + 1}\n${lines.join("")}`;
}
