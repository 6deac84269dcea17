import { expect, it } from "vitest";
import { counter, formatMetrics, gauge, Histogram } from "./metrics.ts";

it("writes each metric with its help, its type and its samples", () => {
  const text = formatMetrics([
    gauge("shop_disk_free_bytes", "Free bytes.", 5),
    counter("shop_hits_total", "Hits.", 7),
    gauge("shop_mails", "Mails by state.", [{ labels: { state: 'a"b\\c\nd' }, value: 1.5 }]),
  ]);
  expect(text).toBe(`# HELP shop_disk_free_bytes Free bytes.
# TYPE shop_disk_free_bytes gauge
shop_disk_free_bytes 5
# HELP shop_hits_total Hits.
# TYPE shop_hits_total counter
shop_hits_total 7
# HELP shop_mails Mails by state.
# TYPE shop_mails gauge
shop_mails{state="a\\"b\\\\c\\nd"} 1.5
`);
});

it("counts values in cumulative buckets, by labels", () => {
  const histogram = new Histogram([0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 3]) histogram.observe({ kind: "rest" }, seconds);
  histogram.observe({ kind: "page" }, 2);
  const lines = formatMetrics([histogram.toMetric("shop_seconds", "Durations.")]).split("\n");
  expect(lines.slice(1, -1)).toEqual([
    "# TYPE shop_seconds histogram",
    'shop_seconds_bucket{kind="rest",le="0.1"} 2',
    'shop_seconds_bucket{kind="rest",le="1"} 3',
    'shop_seconds_bucket{kind="rest",le="+Inf"} 4',
    'shop_seconds_sum{kind="rest"} 3.65',
    'shop_seconds_count{kind="rest"} 4',
    'shop_seconds_bucket{kind="page",le="0.1"} 0',
    'shop_seconds_bucket{kind="page",le="1"} 0',
    'shop_seconds_bucket{kind="page",le="+Inf"} 1',
    'shop_seconds_sum{kind="page"} 2',
    'shop_seconds_count{kind="page"} 1',
  ]);
});
