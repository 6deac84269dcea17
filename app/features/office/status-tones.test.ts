import { expect, test } from "vitest";
import { statusLabel, statusTone } from "./status-tones.ts";

test("the dashboard: completed green, processing blue, anything else amber", () => {
  expect(
    ["completed", "processing", "pending", "cancelled", "x"].map((s) => statusTone("dashboard", s)),
  ).toEqual(["green", "blue", "amber", "amber", "amber"]);
});

test.each([
  ["amber", ["pending", "en_attente"]],
  ["blue", ["processing", "en_cours"]],
  ["green", ["completed", "terminée"]],
  ["red", ["cancelled", "annulée"]],
  ["gray", ["", "x", "constructor"]],
])("the list of orders: %s for %j", (tone, statuses) => {
  expect(statuses.map((status) => statusTone("orders", status))).toEqual(statuses.map(() => tone));
});

test("an unknown status is shown as it is", () => {
  expect(["pending", "cancelled", "x"].map(statusLabel)).toEqual(["En attente", "Annulée", "x"]);
});
