import { expect, test } from "vitest";
import { getStatusColor, getStatusLabel } from "./status-colors.ts";

test("the dashboard: completed green, processing blue, anything else amber", () => {
  expect(
    ["completed", "processing", "pending", "cancelled", "x"].map((s) => getStatusColor("dashboard", s)),
  ).toEqual(["green", "blue", "amber", "amber", "amber"]);
});

test.each([
  ["amber", ["pending", "en_attente"]],
  ["blue", ["processing", "en_cours"]],
  ["green", ["completed", "terminée"]],
  ["red", ["cancelled", "annulée"]],
  ["gray", ["", "x", "constructor"]],
])("the order list: %s for %j", (color, statuses) => {
  expect(statuses.map((status) => getStatusColor("orders", status))).toEqual(statuses.map(() => color));
});

test("quotes: in progress blue, answered green, closed gray, anything else amber", () => {
  expect(
    ["new", "in_progress", "answered", "closed", "x"].map((status) => getStatusColor("quotes", status)),
  ).toEqual(["amber", "blue", "green", "gray", "amber"]);
});

test("each status has its French label; an unknown one is shown unchanged", () => {
  const orders = ["pending", "processing", "completed", "cancelled"];
  expect(orders.map(getStatusLabel)).toEqual(["En attente", "En cours", "Terminée", "Annulée"]);
  const quotes = ["new", "in_progress", "answered", "closed", "x"];
  expect(quotes.map(getStatusLabel)).toEqual(["Nouvelle", "En cours", "Répondue", "Classée", "x"]);
});
