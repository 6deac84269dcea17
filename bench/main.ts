/**
 * Measures how fast the shop is, each figure against a baseline in the same run, and writes the result
 * into docs/performance.md. `npm run bench -- rest order` measures only the figures of these names and
 * writes nothing; `--rounds=3` sets the number of rounds.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { cachedPage } from "./figures/cached-page.ts";
import { firstView } from "./figures/first-view.ts";
import { officeLists } from "./figures/office-lists.ts";
import { orderInsert } from "./figures/order-insert.ts";
import { memory, startTime } from "./figures/process.ts";
import { realtimeSockets } from "./figures/realtime.ts";
import { restCall } from "./figures/rest-calls.ts";
import { restList } from "./figures/rest-list.ts";
import { screenWeights } from "./figures/screens.ts";
import { signIns } from "./figures/sign-ins.ts";
import { type RunningShop, startShop } from "./support/processes.ts";
import { type Figure, toMarkdown } from "./support/report.ts";

const DOCUMENT = join(import.meta.dirname, "../docs/performance.md");
const MARKERS = /<!-- figures -->[\s\S]*<!-- \/figures -->/;

const rounds = Number(
  process.argv.find((arg) => arg.startsWith("--rounds="))?.slice("--rounds=".length) ?? 5,
);
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));

/** In this order: memory is read before load has touched it, orders last because they change the shop. */
const FIGURES: [name: string, measure: (shop: RunningShop) => Promise<Figure>][] = [
  ["memory", memory],
  ["view", (shop) => firstView(shop, "/products", rounds)],
  ["view", async (shop) => firstView(shop, `/product/${await newestSlug(shop)}`, rounds)],
  ["screens", screenWeights],
  ["page", (shop) => cachedPage(shop, rounds)],
  ["signin", (shop) => signIns(shop, rounds)],
  ["rest", (shop) => restList(shop, rounds)],
  ["calls", (shop) => restCall(shop, "point", rounds)],
  ["calls", (shop) => restCall(shop, "page", rounds)],
  ["calls", (shop) => restCall(shop, "rpc", rounds)],
  ["calls", (shop) => restCall(shop, "insert", rounds)],
  ["order", (shop) => orderInsert(shop, rounds)],
];

const dataDir = await mkdtemp(join(tmpdir(), "yaare-bench-"));
const figures: Figure[] = [];
try {
  await inShop(async (shop) => {
    for (const [name, measure] of FIGURES) if (isWanted(name)) publish(await measure(shop));
  });
  // In a process of its own: what sockets weigh would not show beside what all the others left.
  if (isWanted("realtime")) await inShop(async (shop) => publish(await realtimeSockets(shop, rounds)));
  if (isWanted("lists")) publish(await officeLists(rounds));
  if (isWanted("start")) publish(await startTime(dataDir, rounds));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
if (wanted.length === 0) await writeDocument();

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

async function inShop(work: (shop: RunningShop) => Promise<void>): Promise<void> {
  const shop = await startShop(dataDir);
  try {
    await work(shop);
  } finally {
    await shop.stop();
  }
}

function publish(figure: Figure): void {
  figures.push(figure);
  console.log(toMarkdown(figure));
}

async function newestSlug(shop: RunningShop): Promise<string> {
  const response = await fetch(`${shop.url}/rest/v1/products?select=slug&order=created_at.desc&limit=1`, {
    headers: { apikey: shop.anonKey },
  });
  const rows: { slug: string }[] = await response.json();
  return rows[0]?.slug ?? "";
}

async function writeDocument(): Promise<void> {
  const [cpu] = cpus();
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpu?.model ?? "unknown"}), Node ${process.version}, ${rounds} rounds.`;
  const section = ["<!-- figures -->", measured, "", ...figures.map(toMarkdown), "<!-- /figures -->"].join(
    "\n",
  );
  const text = await readFile(DOCUMENT, "utf8");
  await writeFile(
    DOCUMENT,
    text.replace(MARKERS, () => section),
  );
}
