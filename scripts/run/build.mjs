/** Builds the pages when their sources have changed since the last build. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { runLogged } from "./logged-process.mjs";
import { precompress } from "./precompress.mjs";

const stampFile = "build/.yaare-sources";
const sources = [
  "app",
  "design",
  "public",
  "package-lock.json",
  "react-router.config.ts",
  "vite.config.ts",
  "scripts/vite",
  "tsconfig.json",
];

/** Files that are not part of the build: Node runs them directly, or they are tests. */
const excludedFromBuild = /^app\/server\/|\.test\.tsx?$/;

export function isBuilt() {
  return hasStamp(hashSources());
}

/** @param {string} stamp */
function hasStamp(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
}

/**
 * @param {string} node path of the Node binary that builds
 * @param {import("./report.mjs").Report} report
 * @param {import("./lock.mjs").Lock} lock
 */
export async function ensureBuild(node, report, lock) {
  const stamp = hashSources();
  if (hasStamp(stamp)) return;
  rmSync(stampFile, { force: true });
  await report.step("Building the pages", async () => {
    await runLogged(node, ["node_modules/.bin/react-router", "build"], {
      lock,
      log: ".cache/build.log",
      failure: "The pages could not be built.",
      env: { NODE_ENV: "production" },
    });
    await precompress("build/client");
  });
  writeFileSync(stampFile, stamp);
}

function hashSources() {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of listFiles(source)) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} path a file or a folder; nothing is listed when it does not exist
 * @returns {string[]} sorted
 */
function listFiles(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => !excludedFromBuild.test(file))
    .sort();
}
