/** The newest 24 products with their category through rest, against a baseline server with the same SQL. */
import { join } from "node:path";
import { type BenchmarkResult, toComparisonRows } from "#bench/support/report.ts";
import { interleave } from "#bench/support/rounds.ts";
import { type RunningShop, startBaseline } from "#bench/support/shop-and-baselines.ts";
import { measureLoad } from "#bench/support/wrk.ts";

const CARD_COLUMNS =
  "id,name,slug,price,old_price,discount,image,rating,review_count,is_new,stock,...categories(category:slug)";
/** Omits nulls: most products have no old price and no discount. */
const ACCEPT = "application/vnd.pgrst.array+json;nulls=stripped";

export async function benchmarkRestList(shop: RunningShop, rounds: number): Promise<BenchmarkResult> {
  const baseline = await startBaseline("rest-list", { SOCKET_DIR: join(shop.dataDir, "socket") });
  try {
    const shopTarget = {
      url: `${shop.url}/rest/v1/products?select=${CARD_COLUMNS}&order=created_at.desc&limit=24`,
      headers: { apikey: shop.anonKey, accept: ACCEPT },
    };
    const [shopBody, baselineBody] = await Promise.all([
      fetch(shopTarget.url, { headers: shopTarget.headers }).then((response) => response.json()),
      fetch(baseline.url).then((response) => response.json()),
    ]);
    if (JSON.stringify(shopBody) !== JSON.stringify(baselineBody)) throw new Error("The two lists differ.");
    const comparison = await interleave(
      rounds,
      () => measureLoad(shopTarget, { node: shop.pid, postgres: shop.postgres }),
      () => measureLoad({ url: baseline.url }, { node: baseline.pid, postgres: shop.postgres }),
    );
    const bytes = Buffer.byteLength(JSON.stringify(shopBody));
    return {
      title: "List of the newest 24 products with their category, through rest",
      rows: [
        ...toComparisonRows(comparison, { throughput: "0.6 or more", p99: "2 or less" }),
        { metric: "bytes of the response", value: String(bytes), target: "7,000 or fewer" },
      ],
    };
  } finally {
    await baseline.stop();
  }
}
