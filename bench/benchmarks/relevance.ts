/** How well the search finds what shoppers mean, in the demo shop: no time, but a figure to keep while it changes. */
import { measureRelevance } from "#bench/relevance/measure-relevance.ts";
import type { BenchmarkResult } from "#bench/support/report.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

const MIN_HITS = 0.95;
const MIN_RECIPROCAL_RANK = 0.85;

export async function benchmarkRelevance({ dataDir }: RunningShop): Promise<BenchmarkResult> {
  const sql = openShopDatabase(dataDir);
  try {
    const sets = await measureRelevance(sql);
    for (const { query, found } of sets.flatMap(({ half, misses }) => (half === "tuning" ? misses : []))) {
      console.error(`bench: «${query}» begins with ${found.join(", ") || "nothing"}`);
    }
    return {
      title: "What the search finds first, of queries as shoppers type them",
      rows: sets.flatMap(({ name, queries, hits, reciprocalRank }) => [
        {
          metric: `${queries} queries ${name}: hits among the first three`,
          value: hits.toFixed(3),
          target: `${MIN_HITS} or more`,
        },
        {
          metric: `${queries} queries ${name}: mean reciprocal rank`,
          value: reciprocalRank.toFixed(3),
          target: `${MIN_RECIPROCAL_RANK} or more`,
        },
      ]),
    };
  } finally {
    await sql.end();
  }
}
