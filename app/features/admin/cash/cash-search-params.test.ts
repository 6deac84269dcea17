import { expect, test } from "vitest";
import { parseMovementFilters, parseReportDays } from "./cash-search-params.ts";

test.each([
  ["", "2026-11-17", "2026-11-23"],
  ["from=2026-11-01", "2026-11-01", "2026-11-23"],
  ["to=2026-03-03", "2026-02-25", "2026-03-03"],
  ["from=2026-03-05&to=2026-03-03", "2026-03-03", "2026-03-03"],
  ["from=2020-01-01&to=2026-03-03", "2025-03-02", "2026-03-03"],
  ["from=hier&to=demain", "2026-11-17", "2026-11-23"],
])("«%s» reports from %s to %s", (query, from, to) => {
  expect(parseReportDays(new URLSearchParams(query), "2026-11-23")).toEqual({ from, to });
});

test.each([
  ["account=drawer&from=2026-11-01", { account: "drawer", from: "2026-11-01", to: null }],
  ["account=pocket&to=x", { account: null, from: null, to: null }],
])("«%s» filters the movements by %j", (query, filters) => {
  expect(parseMovementFilters(new URLSearchParams(query))).toEqual(filters);
});
