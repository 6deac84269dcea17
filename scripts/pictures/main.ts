/**
 * Draws the pictures of the demo shop and writes them to supabase/seed/pictures.
 *
 *   node scripts/pictures/main.ts [--only ciment,tole-3,shop] [--sheet sheet.png [--columns 6] [--tile 240]]
 *
 * Without --sheet the files are written; with it only a contact sheet of what was asked for. The work is shared out
 * over threads; each picture depends on nothing but its name, so the files come out the same whatever their order.
 */
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { catalogue } from "./catalogue.ts";
import { type Pixels, render } from "./render/render.ts";
import { writeCard, writeHero, writeMarks } from "./shop/write.ts";
import { writeSheet, writeSizes } from "./write.ts";

interface Job {
  names: string[];
  /** edge of the sheet's tiles, 0 to write files */
  tile: number;
}

async function drawn(name: string, size: number): Promise<Pixels> {
  const scene = catalogue.get(name);
  if (!scene) throw new Error(`No picture is called ${name}.`);
  return await render(scene(), size, size);
}

async function work({ names, tile }: Job): Promise<void> {
  for (const name of names) {
    const pixels = await drawn(name, tile > 0 ? Math.round(tile * 1.5) : 1280);
    if (tile > 0) parentPort?.postMessage({ name, pixels });
    else {
      await writeSizes(name, pixels, [320, 640]);
      parentPort?.postMessage({ name, pixels: null });
    }
  }
}

async function share(names: string[], tile: number, threads: number): Promise<Map<string, Pixels>> {
  const done = new Map<string, Pixels>();
  const hands = Array.from({ length: Math.min(threads, names.length) }, (_, hand) => {
    const job: Job = { names: names.filter((_, i) => i % threads === hand), tile };
    return new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: job });
      worker.on("message", ({ name, pixels }: { name: string; pixels: Pixels | null }) => {
        if (pixels) done.set(name, pixels);
      });
      worker.on("error", reject);
      worker.on("exit", () => resolve());
    });
  });
  await Promise.all(hands);
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
  const wanted = values.only?.split(",") ?? [];
  const names = [...catalogue.keys()].filter(
    (name) => wanted.length === 0 || wanted.some((w) => w === name || w === name.replace(/-\d+$/, "")),
  );
  const threads = Number(values.threads);
  if (values.sheet === undefined) {
    await share(names, 0, threads);
    if (wanted.length === 0 || wanted.includes("shop")) {
      await writeMarks();
      await writeHero();
      await writeCard();
    }
    return;
  }
  const pictures = await share(names, Number(values.tile), threads);
  const ordered = names.flatMap((name) => pictures.get(name) ?? []);
  await writeSheet(values.sheet, ordered, Number(values.columns), Number(values.tile));
}

if (isMainThread) await main();
else await work(workerData);
