/**
 * Renders the images of the demo shop and writes them to supabase/seed/images.
 *
 *   node image-generator/main.ts [--only ciment,tole-3,shop] [--sheet sheet.png [--columns 6] [--tile 240]]
 *
 * Without --sheet the files are written; with it only a contact sheet of the requested images,
 * each above the name of its product. The work is
 * distributed over threads; each image depends only on its name, so the files do not depend on the order.
 */
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type Pixels, render } from "./render/render.ts";
import { captions, scenes } from "./scenes.ts";
import { writeHero, writeLogos, writeShareCard } from "./shop/write-shop-images.ts";
import { writeContactSheet, writeSizes } from "./write-images.ts";

interface Job {
  names: string[];
  /** The edge of the sheet's tiles, 0 to write files. */
  tile: number;
}

async function renderByName(name: string, size: number): Promise<Pixels> {
  const scene = scenes.get(name);
  if (!scene) throw new Error(`No image is called ${name}.`);
  return await render(scene(), size, size);
}

async function runJob({ names, tile }: Job): Promise<void> {
  for (const name of names) {
    const pixels = await renderByName(name, tile > 0 ? Math.round(tile * 1.5) : 960);
    if (tile > 0) parentPort?.postMessage({ name, pixels });
    else {
      await writeSizes(name, pixels, [320, 640]);
      parentPort?.postMessage({ name, pixels: null });
    }
  }
}

async function renderInThreads(names: string[], tile: number, threads: number): Promise<Map<string, Pixels>> {
  const done = new Map<string, Pixels>();
  const workers = Array.from({ length: Math.min(threads, names.length) }, (_, thread) => {
    const job: Job = { names: names.filter((_, i) => i % threads === thread), tile };
    return new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: job });
      worker.on("message", ({ name, pixels }: { name: string; pixels: Pixels | null }) => {
        if (pixels) done.set(name, pixels);
      });
      worker.on("error", reject);
      worker.on("exit", () => resolve());
    });
  });
  await Promise.all(workers);
  return done;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      sheet: { type: "string" },
      columns: { type: "string", default: "6" },
      tile: { type: "string", default: "240" },
      threads: { type: "string", default: "3" },
    },
  });
  const requested = values.only?.split(",") ?? [];
  const names = [...scenes.keys()].filter(
    (name) =>
      requested.length === 0 || requested.some((w) => w === name || w === name.replace(/-\d+[b-d]?$/, "")),
  );
  const threads = Number(values.threads);
  if (values.sheet === undefined) {
    await renderInThreads(names, 0, threads);
    if (requested.length === 0 || requested.includes("shop")) {
      await writeLogos();
      await writeHero();
      await writeShareCard();
    }
    return;
  }
  const images = await renderInThreads(names, Number(values.tile), threads);
  const ordered = names.flatMap((name) => {
    const pixels = images.get(name);
    return pixels ? [{ pixels, caption: captions.get(name) ?? name }] : [];
  });
  await writeContactSheet(values.sheet, ordered, Number(values.columns), Number(values.tile));
}

if (isMainThread) await main();
else await runJob(workerData);
