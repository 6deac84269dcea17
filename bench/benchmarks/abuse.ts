/**
 * One hostile visitor: each attack at the strength at which it once worked, while honest shoppers browse, sign in and
 * order. Each round measures the shoppers alone first, and then under each attack.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type BenchmarkResult,
  type BenchmarkRow,
  formatNumber,
  formatSpread,
} from "#bench/support/report.ts";
import { repeat, toRatioSpread, toSpread } from "#bench/support/rounds.ts";
import type { RunningShop } from "#bench/support/shop-and-baselines.ts";
import { prepareShoppers, SHOPPERS_PER_SECOND, STEPS, type Visit } from "#bench/support/shoppers.ts";
import { type Attacker, startAttacker } from "#bench/support/start-attacker.ts";
import { toPercentile } from "#harness/arrivals.ts";
import { openShopDatabase } from "#harness/shop-database.ts";

const QUIET_SECONDS = 20;
const ATTACK_SECONDS = 15;
/** What an attack has left behind ends before the next one is measured. */
const PAUSE_MS = 3000;
const STOCK = 1000;

interface Measured {
  visits: Visit[];
  /** The attacker's answers by status. */
  statuses: Map<number, number>;
}

interface Round {
  quiet: Visit[];
  /** In the order of the attacks. */
  attacked: Measured[];
}

export async function benchmarkAbuse(
  shop: RunningShop,
  rounds: number,
  only: RegExp,
): Promise<BenchmarkResult> {
  const sql = openShopDatabase(shop.dataDir);
  const attacker = await startAttacker(shop);
  try {
    const attacks = attacker.names.filter((name) => only.test(name));
    const seconds = QUIET_SECONDS + attacks.length * ATTACK_SECONDS;
    const shoppers = await prepareShoppers(shop, sql, rounds * seconds * SHOPPERS_PER_SECOND);
    const results = await repeat(rounds, () => measureRound(sql, attacker, attacks, shoppers));
    return {
      title: `One hostile visitor, while ${SHOPPERS_PER_SECOND} shoppers a second browse, sign in and order`,
      rows: [
        toFailureRow(
          "no attack",
          results.flatMap(({ quiet }) => quiet),
        ),
        ...attacks.flatMap((name, index) => toRows(name, results, index)),
      ],
    };
  } finally {
    attacker.end();
    await sql.end();
  }
}

async function measureRound(
  sql: Sql,
  attacker: Attacker,
  attacks: string[],
  shoppers: (seconds: number) => Promise<Visit[]>,
): Promise<Round> {
  // Pages and connections are ready before anything is measured.
  await restock(sql);
  const quiet = await shoppers(QUIET_SECONDS);
  const attacked: Measured[] = [];
  for (const attack of attacks) {
    await restock(sql);
    const end = attacker.attack(attack);
    const visits = await shoppers(ATTACK_SECONDS);
    attacked.push({ visits, statuses: await end() });
    await sleep(PAUSE_MS);
  }
  return { quiet, attacked };
}

/** Each attack finds the same stock: shoppers' orders fail when an attack takes it. */
async function restock(sql: Sql): Promise<void> {
  await sql`update public.products set stock = ${STOCK} where stock < ${STOCK} and not has_variants`;
}

function toRows(name: string, rounds: Round[], index: number): BenchmarkRow[] {
  const measured = rounds.flatMap(({ attacked }) => attacked[index] ?? []);
  const visits = measured.flatMap((one) => one.visits);
  const ratio = toRatioSpread(
    { shop: measured.map((one) => getP99(one.visits)), baseline: rounds.map(({ quiet }) => getP99(quiet)) },
    (p99) => p99,
  );
  const times = formatSpread(toSpread(measured.map((one) => getP99(one.visits))), " ms");
  const quietTimes = formatSpread(toSpread(rounds.map(({ quiet }) => getP99(quiet))), " ms");
  return [
    toFailureRow(name, visits),
    { metric: `${name}: 99th percentile, ratio`, value: formatSpread(ratio), target: "3 or less" },
    { metric: `${name}: 99th percentile`, value: `${times} against ${quietTimes} without the attack` },
    { metric: `${name}: 99th percentile of each step`, value: formatSteps(visits, rounds) },
    { metric: `${name}: the attacker's answers`, value: formatStatuses(measured) },
  ];
}

/** A machine on which shoppers fail without an attack measures nothing. */
function toFailureRow(name: string, visits: Visit[]): BenchmarkRow {
  const failed = visits.flatMap(({ failure }) => failure ?? []);
  return {
    metric: `${name}: failed shoppers`,
    value: `${failed.length} of ${visits.length}${failed[0] === undefined ? "" : ` (${failed[0]})`}`,
    target: "0",
  };
}

/** `page 12 ms against 9, sign-in …`, of all rounds together. */
function formatSteps(visits: Visit[], rounds: Round[]): string {
  const quiet = rounds.flatMap((round) => round.quiet);
  return STEPS.map((step) => {
    const [attacked, alone] = [visits, quiet].map((all) => formatNumber(getP99(all, step)));
    return `${step} ${attacked} ms against ${alone}`;
  }).join(", ");
}

/** In milliseconds, of one step or of all. */
function getP99(visits: Visit[], step?: string): number {
  const times = visits
    .flatMap((visit) => visit.times)
    .filter((time) => step === undefined || time.step === step);
  return toPercentile(
    times.map(({ milliseconds }) => milliseconds),
    0.99,
  );
}

/** `200: 12, 429: 88`. */
function formatStatuses(measured: Measured[]): string {
  const counts = new Map<number, number>();
  for (const { statuses } of measured) {
    for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  }
  const sorted = [...counts].sort(([one], [other]) => one - other);
  return sorted.map(([status, count]) => `${status === 0 ? "none" : status}: ${count}`).join(", ");
}
