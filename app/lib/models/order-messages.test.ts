import { describe, expect, it } from "vitest";
import {
  formatChatText,
  formatOrderNews,
  formatOrderText,
  getChatStep,
  getOrderChatLink,
  getReachedStep,
  getStepTitle,
  ORDER_STEPS,
  type ToldOrder,
} from "./order-messages.ts";

/** The basic alphabet of GSM 03.38: a text with another letter has half as much room. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

const shop = { name: "Yaaré", phone: "+226 25 30 11 22", siteUrl: "https://yaare.bf" };
const order: ToldOrder = {
  number: "ORD-123456",
  due_amount: 1_250_000,
  delivery_day: "2026-11-24",
  delivery_half: "afternoon",
  pickup_point_name: null,
  courier_name: "Abdoulaye",
  reason: "Emballage ouvert, et une pièce du produit manque depuis la livraison",
  refund: { amount: 1_250_000, method: "mobile_money", reference: "OM-123456" },
};
const TOKEN = `123456-${"a".repeat(24)}`;
const LINK = `https://yaare.bf/order/${TOKEN}`;

describe("a text message", () => {
  it.each(ORDER_STEPS)("about «%s» fits into one, with the link", (step) => {
    const text = formatOrderText(step, { ...order, delivery_code: "0420" }, shop, TOKEN);
    expect(text).toMatch(GSM);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toContain("ORD-123456");
    expect(text.endsWith(` ${LINK}`)).toBe(true);
  });

  it("says the day, the amount and the courier", () => {
    expect(formatOrderText("confirmed", order, shop, TOKEN)).toBe(
      `Yaaré : commande ORD-123456 confirmée, livraison le 24/11 (après-midi). Préparez 1 250 000 XOF. ${LINK}`,
    );
    expect(formatOrderText("on_road", { ...order, due_amount: 0 }, shop, TOKEN)).toBe(
      `Yaaré : commande ORD-123456 en route avec Abdoulaye. Restez joignable. ${LINK}`,
    );
    expect(formatOrderText("on_road", { ...order, delivery_code: "0420" }, shop, TOKEN)).toBe(
      `Yaaré : commande ORD-123456 en route avec Abdoulaye. Préparez 1 250 000 XOF. Code pour le livreur : 0420. ${LINK}`,
    );
    expect(formatOrderText("absent", order, shop, TOKEN)).toContain("Choisissez un autre jour.");
    expect(formatOrderText("absent", { ...order, has_new_day: true, delivery_half: null }, shop, TOKEN)).toBe(
      `Yaaré : nous n'avons pas pu vous livrer la commande ORD-123456. Nous revenons le 24/11. ${LINK}`,
    );
    expect(formatOrderText("changed", { ...order, delivery_day: null, due_amount: 7500 }, shop, TOKEN)).toBe(
      `Yaaré : commande ORD-123456 modifiée. Reste à payer : 7 500 XOF. ${LINK}`,
    );
    expect(formatOrderText("prepared", { ...order, pickup_point_name: "Magasin" }, shop, TOKEN)).toContain(
      "disponible : Magasin.",
    );
  });
});

it("is told in the stage that it belongs to", () => {
  expect(getReachedStep("to_confirm")).toBe("placed");
  expect(getReachedStep("on_road")).toBe("on_road");
  expect(getReachedStep("refused")).toBeNull();
});

it("tells that what is fetched in the shop is ready and fetched, and what is owed for a cancelled order", () => {
  const pickup = { ...order, pickup_point_name: "Boutique de Pissy" };
  expect(formatOrderNews("delivered", pickup)).toBe(
    "commande ORD-123456 retirée. Merci de votre confiance !",
  );
  expect(getStepTitle("prepared", pickup.pickup_point_name)).toBe("Votre commande est disponible");
  expect(getStepTitle("delivered", pickup.pickup_point_name)).toBe("Votre commande est retirée");
  expect(getStepTitle("delivered", null)).toBe("Votre commande est livrée");
  expect(formatOrderText("cancelled", { ...order, due_amount: -1500 }, shop, TOKEN)).toBe(
    `Yaaré : commande ORD-123456 annulée. Nous vous devons 1 500 XOF. ${LINK}`,
  );
});

it("tells why a return was refused, and how money was given back", () => {
  expect(formatOrderText("return_refused", { ...order, reason: "Délai passé !" }, shop, TOKEN)).toBe(
    `Yaaré : retour de la commande ORD-123456 refusé. Motif : Délai passé ! ${LINK}`,
  );
  const tell = (refund: ToldOrder["refund"]) =>
    formatOrderText("refunded", { ...order, refund }, shop, TOKEN);
  expect(tell({ amount: 7500, method: "cash", reference: null })).toBe(
    `Yaaré : commande ORD-123456 : 7 500 XOF remboursés en espèces. ${LINK}`,
  );
  expect(tell({ amount: 7500, method: "credit", reference: "ORD-654321" })).toContain(
    "7 500 XOF remboursés en avoir sur la commande ORD-654321.",
  );
});

describe("the text of a chat", () => {
  const write = (step: Parameters<typeof formatChatText>[0], changes: Partial<ToldOrder> = {}) =>
    formatChatText(step, { ...order, due_amount: 9500, ...changes }, "Awa Zongo");

  it("asks for what the stage needs", () => {
    const step = getChatStep({ stage: "to_confirm", status: "pending" });
    expect(formatChatText(step, { ...order, due_amount: 9500 }, "Awa Zongo", "Yaaré")).toBe(
      "Bonjour Awa Zongo, ici Yaaré : commande ORD-123456 enregistrée, 9 500 XOF, livraison le 24/11 (après-midi). Répondez OUI pour la confirmer.",
    );
    expect(getChatStep({ stage: "prepared", status: "processing" })).toBe("prepared");
    expect(getChatStep({ stage: "delivered", status: "processing" })).toBe("owing");
    expect(getChatStep({ stage: "delivered", status: "completed" })).toBe("about");
    expect(getChatStep({ stage: "refused", status: "cancelled" })).toBe("about");
    expect(write("owing")).toContain("il reste 9 500 XOF à payer pour la commande ORD-123456.");
    expect(write("about")).toContain("au sujet de la commande ORD-123456.");
  });

  it("says the new amount, what the shop owes, and which order has the rest", () => {
    expect(write("changed")).toContain(
      "modifiée, livraison le 24/11 (après-midi). Reste à payer : 9 500 XOF.",
    );
    expect(write("changed", { due_amount: -3000 })).toContain("Nous vous devons 3 000 XOF.");
    expect(write("split", { rest: { number: "ORD-654321", total_amount: 500 } })).toContain(
      "Le reste vient plus tard : commande ORD-654321, 500 XOF.",
    );
  });
});

it("opens a chat with the customer, with the text filled in", () => {
  expect(getOrderChatLink("70 11 22 33", "Yaaré : livrée")).toBe(
    "https://wa.me/22670112233?text=Yaar%C3%A9%20%3A%20livr%C3%A9e",
  );
  expect(getOrderChatLink("chez Ali", "Yaaré")).toBeNull();
});
