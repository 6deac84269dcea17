/** Encrypted copies of the backups are made elsewhere, and a shop goes back to a moment from them. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import S3rver from "s3rver";
import { expect, it, onTestFinished } from "vitest";
import { connectClient, IMAGE, runCommand } from "./backups.ts";
import {
  createBrandsClient,
  createDataDir,
  createShopDataDir,
  expectStartupError,
  startShopProcess,
} from "./shop-process.ts";

it("a shop keeps encrypted copies of its backups in a bucket, and goes back to a moment from there", async () => {
  const bucketsDir = await createDataDir();
  const buckets = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: bucketsDir,
    configureBuckets: [{ name: "copies" }],
  });
  const { port } = await buckets.run();
  onTestFinished(() => buckets.close());
  const copies = `http://S3RVER:S3RVER@127.0.0.1:${port}/copies`;
  const dataDir = await createShopDataDir();
  const env = { DATA_DIR: dataDir, BACKUP_KEEP: "1", BACKUP_COPY: copies };
  const shop = startShopProcess(env);
  const url = await shop.opened;
  const key = /shown only now: (?<key>\S{43})/.exec(shop.stdout())?.groups?.key ?? "";
  expect(key).toBe((await readFile(join(dataDir, "backup.key"), "utf8")).trim());
  const brands = await createBrandsClient(url, dataDir);
  const images = (await connectClient(url, dataDir, "serviceRoleKey")).storage.from("product-pictures");
  await brands.add("Sahelis");
  await runCommand("backup", [], env);
  const [first] = (await readdir(join(dataDir, "backups"))).filter((name) => name.endsWith("Z"));
  await images.upload("scie.png", IMAGE, { contentType: "image/png" });
  await runCommand("backup", [], env);
  // What the second needs is there, and the first is gone.
  const kept = (await readdir(join(dataDir, "backups"))).filter((name) => name.endsWith("Z"));
  expect(kept).toEqual([expect.not.stringMatching(first ?? "")]);
  const { completedAt } = JSON.parse(await readFile(join(dataDir, "last-backup.json"), "utf8"));
  expect(kept[0]).toBe(`${completedAt.slice(0, 19).replaceAll(":", "-")}Z`);

  await brands.add("Ferlion");
  const moment = new Date().toISOString();
  await brands.add("Prokraft");
  await images.remove(["scie.png"]);
  shop.child.kill("SIGTERM");
  await shop.exited;
  await runCommand("backup", ["--when-due"], env);
  const stored = await readdir(bucketsDir, { recursive: true, withFileTypes: true });
  for (const file of stored.filter((entry) => entry.isFile() && entry.name.endsWith("_object"))) {
    const bytes = await readFile(join(file.parentPath, file.name));
    expect(bytes.subarray(0, 8).toString(), file.name).toBe("YAAREENC");
  }

  const nextDataDir = join(await createDataDir(), "elsewhere");
  const restore = (extra: Record<string, string>) =>
    startShopProcess({ DATA_DIR: nextDataDir, ...extra }, ["scripts/restore.ts", copies, "--to", moment]);
  await expectStartupError(restore({}), /^The bucket holds encrypted backups: set BACKUP_KEY to their key/);
  await expectStartupError(
    restore({ BACKUP_KEY: Buffer.alloc(32).toString("base64url") }),
    /^The bucket holds no backup of this key: check BACKUP_KEY/,
  );
  await expect(readdir(nextDataDir)).rejects.toThrow("ENOENT");
  const restored = restore({ BACKUP_KEY: key });
  expect(await restored.exited, restored.stderr()).toBe(0);
  const next = startShopProcess({ DATA_DIR: nextDataDir });
  const nextUrl = await next.opened;
  expect((await (await createBrandsClient(nextUrl, nextDataDir)).list()).sort()).toEqual([
    "Ferlion",
    "Sahelis",
  ]);
  const address = images.getPublicUrl("scie.png").data.publicUrl.replace(url, nextUrl);
  expect(Buffer.from(await (await fetch(address)).arrayBuffer())).toEqual(IMAGE);
});
