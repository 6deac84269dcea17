import { expect, it } from "vitest";
import { whatsappOrderLink } from "./whatsapp-order.ts";

it("contains the product's name, price and URL", () => {
  const url = "https://yaare.bf/product/perceuse";
  const link = new URL(
    whatsappOrderLink("+226 70 12 34 56", { name: "Perceuse & foret", price: 45000, url }),
  );
  expect(link.origin + link.pathname).toBe("https://wa.me/22670123456");
  expect(link.searchParams.get("text")).toBe(
    `Bonjour, je souhaite commander : Perceuse & foret\nPrix : 45\u202f000\u00a0XOF\n${url}`,
  );
});
