/** The cache of transformed images is limited in size, and survives a restart. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RenderCache } from "#backend/storage/images/render-cache.ts";

const REQUESTER = { network: "192.0.2.1", signal: new AbortController().signal, charge: () => {} };
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

const CACHE_FOLDER = "kept";
const open = () =>
  RenderCache.open({ folder: join(folder, CACHE_FOLDER), maxBytes: MAX_BYTES, maxPixels: 1e6 });

async function renderOnce(renders: RenderCache, version: string, width: number): Promise<void> {
  const options = { width, resize: "cover", quality: 80 } as const;
  const render = await renders.get(source, version, { options, format: null }, REQUESTER);
  await render?.handle.close();
}

async function getCachedBytes(): Promise<number> {
  const names = await readdir(join(folder, CACHE_FOLDER));
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, CACHE_FOLDER, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("the least recently used are evicted first", async () => {
  const first = await open();
  const old = randomUUID();
  await renderOnce(first, old, 10);
  for (let width = 20; width < 40; width++) await renderOnce(first, randomUUID(), width);
  await expect.poll(getCachedBytes).toBeLessThanOrEqual(MAX_BYTES);
  expect(first.listVersions()).not.toContain(old);

  await writeFile(join(folder, CACHE_FOLDER, `draft-${randomUUID()}`), "half an image");
  const again = await open();
  expect(again.listVersions().sort()).toEqual(first.listVersions().sort());
  expect(await readdir(join(folder, CACHE_FOLDER))).toHaveLength(first.listVersions().length);
});
