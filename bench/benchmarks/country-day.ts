/**
 * A day of a country, replayed in minutes: visitors come hour by hour as people do, read a first page with all its files
 * and some more pages, search, and one in twenty orders. What it costs in processor time, memory and bytes.
 *
 * Every page is requested as a document, which is the dearest way: the app of a visitor asks for less. Those who order are
 * signed in already: a sign-in costs what `-- signin` says.
 */
import { randomUUID } from "node:crypto";
import { Agent, get, type OutgoingHttpHeaders } from "node:http";
import { getErrorCode } from "#backend/core/errors.ts";
import { cpuMilliseconds, listProcessTree, readCpu, readResidentMegabytes } from "#bench/support/cpu.ts";
import { type BenchmarkResult, formatNumber } from "#bench/support/report.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { readCatalog } from "#bench/support/shoppers.ts";
import { createCustomers, widenLimits } from "#harness/accounts.ts";
import { createZipf, sendAtRate, toPercentile } from "#harness/arrivals.ts";
import { createOrderBody, pickProducts, sendOrder } from "#harness/orders.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

/** The part of a day's visitors that comes in each hour, from midnight; the evening is the busiest. */
const HOURS = [1, 0.5, 0.3, 0.3, 0.5, 1, 2, 3, 4, 5, 5.5, 6, 6, 5.5, 5, 5, 5.5, 6, 7, 8, 8.5, 7, 5, 2.9];
const FURTHER_PAGES = 3;
/** One visitor of so many orders. */
const VISITORS_PER_ORDER = 20;
const LINES_PER_ORDER = 3;
const CUSTOMERS = 1_000;
/** A client with a connection for every visitor looks for a free one in a list of thousands. */
const MAX_SOCKETS = 512;
const WORDS = [
  "ciment",
  "tuyau pvc",
  "peinture",
  "perceuse",
  "cable",
  "fer de 8",
  "robinet",
  "tole",
  "pointe",
];
const FILE = /(?:href|src)="(?<path>\/(?:assets|fonts|pictures)\/[^"]+)"/g;

interface Answer {
  ok: boolean;
  bytes: number;
}

const FAILED: Answer = { ok: false, bytes: 0 };

/** Of several million answers: an object for each would take gigabytes. */
class Answers {
  readonly times: number[] = [];
  failed = 0;
  bytes = 0;

  add(start: number, ok: boolean, bytes = 0): void {
    this.times.push(performance.now() - start);
    if (!ok) this.failed += 1;
    this.bytes += bytes;
  }
}

export async function benchmarkCountryDay(
  shop: RunningShop,
  visitors: number,
  minutes: number,
): Promise<BenchmarkResult> {
  const sql = openShopDatabase(shop.dataDir);
  try {
    await sql`update public.products set stock = 1000000 where not has_variants`;
    await widenLimits(sql);
    const { products, shippingFee } = await readCatalog(sql);
    const customers = await createCustomers(sql, shop, CUSTOMERS);
    const paths = ["/", "/products", "/promotions", ...products.map(({ slug }) => `/product/${slug}`)];
    const draw = createZipf(paths.length, Math.random);
    const answers = new Answers();
    const orders = new Answers();

    const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
    const read = async (path: string, network: string): Promise<void> => {
      const start = performance.now();
      const headers = { "accept-encoding": "br", "x-forwarded-for": network };
      const { ok, bytes } = (await sendAgain(() => readBytes(shop.url + path, agent, headers))) ?? FAILED;
      answers.add(start, ok, bytes);
    };
    const filesByPath = new Map<string, Promise<string[]>>();
    const listFiles = (path: string): Promise<string[]> => {
      const files = filesByPath.get(path) ?? fetch(shop.url + path).then(readFiles);
      filesByPath.set(path, files);
      return files;
    };
    const order = async (number: number, network: string): Promise<void> => {
      const start = performance.now();
      const body = createOrderBody(randomUUID(), pickProducts(products, number, LINES_PER_ORDER), {
        shipping: shippingFee,
        customer: number % 10_000,
      });
      const token = customers[number % CUSTOMERS]?.token;
      const ok = await sendAgain(async () => {
        const response = await sendOrder(shop, token, body, { "x-forwarded-for": network });
        await response.arrayBuffer();
        return response.status === 201 || response.status === 409;
      });
      orders.add(start, ok === true);
    };
    const visit = async (number: number): Promise<void> => {
      const network = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
      const first = paths[draw()] ?? "/";
      await read(first, network);
      await Promise.all((await listFiles(first)).map((file) => read(file, network)));
      for (let page = 0; page < FURTHER_PAGES; page++) await read(paths[draw()] ?? "/", network);
      if (number % 2 === 0) {
        const word = WORDS[number % WORDS.length] ?? "";
        await read(`/search-suggestions?q=${encodeURIComponent(word)}`, network);
      }
      if (number % VISITORS_PER_ORDER === 0) await order(number / VISITORS_PER_ORDER, network);
    };

    const readAll = () => readCpu([shop.pid, ...listProcessTree(shop.postgres)]);
    const before = readAll();
    const seconds = (minutes * 60) / HOURS.length;
    const share = HOURS.reduce((sum, part) => sum + part, 0);
    let come = 0;
    let memory = 0;
    let peak = 0;
    for (const part of HOURS) {
      const rate = (visitors * part) / share / seconds;
      const first = come;
      const hourBefore = readAll();
      await sendAtRate(rate, seconds, (number) => visit(first + number));
      come += Math.ceil(rate * seconds);
      peak = Math.max(peak, cpuMilliseconds(hourBefore, readAll()));
      memory = Math.max(memory, readResidentMegabytes(shop.pid));
    }
    const node = cpuMilliseconds(before, readCpu([shop.pid]));
    const all = cpuMilliseconds(before, readAll());
    return toResult({ visitors: come, minutes, answers, orders, node, postgres: all - node, peak, memory });
  } finally {
    await sql.end();
  }
}

