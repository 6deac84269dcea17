/**
 * Judges the search by queries as shoppers type them (the query, a tab, the slugs of the demo shop of which one should
 * come first). docs/search.md says how each file was written.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/core/database/database.ts";

/** A shopper on a phone sees so many without scrolling. */
const FIRST = 3;
const MAX_RANK = 20;

interface QuerySet {
  name: string;
  file: string;
  /** Of a file that is split: every second line, from the first one (for tuning) or from the second one (put aside). */
  half?: "tuning" | "aside";
}

/** The misses of a half for tuning may be looked at while the search is changed; of one put aside only the figures are. */
const SETS: readonly QuerySet[] = [
  { name: "for tuning", file: "queries.tsv", half: "tuning" },
  { name: "put aside", file: "queries.tsv", half: "aside" },
  { name: "from phones", file: "phone-queries.tsv" },
  { name: "written after those from phones", file: "fresh-queries.tsv" },
  { name: "of the trade, for tuning", file: "trade-queries.tsv", half: "tuning" },
  { name: "of the trade, put aside", file: "trade-queries.tsv", half: "aside" },
  { name: "written by ear", file: "heard-queries.tsv" },
  { name: "with prices and words of the trade", file: "shopper-queries.tsv" },
  { name: "with sizes around their units", file: "typed-queries.tsv" },
  { name: "of uses and troubles", file: "use-queries.tsv" },
  { name: "of many kinds, for tuning", file: "street-queries.tsv", half: "tuning" },
  { name: "of many kinds, put aside", file: "street-queries.tsv", half: "aside" },
  { name: "in whole sentences", file: "sentence-queries.tsv" },
  { name: "with uses, text messages and prices", file: "asked-queries.tsv" },
  { name: "typed after all others", file: "message-queries.tsv" },
];

interface Relevance {
  queries: number;
  /** The share of the queries with a relevant product among the first three. */
  hits: number;
  /** The mean of 1/rank of the first relevant product; 0 for one beyond the 20th. */
  reciprocalRank: number;
  /** The queries without a relevant product among the first three, with what comes first. */
  misses: { query: string; found: string[] }[];
}

interface Judgement {
  query: string;
  relevant: ReadonlySet<string>;
}

/** The relevance over each set, in a demo shop. */
export async function measureRelevance(sql: Sql): Promise<(QuerySet & Relevance)[]> {
  const results: (QuerySet & Relevance)[] = [];
  for (const set of SETS) results.push({ ...set, ...(await measure(sql, await readJudgements(set))) });
  return results;
}

async function readJudgements({ file, half }: QuerySet): Promise<Judgement[]> {
  const text = await readFile(join(import.meta.dirname, file), "utf8");
  const lines = text.trimEnd().split("\n");
  const first = half === "aside" ? 1 : 0;
  return lines
    .filter((_, index) => half === undefined || index % 2 === first)
    .map((line) => {
      const [query = "", slugs = ""] = line.split("\t");
      return { query, relevant: new Set(slugs.split(" ")) };
    });
}

async function measure(sql: Sql, judgements: readonly Judgement[]): Promise<Relevance> {
  const misses: Relevance["misses"] = [];
  let reciprocalRanks = 0;
  const results = await Promise.all(
    judgements.map(
      ({ query }) =>
        sql<{ slug: string }[]>`select slug from public.search_products(${query}, row_limit => ${MAX_RANK})`,
    ),
  );
  for (const [index, { query, relevant }] of judgements.entries()) {
    const found = (results[index] ?? []).map(({ slug }) => slug);
    const rank = found.findIndex((slug) => relevant.has(slug)) + 1;
    if (rank > 0) reciprocalRanks += 1 / rank;
    if (rank === 0 || rank > FIRST) misses.push({ query, found: found.slice(0, FIRST) });
  }
  const queries = judgements.length;
  return {
    queries,
    hits: (queries - misses.length) / queries,
    reciprocalRank: reciprocalRanks / queries,
    misses,
  };
}
