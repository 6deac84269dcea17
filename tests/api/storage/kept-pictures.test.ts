/** Transformed pictures take a bounded part of the disk, and are found again after a start. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Renders } from "../../../backend/storage/images/renders.ts";

const MAX_BYTES = 4000;

let folder: string;
let source: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "yaare-test-"));
  source = join(folder, "source");
  const create = { width: 300, height: 300, channels: 3, background: "teal" } as const;
  await sharp({ create }).jpeg().toFile(source);
});
afterAll(() => rm(folder, { recursive: true }));

const kept = "kept";
const open = () => Renders.open({ folder: join(folder, kept), maxBytes: MAX_BYTES, maxPixels: 1e6 });

async function make(renders: Renders, version: string, width: number): Promise<void> {
  const options = { width, resize: "cover", quality: 80 } as const;
  const render = await renders.get(source, version, { options, format: null });
  await render?.handle.close();
}

async function bytesKept(): Promise<number> {
  const names = await readdir(join(folder, kept));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, kept, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("those that nobody asked for longest go first", async () => {
  const first = await open();
  const old = randomUUID();
  await make(first, old, 10);
  for (let width = 20; width < 40; width++) await make(first, randomUUID(), width);
  await expect.poll(bytesKept).toBeLessThanOrEqual(MAX_BYTES);
  expect(first.versions()).not.toContain(old);

  await writeFile(join(folder, kept, `draft-${randomUUID()}`), "half a picture");
  const again = await open();
  expect(again.versions().sort()).toEqual(first.versions().sort());
  expect(await readdir(join(folder, kept))).toHaveLength(first.versions().length);
});
