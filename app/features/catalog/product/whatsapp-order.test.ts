import { expect, it } from "vitest";
import { whatsappOrderLink } from "./whatsapp-order.ts";

it("contains the product's name, price and URL", () => {
  const url = "https://yaare.bf/product/perceuse";
  const link = new URL(
    whatsappOrderLink("+226 70 12 34 56", { name: "Perceuse & foret", price: 45000, url }, 1),
  );
  expect(link.origin + link.pathname).toBe("https://wa.me/22670123456");
  expect(link.searchParams.get("text")).toBe(
    `Bonjour, je souhaite commander : Perceuse & foret\nPrix : 45\u202f000\u00a0XOF\n${url}`,
  );
});

it("says the unit and the amount of what is not one piece", () => {
  const url = "https://yaare.bf/product/carreau?variant=gris";
  const item = { name: "Carreau – gris", price: 5400, url };
  const getText = (...[shop, requested, quantity]: Parameters<typeof whatsappOrderLink>) =>
    new URL(whatsappOrderLink(shop, requested, quantity)).searchParams.get("text")?.replaceAll(/\s/g, " ");
  const soldBy = { unit: "box", content_size: 1.44, content_unit: "square_metre" } as const;
  expect(getText("70123456", { ...item, ...soldBy }, 3)).toBe(
    `Bonjour, je souhaite commander : Carreau – gris Prix : 5 400 XOF le carton Quantité : 3 cartons, 4,32 m² ${url}`,
  );
  expect(getText("70123456", item, 12)).toContain(" Quantité : 12 ");
});
