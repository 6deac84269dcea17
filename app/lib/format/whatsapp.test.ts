import { expect, it } from "vitest";
import { whatsappLink } from "./whatsapp.ts";

it("writes the number in the format of wa.me", () => {
  expect(whatsappLink("+226 70 12 34 56", "a")).toBe("https://wa.me/22670123456?text=a");
  expect(whatsappLink("22670123456", "a")).toBe("https://wa.me/22670123456?text=a");
});

it("encodes any text", () => {
  const text = "Clé & vis «M8» : 100 % 12\u202f500 XOF\nhttps://yaare.bf/product/cle?x=1";
  expect(new URL(whatsappLink("70123456", text)).searchParams.get("text")).toBe(text);
});
