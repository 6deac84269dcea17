/** How well the search finds what shoppers mean, in the demo shop: no time, but a figure to keep while it changes. */
import { measureRelevance } from "#bench/relevance/measure-relevance.ts";
import { type BenchmarkResult, formatNumber } from "#bench/support/report.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { openShopDatabase } from "#bench/support/shop-database.ts";

const MIN_HITS = 0.95;
const MIN_RECIPROCAL_RANK = 0.85;

export async function benchmarkRelevance({ dataDir }: RunningShop): Promise<BenchmarkResult> {
  const sql = openShopDatabase(dataDir);
  try {
    const halves = await measureRelevance(sql);
    for (const { query, found } of halves.tuned.misses) {
      console.error(`bench: «${query}» begins with ${found.join(", ") || "nothing"}`);
    }
    return {
      title: "What the search finds first, of queries as shoppers type them",
      rows: Object.entries(halves).flatMap(([half, { queries, hits, reciprocalRank }]) => {
        const name = `${queries} queries ${half === "aside" ? "put aside" : "for tuning"}`;
        return [
          {
            metric: `${name}: hits among the first three`,
            value: formatNumber(hits),
            target: `${MIN_HITS} or more`,
          },
          {
            metric: `${name}: mean reciprocal rank`,
            value: formatNumber(reciprocalRank),
            target: `${MIN_RECIPROCAL_RANK} or more`,
          },
        ];
      }),
    };
  } finally {
    await sql.end();
  }
}
