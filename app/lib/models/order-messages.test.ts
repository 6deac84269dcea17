import { describe, expect, it } from "vitest";
import {
  formatOrderText,
  getOrderChatLink,
  getReachedStep,
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
};
const TOKEN = `123456-${"a".repeat(24)}`;
const LINK = `https://yaare.bf/order/${TOKEN}`;

describe("a text message", () => {
  it.each(ORDER_STEPS)("about «%s» fits into one, with the link", (step) => {
    const text = formatOrderText(step, order, shop, TOKEN);
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
      `Yaaré : commande ORD-123456 en route avec Abdoulaye. Gardez votre téléphone. ${LINK}`,
    );
    expect(formatOrderText("changed", { ...order, delivery_day: null, due_amount: 7500 }, shop, TOKEN)).toBe(
      `Yaaré : commande ORD-123456 modifiée. A payer : 7 500 XOF. ${LINK}`,
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

it("opens a chat with the customer, with the text filled in", () => {
  expect(getOrderChatLink("70 11 22 33", "Yaaré : livrée")).toBe(
    "https://wa.me/22670112233?text=Yaar%C3%A9%20%3A%20livr%C3%A9e",
  );
});