/** Without decompressing them: `fetch` costs several times as much as the shop that answers. */
function readBytes(url: string, agent: Agent, headers: OutgoingHttpHeaders): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      response.on("end", () => resolve({ ok: response.statusCode === 200, bytes }));
      response.on("error", reject);
    }).on("error", reject);
  });
}

/** The paths of the files that a page names. */
async function readFiles(page: Response): Promise<string[]> {
  const html = await page.text();
  return [...new Set([...html.matchAll(FILE)].map(({ groups }) => groups?.path ?? ""))];
}

/**
 * As browsers do where the server has closed an idle connection in the moment in which they used it. A busy client may
 * have several of these. An order that was stored meanwhile is answered 409. Null when there is no answer at all.
 */
async function sendAgain<T>(send: () => Promise<T>, attempts = 10): Promise<T | null> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof TypeError || getErrorCode(error) !== undefined)) throw error;
    return attempts > 1 ? sendAgain(send, attempts - 1) : null;
  }
}

interface Day {
  visitors: number;
  minutes: number;
  answers: Answers;
  orders: Answers;
  /** Milliseconds of processor time, and of the busiest hour. */
  node: number;
  postgres: number;
  peak: number;
  memory: number;
}

function toResult({
  visitors,
  minutes,
  answers,
  orders,
  node,
  postgres,
  peak,
  memory,
}: Day): BenchmarkResult {
  return {
    title: `A day of a country in ${minutes} minutes: ${formatNumber(visitors)} visitors`,
    rows: [
      { metric: "requests", value: `${formatNumber(answers.times.length)}, ${answers.failed} failed` },
      {
        metric: "orders",
        value: `${formatNumber(orders.times.length)}, ${orders.failed} failed`,
        target: "0 failed",
      },
      {
        metric: "an answer, while the day passes so fast",
        value: `median ${formatNumber(toPercentile(answers.times, 0.5))} ms, 99th percentile ${formatNumber(toPercentile(answers.times, 0.99))} ms`,
      },
      {
        metric: "an order",
        value: `median ${formatNumber(toPercentile(orders.times, 0.5))} ms, 99th percentile ${formatNumber(toPercentile(orders.times, 0.99))} ms`,
      },
      {
        metric: "processor time of the day",
        value: `${formatNumber(node / 1000)} s of Node, ${formatNumber(postgres / 1000)} s of Postgres`,
      },
      {
        metric: "of one core, in the busiest hour",
        value: `${formatNumber(peak / 36_000)} %`,
      },
      {
        metric: "bytes",
        value: `${formatNumber(answers.bytes / 1e9)} GB, ${formatNumber(answers.bytes / visitors / 1000)} kB a visitor`,
      },
      { metric: "memory of Node, at most", value: `${formatNumber(memory)} MB` },
    ],
  };
}
