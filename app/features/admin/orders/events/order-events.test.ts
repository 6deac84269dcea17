import { expect, test } from "vitest";
import { getEventDetails, getEventLabel, isRecordedLate } from "./order-events.ts";

const toPlain = (lines: string[]) => lines.map((line) => line.replaceAll(/[\u00a0\u202f]/g, " "));

test.each([
  ["called", { outcome: "no_answer" }, "Appel : pas de réponse", []],
  [
    "called",
    { outcome: "later", until: "2026-11-24T09:00:00Z" },
    "Appel : à rappeler",
    ["Rappeler : 24/11/2026 09:00"],
  ],
  ["called", { outcome: "later", until: "16 h" }, "Appel : à rappeler", ["Rappeler : 16 h"]],
  ["called", { outcome: "shouted" }, "Appel", []],
  [
    "partly_delivered",
    {
      cash: 5000,
      mobile_money: 2000,
      reference: "OM-1",
      lines: [
        { position: 1, quantity: 2 },
        { position: 2, quantity: 1 },
      ],
    },
    "Livrée en partie",
    ["3 pièces refusées", "5 000 XOF en espèces", "2 000 XOF par paiement mobile (OM-1)"],
  ],
  [
    "changed",
    {
      total_before: 12000,
      total_after: 9500,
      lines: [{ name: "Ciment", before: 2, after: 1 }],
      fields: ["address", "notes"],
      reason: "À sa demande",
    },
    "Modifiée",
    [
      "Ciment : 2 → 1",
      "Total : 12 000 XOF → 9 500 XOF",
      "Changé : le lieu de livraison, la note",
      "Motif : À sa demande",
    ],
  ],
  [
    "changed",
    { total_before: 5000, total_after: 3000, split_to: "ORD-654321" },
    "Modifiée",
    ["Total : 5 000 XOF → 3 000 XOF", "Le reste : commande ORD-654321"],
  ],
  // As the erasure of its customer leaves it.
  [
    "changed",
    { total_before: 5000, total_after: 5000, lines: [{ position: null, quantity: null }] },
    "Modifiée",
    [],
  ],
  [
    "returned",
    { lines: [{ position: 1, quantity: 2, destination: "stock" }] },
    "Retour",
    ["2 pièces rendues"],
  ],
  ["absent", { day: "2026-11-25" }, "Client absent", ["Nouveau jour : mercredi 25 novembre"]],
  ["refused", { reason: "Trop cher" }, "Refusée à la livraison", ["Motif : Trop cher"]],
  ["confirmed", { source: "counter" }, "Confirmée", ["Commande prise au comptoir"]],
  ["note", { text: "Portail bleu" }, "Note", ["Portail bleu"]],
  ["prepared", { cash: "?", lines: "x" }, "Préparée", []],
] as const)("%s %j is told as «%s»", (kind, data, label, details) => {
  const event = { kind, data: JSON.parse(JSON.stringify(data)) };
  expect(getEventLabel(event)).toBe(label);
  expect(toPlain(getEventDetails(event))).toEqual(details);
});

test("what a phone told later says when it arrived", () => {
  const at = "2026-11-24T09:00:00Z";
  expect(isRecordedLate({ at, recorded_at: "2026-11-24T09:00:30Z" })).toBe(false);
  expect(isRecordedLate({ at, recorded_at: "2026-11-24T11:00:00Z" })).toBe(true);
});
