/**
 * Judges the search by queries as shoppers type them (queries.tsv: the query, a tab, the slugs of the demo shop of which
 * one should come first). The queries of the even lines may be looked at while the search is tuned; the others are put
 * aside, and only their figures are.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/core/database.ts";

const FILE = join(import.meta.dirname, "queries.tsv");
/** A shopper on a phone sees so many without scrolling. */
const FIRST = 3;
const MAX_RANK = 20;

export interface Relevance {
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

/** The relevance over both halves, in a demo shop. */
export async function measureRelevance(sql: Sql): Promise<{ tuned: Relevance; aside: Relevance }> {
  const judgements = await readJudgements();
  const isTuned = (_: Judgement, index: number) => index % 2 === 0;
  return {
    tuned: await measure(sql, judgements.filter(isTuned)),
    aside: await measure(
      sql,
      judgements.filter((judgement, index) => !isTuned(judgement, index)),
    ),
  };
}

async function readJudgements(): Promise<Judgement[]> {
  const text = await readFile(FILE, "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [query = "", slugs = ""] = line.split("\t");
      return { query, relevant: new Set(slugs.split(" ")) };
    });
}

async function measure(sql: Sql, judgements: readonly Judgement[]): Promise<Relevance> {
  const misses: Relevance["misses"] = [];
  let reciprocalRanks = 0;
  for (const { query, relevant } of judgements) {
    const rows = await sql<{ slug: string }[]>`
      select slug from public.search_products(${query}, row_limit => ${MAX_RANK})`;
    const found = rows.map(({ slug }) => slug);
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
