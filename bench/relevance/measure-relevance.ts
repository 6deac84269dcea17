/**
 * Judges the search by queries as shoppers type them (the query, a tab, the slugs of the demo shop of which one should
 * come first). Of queries.tsv and trade-queries.tsv the even lines may be looked at while the search is tuned; the others
 * are put aside, and only their figures are. phone-queries.tsv was written without queries.tsv, fresh-queries.tsv after the
 * search had been tuned by its misses, and trade-queries.tsv from the names of the products alone; so were
 * heard-queries.tsv, by whose misses the search was tuned, shopper-queries.tsv, of which the first 146 were, and
 * typed-queries.tsv, of which the first 57 were. use-queries.tsv has what people want to do and what troubles them: 134 that
 * were put aside while the search was tuned by as many others, then 129 in whole sentences, by whose misses it was tuned.
 * street-queries.tsv was written from the names of the products alone, and of it, too, the even lines are for tuning.
 * sentence-queries.tsv has what people want to do in whole sentences: of its first 183 the even ones were tuned by, then 59.
 * asked-queries.tsv has the half put aside of 721 of all kinds, with uses, text messages and prices.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/core/database/database.ts";

/** A shopper on a phone sees so many without scrolling. */
const FIRST = 3;
const MAX_RANK = 20;

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

export interface RelevanceOfSets {
  tuned: Relevance;
  aside: Relevance;
  phone: Relevance;
  fresh: Relevance;
  tradeTuned: Relevance;
  tradeAside: Relevance;
  heard: Relevance;
  shoppers: Relevance;
  typed: Relevance;
  uses: Relevance;
  streetTuned: Relevance;
  streetAside: Relevance;
  sentences: Relevance;
  asked: Relevance;
}

/** The relevance over each set, in a demo shop. */
export async function measureRelevance(sql: Sql): Promise<RelevanceOfSets> {
  const queries = splitInHalves(await readJudgements("queries.tsv"));
  const trade = splitInHalves(await readJudgements("trade-queries.tsv"));
  const street = splitInHalves(await readJudgements("street-queries.tsv"));
  return {
    tuned: await measure(sql, queries.tuned),
    aside: await measure(sql, queries.aside),
    phone: await measure(sql, await readJudgements("phone-queries.tsv")),
    fresh: await measure(sql, await readJudgements("fresh-queries.tsv")),
    tradeTuned: await measure(sql, trade.tuned),
    tradeAside: await measure(sql, trade.aside),
    heard: await measure(sql, await readJudgements("heard-queries.tsv")),
    shoppers: await measure(sql, await readJudgements("shopper-queries.tsv")),
    typed: await measure(sql, await readJudgements("typed-queries.tsv")),
    uses: await measure(sql, await readJudgements("use-queries.tsv")),
    streetTuned: await measure(sql, street.tuned),
    streetAside: await measure(sql, street.aside),
    sentences: await measure(sql, await readJudgements("sentence-queries.tsv")),
    asked: await measure(sql, await readJudgements("asked-queries.tsv")),
  };
}

function splitInHalves(judgements: readonly Judgement[]): { tuned: Judgement[]; aside: Judgement[] } {
  return {
    tuned: judgements.filter((_, index) => index % 2 === 0),
    aside: judgements.filter((_, index) => index % 2 === 1),
  };
}

async function readJudgements(file: string): Promise<Judgement[]> {
  const text = await readFile(join(import.meta.dirname, file), "utf8");
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
