import { expect, test } from "vitest";
import { parseCsv } from "#app/features/admin/shared/csv/csv.ts";
import type { ExportedOrder } from "./orders.queries.ts";
import { buildOrdersCsv } from "./orders-csv.ts";

const order: ExportedOrder = {
  id: "5f0c1b1e-0000-4000-8000-000000000001",
  number: "ORD-048213",
  status: "cancelled",
  created_at: "2026-11-20T09:00:00Z",
  updated_at: "2026-11-21T10:00:00Z",
  processing_at: null,
  completed_at: null,
  cancelled_at: "2026-11-21T10:00:00Z",
  stage: "cancelled",
  paid_amount: 0,
  discount_reason: null,
  credited_amount: 0,
  stock_released_at: null,
  items_count: 3,
  total_amount: 25_500,
  shipping_amount: 2_000,
  zone_name: null,
  pickup_point_name: null,
  delivery_day: null,
  delivery_half: null,
  discount_amount: 1_500,
  mapUrl: null,
  customer_name: '=HYPERLINK("http://exemple.bf")',
  customer_email: "awa@exemple.bf",
  customer_phone: "70 12 34 56",
  address: ["Secteur 15; portail bleu", "Ouagadougou"],
  phone: "+226 70 12 34 56",
  paymentLabel: "Paiement à la livraison",
  isPaidInCash: true,
  lines: [
    {
      position: 0,
      id: "",
      name: "Marteau",
      image: null,
      price: 10_000,
      quantity: 2,
      sold_by: {},
      options: "",
    },
    {
      position: 1,
      id: "",
      name: "Scie",
      image: null,
      price: 5_000,
      quantity: 1,
      sold_by: {},
      options: "Taille : 42",
    },
  ],
  notes: "-2 étages\nà droite",
  cancellation_reason: "Client injoignable",
};

async function* pagesOf(...pages: ExportedOrder[][]) {
  yield* pages;
}

async function readRows(...pages: ExportedOrder[][]) {
  const { file, count } = await buildOrdersCsv(pagesOf(...pages), () => undefined);
  const [header, ...rows] = parseCsv((await file.text()).replace(/^\uFEFF/, ""), ";");
  const cells = rows.map((row) => Object.fromEntries(row.map((cell, index) => [header?.[index], cell])));
  return { count, header, cells };
}

test("an order is one row under French headers, with amounts that can be added up", async () => {
  const { count, header, cells } = await readRows([order], [order]);
  expect(count).toBe(2);
  expect(header?.slice(0, 4)).toEqual(["Numéro", "Date", "Statut", "Client"]);
  expect(cells[1]).toMatchObject({
    Numéro: "ORD-048213",
    Date: "20/11/2026 09:00",
    Statut: "Annulée",
    Adresse: "Secteur 15; portail bleu, Ouagadougou",
    Articles: "2 × Marteau | 1 × Scie (Taille : 42)",
    "Sous-total": "25000",
    Remise: "1500",
    Livraison: "2000",
    Total: "25500",
    "Refusé ou rendu": "0",
    Payé: "0",
    "Reste à payer": "0",
    Annulée: "21/11/2026 10:00",
    "Motif d'annulation": "Client injoignable",
  });
});

test("an order of which something came back says what is left to pay, or to give back", async () => {
  const delivered: ExportedOrder = {
    ...order,
    status: "completed",
    credited_amount: 10_000,
    paid_amount: 20_000,
  };
  const { cells } = await readRows([delivered]);
  expect(cells[0]).toMatchObject({ "Refusé ou rendu": "10000", Payé: "20000", "Reste à payer": "-4500" });
});

test("what a customer wrote is no formula", async () => {
  const { cells } = await readRows([order]);
  expect(cells[0]).toMatchObject({
    Client: '\'=HYPERLINK("http://exemple.bf")',
    Téléphone: '="+226 70 12 34 56"',
    "Note du client": "'-2 étages\nà droite",
  });
});
