import { expect, test } from "vitest";
import {
  getDashboardStatusColor,
  getOrderStatusColor,
  getOrderStatusLabel,
  isFinalStatus,
} from "./order-statuses.ts";

test("the dashboard: completed green, processing blue, anything else amber", () => {
  expect(["completed", "processing", "pending", "cancelled", "x"].map(getDashboardStatusColor)).toEqual([
    "green",
    "blue",
    "amber",
    "amber",
    "amber",
  ]);
});

test.each([
  ["amber", ["pending", "en_attente"]],
  ["blue", ["processing", "en_cours"]],
  ["green", ["completed", "terminée"]],
  ["red", ["cancelled", "annulée"]],
  ["gray", ["", "x", "constructor"]],
])("the order list: %s for %j", (color, statuses) => {
  expect(statuses.map(getOrderStatusColor)).toEqual(statuses.map(() => color));
});

test("each status has its French label; an unknown one is shown unchanged", () => {
  const statuses = ["pending", "processing", "completed", "cancelled", "constructor"];
  expect(statuses.map(getOrderStatusLabel)).toEqual([
    "En attente",
    "En cours",
    "Terminée",
    "Annulée",
    "constructor",
  ]);
});

test("completed and cancelled are final", () => {
  const statuses = ["pending", "processing", "completed", "cancelled"] as const;
  expect(statuses.filter(isFinalStatus)).toEqual(["completed", "cancelled"]);
});
