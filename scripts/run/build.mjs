/**
 * Builds the pages and the process of the shop, each when its sources have changed since its last build.
 *
 * @typedef {{ title: string, failure: string, args: string[], sources: readonly string[], excluded: RegExp, stamp: string, log: string, finish?: () => Promise<void> }} Build
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { listFiles } from "./list-files.mjs";
import { runLogged } from "./logged-process.mjs";
import { precompress } from "./precompress.mjs";

/** What both are built with. */
const tools = ["package-lock.json", "scripts/vite", "tsconfig.json"];

/** Every module of the process's bundle is in one of these; the build fails otherwise. */
export const processSources = [
  "app/lib",
  "app/server",
  "backend",
  "design",
  "jobs",
  "package.json",
  "scripts/run",
  "server.ts",
];

/**
 * The first empties the whole folder, and the stamp of the second with it.
 * @type {Build[]}
 */
const builds = [
  {
    title: "Building the pages",
    failure: "The pages could not be built.",
    args: ["node_modules/.bin/react-router", "build"],
    sources: ["app", "design", "public", "react-router.config.ts", "vite.config.ts", ...tools],
    excluded: /\.test\.tsx?$/,
    stamp: "build/.yaare-sources",
    log: ".cache/build.log",
    finish: () => precompress("build/client"),
  },
  {
    title: "Building the process",
    failure: "The shop's process could not be built.",
    args: ["node_modules/.bin/vite", "build", "--config", "scripts/vite/process.config.ts"],
    sources: [...processSources, ...tools],
    excluded: /\.(test\.tsx?|sql|css)$/,
    stamp: "build/process/.yaare-sources",
    log: ".cache/build-process.log",
  },
];

export function isBuilt() {
  return builds.every((build) => hasStamp(build, hashSources(build)));
}

/**
 * @param {Build} build
 * @param {string} hash
 */
function hasStamp({ stamp }, hash) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

/**
 * @param {string} node path of the Node binary that builds
 * @param {import("./report.mjs").Report} report
 * @param {import("./lock.mjs").Lock} lock
 */
export async function ensureBuild(node, report, lock) {
  for (const build of builds) {
    const { title, failure, args, stamp, log, finish } = build;
    const hash = hashSources(build);
    if (hasStamp(build, hash)) continue;
    rmSync(stamp, { force: true });
    await report.step(title, async () => {
      await runLogged(node, args, { lock, log, failure, env: { NODE_ENV: "production" } });
      await finish?.();
    });
    writeFileSync(stamp, hash);
  }
}

/** @param {Build} build */
function hashSources({ sources, excluded }) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(listFiles)) {
    if (!excluded.test(file)) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}
