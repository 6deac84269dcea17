/**
 * Runs the benchmarks of the shop, each against a baseline in the same run, and writes the results into
 * docs/performance.md. `npm run bench -- rest order` runs only the benchmarks of these names (below) and writes
 * nothing; `--rounds=3` sets the number of rounds, `--before=<folder>` names a built checkout of another version,
 * which some benchmarks then measure as well, and `--sizes=<folder>` stores the shops of `catalog`, `lists` and `addresses`, which
 * are used again instead of filling them anew; `--largest=100000` is the number of products of the larger one, and
 * `--only=facet` measures the reads, or the attacks, whose name this regular expression finds. `day` replays `--visitors=100000` in
 * `--minutes=20`.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { benchmarkAbuse } from "./benchmarks/abuse.ts";
import { benchmarkAdminLists } from "./benchmarks/admin-lists.ts";
import { benchmarkCachedAddresses } from "./benchmarks/cached-addresses.ts";
import { benchmarkCachedPage } from "./benchmarks/cached-page.ts";
import { benchmarkCatalogLists } from "./benchmarks/catalog-lists.ts";
import { benchmarkCountryDay } from "./benchmarks/country-day.ts";
import { benchmarkCourierReload } from "./benchmarks/courier-reload.ts";
import { benchmarkFirstView } from "./benchmarks/first-view.ts";
import { benchmarkLimits } from "./benchmarks/limits.ts";
import { benchmarkMainThread } from "./benchmarks/main-thread.ts";
import { benchmarkMemory, benchmarkStartup } from "./benchmarks/memory-and-startup.ts";
import { benchmarkOrderInsert } from "./benchmarks/order-insert.ts";
import { benchmarkPageRender } from "./benchmarks/page-render.ts";
import { benchmarkPagesUnderWrites } from "./benchmarks/pages-under-writes.ts";
import { benchmarkProductImport } from "./benchmarks/product-import.ts";
import { benchmarkRealtimeSockets } from "./benchmarks/realtime-sockets.ts";
import { benchmarkRelevance } from "./benchmarks/relevance.ts";
import { benchmarkRestCall } from "./benchmarks/rest-calls.ts";
import { benchmarkRestList } from "./benchmarks/rest-list.ts";
import { benchmarkScreenWeights } from "./benchmarks/screen-weights.ts";
import { benchmarkSignIns } from "./benchmarks/sign-ins.ts";
import { openSizedShops, type SizedShop } from "./support/compare-sizes.ts";
import { type BenchmarkResult, toMarkdown } from "./support/report.ts";
import { type RunningShop, type ShopOptions, startShop } from "./support/shop-and-baselines.ts";
import { getNewestSlug } from "./support/slugs.ts";

const DOCUMENT = join(import.meta.dirname, "../docs/performance.md");
const MARKERS = /<!-- figures -->[\s\S]*<!-- \/figures -->/;

const rounds = Number(readOption("rounds") ?? 5);
const before = readOption("before");
const sizes = readOption("sizes");
const only = new RegExp(readOption("only") ?? "");
const largest = Number(readOption("largest") ?? 1_000_000);
const visitors = Number(readOption("visitors") ?? 100_000);
const minutes = Number(readOption("minutes") ?? 20);
const requestedNames = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));

/** Benchmarks that measure the same thing, such as a running shop. */
interface Group {
  names: string[];
  /** Measures the requested ones, in their order; opens nothing if there is none. */
  run(): Promise<void>;
}

