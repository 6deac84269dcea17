/**
 * `npm run deploy:check`: tries the files of deploy/ and the Dockerfile with whatever programs the machine has, and
 * says what it could not try. Exit code 1 when something that was tried fails. `NODE_IMAGE` names an image of Node that
 * the machine has, where the one of the Dockerfile cannot be fetched.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getErrorCode } from "#backend/core/errors.ts";

const ROOT = join(import.meta.dirname, "..");
const DEPLOY = join(ROOT, "deploy");
/** Of `systemd-analyze security`: from 0, a service that may do nothing, to 10. */
const MAX_EXPOSURE = 2.5;
const BUILD_TIMEOUT_MS = 1_800_000;
const START_TIMEOUT_MS = 180_000;

type Outcome = { tried: true; result: string } | { tried: false; reason: string };

const runFile = promisify(execFile);

/** Resolves with the output; null when the machine has no such program. */
async function run(program: string, args: string[], env = {}, timeout = 60_000): Promise<string | null> {
  try {
    const options = { cwd: ROOT, env: { ...process.env, ...env }, timeout, maxBuffer: 64 * 1024 * 1024 };
    const { stdout, stderr } = await runFile(program, args, options);
    return stdout + stderr;
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}

const missing = (program: string): Outcome => ({ tried: false, reason: `${program} is not installed` });

async function checkUnit(): Promise<Outcome> {
  const unit = join(DEPLOY, "yaare.service");
  const complaints = await run("systemd-analyze", ["verify", unit]);
  if (complaints === null) return missing("systemd-analyze");
  if (complaints.trim() !== "") throw new Error(complaints.trim());
  const report = (await run("systemd-analyze", ["security", "--offline=yes", unit])) ?? "";
  const exposure = Number(/exposure level .*: (?<level>[\d.]+)/.exec(report)?.groups?.level);
  if (!(exposure <= MAX_EXPOSURE)) throw new Error(`Its exposure is ${exposure}, above ${MAX_EXPOSURE}`);
  return { tried: true, result: `valid, exposure ${exposure} of 10` };
}

async function checkCaddyfile(): Promise<Outcome> {
  const args = ["validate", "--config", join(DEPLOY, "Caddyfile"), "--adapter", "caddyfile"];
  const report = await run("caddy", args, { SITE_NAME: "yaare.example" });
  return report === null ? missing("caddy") : { tried: true, result: "valid" };
}

async function checkComposeFile(): Promise<Outcome> {
  for (const [program, ...first] of [["docker", "compose"], ["docker-compose"]] as const) {
    const version = await run(program, [...first, "version"]).catch(() => null);
    if (version === null) continue;
    const args = [...first, "-f", join(DEPLOY, "compose.yaml"), "config", "--quiet"];
    await run(program, args, { SITE_NAME: "yaare.example" });
    return { tried: true, result: "valid" };
  }
  return missing("docker compose");
}

/** What compose.yaml allows the shop. */
const CONTAINER = [
  "--read-only",
  ...["--tmpfs", "/tmp", "--cap-drop", "all", "--security-opt", "no-new-privileges"],
  ...["--env", "DEMO=0", "--env", "SITE_URL=https://yaare.example"],
];

async function readBaseImage(): Promise<string> {
  if (process.env.NODE_IMAGE) return process.env.NODE_IMAGE;
  const dockerfile = await readFile(join(ROOT, "Dockerfile"), "utf8");
  return /^ARG NODE_IMAGE=(?<image>\S+)$/m.exec(dockerfile)?.groups?.image ?? "";
}

async function checkImage(): Promise<Outcome> {
  for (const program of ["docker", "podman"]) {
    const works = await run(program, ["info"]).catch(() => null);
    if (works === null) continue;
    const base = await readBaseImage();
    const isBaseHere =
      (await run(program, ["image", "inspect", base]).catch(() => null)) ??
      (await run(program, ["pull", base], {}, BUILD_TIMEOUT_MS).catch(() => null));
    if (isBaseHere === null) return { tried: false, reason: `${program} cannot fetch the image of Node` };
    const build = ["build", "--build-arg", `NODE_IMAGE=${base}`, "--tag", "yaare-check", "."];
    await run(program, build, {}, BUILD_TIMEOUT_MS);
    const id = (await run(program, ["run", "--detach", ...CONTAINER, "yaare-check"]))?.trim() ?? "";
    try {
      const probe =
        "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))";
      const deadline = Date.now() + START_TIMEOUT_MS;
      for (;;) {
        const isReady = await run(program, ["exec", id, "node", "-e", probe]).then(
          () => true,
          () => false,
        );
        if (isReady) break;
        if (Date.now() > deadline) throw new Error(`It did not open:\n${await run(program, ["logs", id])}`);
      }
      await run(program, ["stop", "--time", "30", id]);
      const code = (await run(program, ["inspect", "--format", "{{.State.ExitCode}}", id]))?.trim();
      if (code !== "0") throw new Error(`It stopped with ${code}:\n${await run(program, ["logs", id])}`);
    } finally {
      await run(program, ["rm", "--force", "--volumes", id]);
    }
    return { tried: true, result: `built, started with read-only files, ready, stopped, by ${program}` };
  }
  return { tried: false, reason: "neither docker nor podman runs here" };
}

/** The conditions of the unit and of the container, without either: an ordinary user, and only the data can be written. */
async function checkReadOnly(): Promise<Outcome> {
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-deploy-"));
  const script = `
    node scripts/run.mjs serve > ${dataDir}/log 2>&1 & shop=$!
    until grep -q "is open at" ${dataDir}/log; do kill -0 $shop || { cat ${dataDir}/log; exit 1; }; sleep 1; done
    kill -TERM $shop; wait $shop`;
  const sandbox = [
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"],
    ...["--bind", dataDir, dataDir, "--unshare-user", "--uid", "1000", "--gid", "1000"],
    ...["--unshare-ipc", "--unshare-pid", "--cap-drop", "ALL", "--die-with-parent", "--chdir", ROOT],
  ];
  const env = { DATA_DIR: dataDir, PORT: "0", DEMO: "0" };
  try {
    const output = await run("bwrap", [...sandbox, "sh", "-c", script], env, START_TIMEOUT_MS);
    if (output === null) return missing("bwrap (bubblewrap)");
    return { tried: true, result: "started as an ordinary user with read-only files, stopped" };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const checks: Record<string, () => Promise<Outcome>> = {
  "deploy/yaare.service": checkUnit,
  "deploy/Caddyfile": checkCaddyfile,
  "deploy/compose.yaml": checkComposeFile,
  "the shop without rights": checkReadOnly,
  Dockerfile: checkImage,
};

for (const [name, check] of Object.entries(checks)) {
  try {
    const outcome = await check();
    process.stdout.write(
      outcome.tried ? `ok         ${name}: ${outcome.result}\n` : `not tried  ${name}: ${outcome.reason}\n`,
    );
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`FAILED     ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
