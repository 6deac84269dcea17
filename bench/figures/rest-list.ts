/** The newest 24 products with their category through rest, against a bare server with the same SQL. */
import { join } from "node:path";
import { type RunningShop, startBare } from "../support/processes.ts";
import { comparisonRows, type Figure } from "../support/report.ts";
import { interleave } from "../support/rounds.ts";
import { load } from "../support/wrk.ts";

const CARD =
  "id,name,slug,price,old_price,discount,image,rating,review_count,is_new,stock,...categories(category:slug)";
/** What is null is left out: old prices and discounts are few. */
const ACCEPT = "application/vnd.pgrst.array+json;nulls=stripped";

export async function restList(shop: RunningShop, rounds: number): Promise<Figure> {
  const bare = await startBare("list", { SOCKET_DIR: join(shop.dataDir, "socket") });
  try {
    const ours = {
      url: `${shop.url}/rest/v1/products?select=${CARD}&order=created_at.desc&limit=24`,
      headers: { apikey: shop.anonKey, accept: ACCEPT },
    };
    const [oursBody, bareBody] = await Promise.all([
      fetch(ours.url, { headers: ours.headers }).then((response) => response.json()),
      fetch(bare.url).then((response) => response.json()),
    ]);
    if (JSON.stringify(oursBody) !== JSON.stringify(bareBody)) throw new Error("The two lists differ.");
    const comparison = await interleave(
      rounds,
      () => load(ours, { node: shop.pid, postgres: shop.postgres }),
      () => load({ url: bare.url }, { node: bare.pid, postgres: shop.postgres }),
    );
    const bytes = Buffer.byteLength(JSON.stringify(oursBody));
    return {
      title: "List of the newest 24 products with their category, through rest",
      rows: [
        ...comparisonRows(comparison, { throughput: "0.6 or more", p99: "2 or less" }),
        { figure: "bytes of the answer", value: String(bytes), aim: "7,000 or fewer" },
      ],
    };
  } finally {
    await bare.stop();
  }
}
