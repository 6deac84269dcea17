import { expect, test } from "vitest";
import { statusLabel, statusTone } from "./status-tones.ts";

test("the dashboard: completed green, processing blue, anything else amber", () => {
  expect(
    ["completed", "processing", "pending", "cancelled", "x"].map((s) => statusTone("dashboard", s)),
  ).toEqual(["green", "blue", "amber", "amber", "amber"]);
});

test("an unknown status is shown as it is", () => {
  expect(["pending", "cancelled", "x"].map(statusLabel)).toEqual(["En attente", "Annulée", "x"]);
});
