/** A figure as it is printed and written: what was measured, against what, and the aim it is held to. */
import type { Spread } from "./rounds.ts";
import { type Comparison, ratioOf, spreadOf } from "./rounds.ts";
import type { LoadResult } from "./wrk.ts";

export interface Row {
  figure: string;
  value: string;
  aim?: string;
}

export interface Figure {
  title: string;
  rows: Row[];
}

export function number(value: number): string {
  if (Number.isNaN(value)) return "–";
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}

export function spread({ median, min, max }: Spread, unit = ""): string {
  return `${number(median)}${unit} (${number(min)}–${number(max)})`;
}

/** The rows of a comparison under load: throughput, latency and processor time, ours against the baseline's. */
export function comparisonRows(
  comparison: Comparison<LoadResult>,
  aims: { throughput: string; p99?: string },
): Row[] {
  const both = (figure: (result: LoadResult) => number, unit: string) =>
    `${spread(spreadOf(comparison.ours.map(figure)), unit)} against ${spread(spreadOf(comparison.baseline.map(figure)), unit)}`;
  return [
    {
      figure: "requests per second, ratio",
      value: spread(ratioOf(comparison, (r) => r.requestsPerSecond)),
      aim: aims.throughput,
    },
    { figure: "requests per second", value: both((r) => r.requestsPerSecond, "") },
    {
      figure: "99th percentile, ratio",
      value: spread(ratioOf(comparison, (r) => r.p99Milliseconds)),
      aim: aims.p99,
    },
    { figure: "99th percentile", value: both((r) => r.p99Milliseconds, " ms") },
    { figure: "processor time of Node for a request", value: both((r) => r.nodeCpu, " ms") },
    { figure: "processor time of Postgres for a request", value: both((r) => r.postgresCpu, " ms") },
  ];
}

export function toMarkdown({ title, rows }: Figure): string {
  const lines = rows.map(({ figure, value, aim }) => `| ${figure} | ${value} | ${aim ?? ""} |`);
  return [`### ${title}`, "", "| figure | median (least–most) | aim |", "|---|---|---|", ...lines, ""].join(
    "\n",
  );
}
