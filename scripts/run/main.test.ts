import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

it("runs a command wherever the shop has been copied to", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ma boutique, 100 % à moi-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of await readdir(ROOT)) {
    if (name !== "scripts") await symlink(join(ROOT, name), join(folder, name));
  }
  await cp(join(ROOT, "scripts"), join(folder, "scripts"), { recursive: true });
  const env = { ...process.env, DATA_DIR: join(folder, "data") };
  const output = execFileSync(process.execPath, [join(folder, "scripts/run.mjs"), "keys"], {
    env,
    encoding: "utf8",
  });
  expect(output).toMatch(/^ANON_KEY=\S+\nSERVICE_ROLE_KEY=\S+\n$/);
});
