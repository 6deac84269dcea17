/** How well the search finds what shoppers mean, in the demo shop: no time, but a figure to keep while it changes. */
import { measureRelevance } from "#bench/relevance/measure-relevance.ts";
import { type BenchmarkResult, formatNumber } from "#bench/support/report.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

const MIN_HITS = 0.95;
const MIN_RECIPROCAL_RANK = 0.85;
const SETS = [
  ["tuned", "for tuning"],
  ["aside", "put aside"],
  ["phone", "from phones, tuned by"],
  ["fresh", "written afterwards"],
  ["tradeTuned", "of the trade, for tuning"],
  ["tradeAside", "of the trade, put aside"],
  ["heard", "written by ear, tuned by"],
  ["shoppers", "with prices and trade words"],
  ["typed", "with sizes around their units, half tuned by"],
  ["uses", "of uses and troubles, half tuned by"],
  ["streetTuned", "of many kinds, for tuning"],
  ["streetAside", "of many kinds, put aside"],
  ["sentences", "in whole sentences, half tuned by"],
  ["asked", "of all kinds with uses and text messages, put aside"],
] as const;

export async function benchmarkRelevance({ dataDir }: RunningShop): Promise<BenchmarkResult> {
  const sql = openShopDatabase(dataDir);
  try {
    const sets = await measureRelevance(sql);
    for (const { query, found } of [...sets.tuned.misses, ...sets.phone.misses, ...sets.tradeTuned.misses]) {
      console.error(`bench: «${query}» begins with ${found.join(", ") || "nothing"}`);
    }
    return {
      title: "What the search finds first, of queries as shoppers type them",
      rows: SETS.flatMap(([set, description]) => {
        const { queries, hits, reciprocalRank } = sets[set];
        const name = `${queries} queries ${description}`;
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
