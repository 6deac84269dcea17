import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CachedResponse } from "./cached-response.ts";
import { createSeedFileLoader, readBuiltFiles } from "./static-files.ts";

const site = { siteUrl: "http://localhost:3000" };
const script = "console.log('clou');".repeat(100);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "yaare-files-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/a-1.js"), script);
  await writeFile(join(folder, "assets/a-1.js.br"), "brotli bytes");
  await writeFile(join(folder, "robots.txt"), "User-agent: *");
  await writeFile(join(folder, "clou-1-640.avif"), "image");
  await writeFile(join(folder, "secret.json"), "{}");
});
afterAll(() => rm(folder, { recursive: true }));

async function read(response: CachedResponse | null | undefined, acceptEncoding?: string) {
  const raw = await response?.respond({ method: "GET", acceptEncoding, ifNoneMatch: undefined });
  const headers = raw?.headers ?? [];
  return {
    body: String(raw?.body),
    header: (name: string) => headers[headers.indexOf(name) + 1],
  };
}

it("serves built files by their path, assets as immutable", async () => {
  const files = await readBuiltFiles(folder, site);
  const asset = await read(files.get("/assets/a-1.js"));
  expect(asset.body).toBe(script);
  expect(asset.header("content-type")).toBe("text/javascript; charset=utf-8");
  expect(asset.header("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(asset.header("x-content-type-options")).toBe("nosniff");
  expect((await read(files.get("/robots.txt"))).header("cache-control")).toBe("public, max-age=3600");
});

it("sends the compressed copies and does not list them as files", async () => {
  const files = await readBuiltFiles(folder, site);
  expect((await read(files.get("/assets/a-1.js"), "br")).body).toBe("brotli bytes");
  expect(files.has("/assets/a-1.js.br")).toBe(false);
});

it("serves images by name and nothing else", async () => {
  const loadImage = createSeedFileLoader(folder, site);
  const found = await read(await loadImage("clou-1-640.avif"));
  expect([found.body, found.header("content-type")]).toEqual(["image", "image/avif"]);
  expect(await loadImage("marteau-1-640.avif")).toBeNull();
  for (const name of ["secret.json", "../package.json", "..%2fpackage.json", ".avif", "assets/a-1.js"]) {
    expect(await loadImage(name)).toBeNull();
  }
});
