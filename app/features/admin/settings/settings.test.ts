import { expect, test } from "vitest";
import { diffSettings, getBannerWarning, parseBannerPercent } from "./settings.ts";

const settings = {
  shop_name: "Yaaré",
  address: "Ouagadougou",
  phone: "+226 25 30 11 22",
  whatsapp: "22670112233",
  email: "contact@yaare.bf",
  shipping_fee: 2000,
  offers_banner: "Jusqu'à 30% de réduction",
  low_stock_threshold: 5,
};

test("the percentage of a banner is its highest one", () => {
  expect(parseBannerPercent("Jusqu'à 30% de réduction")).toBe(30);
  expect(parseBannerPercent("De 10 % à 45\u00a0% sur tout")).toBe(45);
  expect(parseBannerPercent("Livraison à 2000 XOF")).toBeNull();
});

test("warns when no current offer reaches the banner's percentage", () => {
  expect(getBannerWarning("Jusqu'à 30% de réduction", 30)).toBeNull();
  expect(getBannerWarning("Jusqu'à 30% de réduction", 29)).toBe(
    "Le bandeau annonce 30 %, mais la meilleure offre en cours est de 29 %.",
  );
  expect(getBannerWarning("Jusqu'à 30% de réduction", 0)).toBe(
    "Le bandeau annonce 30 %, mais aucune offre n'est en cours.",
  );
  expect(getBannerWarning("Bonnes affaires", 0)).toBeNull();
});

test("diffSettings lists the changed fields in the order of the form", () => {
  expect(diffSettings(settings, settings)).toEqual([]);
  expect(diffSettings(settings, { ...settings, low_stock_threshold: 8, phone: "70 11 22 33" })).toEqual([
    { label: "Téléphone", value: "70 11 22 33" },
    { label: "Seuil de stock faible", value: "8" },
  ]);
});
