import { expect, test } from "vitest";
import { groupLimits } from "./limit-groups.ts";
import type { Limit } from "./limits.queries.ts";

const createLimit = (name: string, limit_group: string, refused_today = 0): Limit => ({
  name,
  audience: "everyone",
  scope: "address",
  limit_group,
  label: name,
  maximum: 30,
  period_seconds: 60,
  default_maximum: 30,
  default_period_seconds: 60,
  updated_at: "2026-11-24T10:00:00Z",
  refused_today,
  refused_7_days: refused_today,
  refused_30_days: refused_today,
});

test("groups are in the order of the screen, with their refusals, and an unknown group is «Autres»", () => {
  const groups = groupLimits([
    createLimit("a", "other", 1),
    createLimit("b", "accounts", 120),
    createLimit("c", "of a newer database", 2),
    createLimit("d", "orders"),
    createLimit("e", "accounts", 8),
  ]);
  expect(
    groups.map(({ label, limits, refusedToday }) => [label, limits.map(({ name }) => name), refusedToday]),
  ).toEqual([
    ["Commandes", ["d"], 0],
    ["Comptes et lettres", ["b", "e"], 128],
    ["Autres", ["a", "c"], 3],
  ]);
});
