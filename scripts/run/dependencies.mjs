/**
 * Installs the packages of package-lock.json when node_modules differs from it, or is of another platform.
 *
 * A stamp in node_modules records the last installation. A tree without a matching stamp that is complete
 * according to npm's own record (after `npm ci` or `npm install`) is only stamped, not installed again.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { runLogged } from "./logged-process.mjs";

const stampFile = "node_modules/.yaare-installed";
const recordFile = "node_modules/.package-lock.json";

export function isInstallCurrent() {
  return (
    existsSync(stampFile) &&
    readFileSync(stampFile, "utf8") === hashLockfile(readFileSync("package-lock.json"))
  );
}

/** @param {Buffer} wanted */
function hashLockfile(wanted) {
  return createHash("sha256").update(`${process.platform} ${process.arch}\n`).update(wanted).digest("hex");
}

/**
 * @param {import("./report.mjs").Report} report
 * @param {import("./lock.mjs").Lock} lock
 */
export async function ensureDependencies(report, lock) {
  if (isInstallCurrent()) return;
  const wanted = readFileSync("package-lock.json");
  if (!isInstalled(JSON.parse(wanted.toString()))) {
    rmSync(stampFile, { force: true });
    await report.step("Installing the dependencies", () => install(lock));
  }
  writeFileSync(stampFile, hashLockfile(wanted));
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry
 * @param {{ packages: Record<string, Entry> }} wanted
 */
function isInstalled(wanted) {
  if (!existsSync(recordFile)) return false;
  /** @type {{ packages: Record<string, Entry> }} */
  const record = JSON.parse(readFileSync(recordFile, "utf8"));
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === "" || !isRequiredHere(entry)) return true;
    const installed = record.packages[path];
    return (
      installed?.version === entry.version && installed?.integrity === entry.integrity && existsSync(path)
    );
  });
}

/**
 * Whether an installation on this platform must have this entry. Optional ones without a platform, or with a
 * C library, may be absent.
 * @param {Entry} entry
 */
function isRequiredHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return (os?.includes(process.platform) && cpu?.includes(process.arch) && !libc) ?? false;
}

/** @param {import("./lock.mjs").Lock} lock */
function install(lock) {
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=warn"];
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith("npm-cli.js") ? [process.execPath, [npm]] : ["npm", []];
  return runLogged(program, [...first, ...args], {
    lock,
    log: ".cache/npm-ci.log",
    failure:
      "The dependencies could not be installed: check the network and the npm registry, then try again.",
  });
}
