import { expect, test } from "vitest";
import { buildCustomerMessage } from "./customer-message.ts";

const order = {
  customer_name: "Awa Zongo",
  number: "ORD-123456",
  stage: "to_confirm",
  status: "pending",
  total_amount: 9500,
  credited_amount: 500,
  paid_amount: 1000,
  delivery_day: "2026-11-24",
  delivery_half: "morning",
  pickup_point_name: null,
} as const;
const build = (changes: Partial<Parameters<typeof buildCustomerMessage>[0]> = {}) =>
  buildCustomerMessage({ ...order, ...changes }, "Yaaré").replaceAll(/[\u00a0\u202f]/g, " ");

test("the message asks for what the stage needs, with the amount and the day", () => {
  expect(build()).toBe(
    "Bonjour Awa Zongo, ici Yaaré. Nous avons bien reçu votre commande ORD-123456 de 9 500 XOF, livraison mardi 24 novembre, matin (8 h – 12 h). Pouvez-vous la confirmer en répondant OUI ? Merci.",
  );
  expect(build({ stage: "confirmed", delivery_day: null })).toContain(
    "confirmée, livraison dès que possible. Montant à préparer : 8 000 XOF.",
  );
  expect(build({ stage: "prepared", status: "processing", pickup_point_name: "Magasin" })).toContain(
    "vous attend : Magasin. Montant à préparer : 8 000 XOF.",
  );
  expect(build({ stage: "on_road", status: "processing" })).toContain("est en route. Montant à préparer");
  expect(build({ stage: "delivered", status: "processing" })).toContain("Il reste 8 000 XOF à régler");
  expect(build({ stage: "refused", status: "cancelled" })).toContain(
    "au sujet de votre commande ORD-123456.",
  );
});
