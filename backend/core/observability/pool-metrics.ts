/** Metrics of the connections of REST: how many there are, and what uses them or waits for one. */
import { gauge, type Metric } from "./metrics.ts";

export interface PoolUse {
  open: number;
  idle: number;
  priorities: readonly { priority: string; inUse: number; waiting: number }[];
}

export function toPoolMetrics({ open, idle, priorities }: PoolUse): Metric[] {
  const byPriority = (read: (use: PoolUse["priorities"][number]) => number) =>
    priorities.map((use) => ({ labels: { priority: use.priority }, value: read(use) }));
  return [
    gauge("yaare_rest_connections", "Connections of REST to the database.", [
      { labels: { state: "open" }, value: open },
      { labels: { state: "idle" }, value: idle },
    ]),
    gauge(
      "yaare_rest_requests_running",
      "Requests that have a connection.",
      byPriority(({ inUse }) => inUse),
    ),
    gauge(
      "yaare_rest_requests_waiting",
      "Requests that wait for one.",
      byPriority(({ waiting }) => waiting),
    ),
  ];
}