const GROUPS: readonly Group[] = [
  // In this order: memory is measured before any load, orders last because they change the shop.
  createGroup(withShop, [
    ["memory", benchmarkMemory],
    ["view", (shop) => benchmarkFirstView(shop, "/products", rounds)],
    [
      "view",
      async (shop) => benchmarkFirstView(shop, `/product/${await getNewestSlug(shop, "products")}`, rounds),
    ],
    ["screens", benchmarkScreenWeights],
    ["thread", (shop) => benchmarkMainThread(shop, rounds, before)],
    ["courier", (shop) => benchmarkCourierReload(shop, rounds)],
    ["relevance", benchmarkRelevance],
    ["page", (shop) => benchmarkCachedPage(shop, rounds)],
    ["render", (shop) => benchmarkPageRender(shop, rounds, before)],
    ["signin", (shop) => benchmarkSignIns(shop, rounds)],
    ["rest", (shop) => benchmarkRestList(shop, rounds)],
    ["calls", (shop) => benchmarkRestCall(shop, "point", rounds)],
    ["calls", (shop) => benchmarkRestCall(shop, "page", rounds)],
    ["calls", (shop) => benchmarkRestCall(shop, "rpc", rounds)],
    ["calls", (shop) => benchmarkRestCall(shop, "insert", rounds)],
    ["writes", (shop) => benchmarkPagesUnderWrites(shop, rounds)],
    ["order", (shop) => benchmarkOrderInsert(shop, rounds)],
    ["limits", (shop) => benchmarkLimits(shop, rounds)],
  ]),
  // In a process of its own: the memory of sockets would not show after all the other benchmarks.
  createGroup(withShop, [["realtime", (shop) => benchmarkRealtimeSockets(shop, rounds)]]),
  // In shops that the other benchmarks have not changed, and which none of them uses afterwards.
  createGroup<RunningShop>(
    (work) => withNewShop(work, { tls: true }),
    [["abuse", (shop) => benchmarkAbuse(shop, rounds, only)]],
  ),
  createGroup(withNewShop, [["day", (shop) => benchmarkCountryDay(shop, visitors, minutes)]]),
  createGroup(withNewShop, [["import", (shop) => benchmarkProductImport(shop, rounds)]]),
  createGroup(withSizedShops, [
    ["catalog", (shops) => benchmarkCatalogLists(shops, rounds, only)],
    ["lists", (shops) => benchmarkAdminLists(shops, rounds, only)],
    ["addresses", ([, large]) => benchmarkCachedAddresses(large)],
  ]),
  createGroup(withStoppedShop, [["start", (folder) => benchmarkStartup(folder, rounds)]]),
];
/** It takes minutes. */
const ONLY_BY_NAME = ["day"];

const names = GROUPS.flatMap((group) => group.names);
const unknownName = requestedNames.find((name) => !names.includes(name));
if (unknownName !== undefined) {
  console.error(
    `bench: no benchmark has the name ${unknownName}; the names are ${[...new Set(names)].join(", ")}`,
  );
  process.exit(2);
}

const dataDir = await createDataDir();
const results: BenchmarkResult[] = [];
try {
  for (const group of GROUPS) await group.run();
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
if (requestedNames.length === 0) await writeDocument();

function createGroup<T>(
  open: (work: (subject: T) => Promise<void>) => Promise<void>,
  benchmarks: [name: string, measure: (subject: T) => Promise<BenchmarkResult | BenchmarkResult[]>][],
): Group {
  return {
    names: benchmarks.map(([name]) => name),
    async run() {
      const requested = benchmarks.filter(([name]) => isRequested(name));
      if (requested.length === 0) return;
      await open(async (subject) => {
        for (const [, measure] of requested) publish(await measure(subject));
      });
    },
  };
}

/** The value of an argument `--name=value`. */
function readOption(name: string): string | undefined {
  const prefix = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
}

function isRequested(name: string): boolean {
  return requestedNames.length === 0 ? !ONLY_BY_NAME.includes(name) : requestedNames.includes(name);
}

function createDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), "yaare-bench-"));
}

/** A shop on the data directory of the run. */
function withShop(work: (shop: RunningShop) => Promise<void>): Promise<void> {
  return withShopOn(dataDir, work);
}

async function withNewShop(
  work: (shop: RunningShop) => Promise<void>,
  options: ShopOptions = {},
): Promise<void> {
  const folder = await createDataDir();
  await withShopOn(folder, work, options).finally(() => rm(folder, { recursive: true, force: true }));
}

async function withShopOn(
  folder: string,
  work: (shop: RunningShop) => Promise<void>,
  options: ShopOptions = {},
): Promise<void> {
  const shop = await startShop(folder, options);
  try {
    await work(shop);
  } finally {
    await shop.stop();
  }
}

/** The data directory of the run, on which a shop was started before. */
async function withStoppedShop(work: (folder: string) => Promise<void>): Promise<void> {
  await withShop(async () => {});
  await work(dataDir);
}

async function withSizedShops(
  work: (shops: [small: SizedShop, large: SizedShop]) => Promise<void>,
): Promise<void> {
  const shops = await openSizedShops(sizes ?? join(dataDir, "sizes"), largest);
  try {
    await work(shops);
  } finally {
    for (const shop of shops) await shop.close();
  }
}

function publish(measured: BenchmarkResult | BenchmarkResult[]): void {
  for (const result of [measured].flat()) {
    results.push(result);
    console.log(toMarkdown(result));
  }
}

async function writeDocument(): Promise<void> {
  const [cpu] = cpus();
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpu?.model ?? "unknown"}), Node ${process.version}, ${rounds} rounds.`;
  const section = ["<!-- figures -->", measured, "", ...results.map(toMarkdown), "<!-- /figures -->"].join(
    "\n",
  );
  const text = await readFile(DOCUMENT, "utf8");
  await writeFile(
    DOCUMENT,
    text.replace(MARKERS, () => section),
  );
}
