/** Formats the result of a benchmark: metrics with their values, baselines and targets. */
import type { Spread } from "./rounds.ts";
import { type Comparison, toRatioSpread, toSpread } from "./rounds.ts";
import type { LoadResult } from "./wrk.ts";

export interface BenchmarkRow {
  metric: string;
  value: string;
  target?: string;
}

export interface BenchmarkResult {
  title: string;
  rows: BenchmarkRow[];
}

export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return "–";
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}

export function formatSpread({ median, min, max }: Spread, unit = ""): string {
  return `${formatNumber(median)}${unit} (${formatNumber(min)}–${formatNumber(max)})`;
}

/**
 * The rows of a comparison under load: throughput, latency and processor time, the shop against the baseline.
 */
export function toComparisonRows(
  comparison: Comparison<LoadResult>,
  targets: { throughput: string; p99?: string },
): BenchmarkRow[] {
  const both = (figure: (result: LoadResult) => number, unit: string) =>
    `${formatSpread(toSpread(comparison.shop.map(figure)), unit)} against ${formatSpread(toSpread(comparison.baseline.map(figure)), unit)}`;
  return [
    {
      metric: "requests per second, ratio",
      value: formatSpread(toRatioSpread(comparison, (r) => r.requestsPerSecond)),
      target: targets.throughput,
    },
    { metric: "requests per second", value: both((r) => r.requestsPerSecond, "") },
    {
      metric: "99th percentile, ratio",
      value: formatSpread(toRatioSpread(comparison, (r) => r.p99Milliseconds)),
      target: targets.p99,
    },
    { metric: "99th percentile", value: both((r) => r.p99Milliseconds, " ms") },
    { metric: "processor time of Node for a request", value: both((r) => r.nodeCpu, " ms") },
    { metric: "processor time of Postgres for a request", value: both((r) => r.postgresCpu, " ms") },
  ];
}

export function toMarkdown({ title, rows }: BenchmarkResult): string {
  const lines = rows.map(({ metric, value, target }) => `| ${metric} | ${value} | ${target ?? ""} |`);
  return [
    `### ${title}`,
    "",
    "| metric | median (least–most) | target |",
    "|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}
