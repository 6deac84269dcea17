import { expect, test } from "vitest";
import { describeProblem } from "./shop-problems.ts";

test.each([
  ["2026-11-28T12:00:00Z", "Le certificat du site prend fin le "],
  ["2026-12-02T12:00:00Z", "Le certificat du site a pris fin le "],
])("on %s the title begins with «%s»", (now, title) => {
  const problem = { kind: "certificate", detail: { until: "2026-12-01T12:00:00Z" } } as const;
  expect(describeProblem(problem, new Date(now)).title).toContain(title);
});
