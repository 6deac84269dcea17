import { describe, expect, it } from "vitest";
import { type CategorySlug, productTypesByCategory } from "./data/types.ts";
import { toSlug } from "./derive.ts";
import { demoNow, listStockedProducts } from "./stocked-products.ts";

const DAY_MS = 86_400_000;
const products = listStockedProducts();
const categorySlugs: CategorySlug[] = [
  "outils-electriques",
  "materiaux",
  "plomberie",
  "electricite",
  "quincaillerie",
  "jardinage",
];

function duplicates(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe("the products", () => {
  it("are enough to fill a shop", () => {
    expect(products.length).toBeGreaterThanOrEqual(250);
  });

  it("are four to six of every product type", () => {
    for (const productType of categorySlugs.flatMap((slug) => [...productTypesByCategory[slug]])) {
      const count = products.filter((product) => product.productType === productType).length;
      expect(count, productType).toBeGreaterThanOrEqual(4);
      expect(count, productType).toBeLessThanOrEqual(6);
    }
  });

  it("have a unique slug and a unique reference each", () => {
    expect(duplicates(products.map((product) => toSlug(product.name)))).toEqual([]);
    expect(duplicates(products.map((product) => product.reference))).toEqual([]);
    for (const { reference, brand } of products) {
      expect(reference).toMatch(/^[A-Z]{3}-[A-Z0-9]+(-[A-Z0-9]+)?$/);
      if (brand) expect(reference.startsWith(brand.slice(0, 3).toUpperCase()), reference).toBe(true);
    }
  });

  it("have unique descriptions", () => {
    const sentences = products.flatMap(({ description }) => description.split(/(?<=[.!?])\s/));
    expect(duplicates(sentences)).toEqual([]);
    for (const product of products) {
      const { reference, description, features, specifications } = product;
      const count = description.split(/(?<=[.!?])\s/).length;
      expect(count, reference).toBeGreaterThanOrEqual(2);
      expect(count, reference).toBeLessThanOrEqual(4);
      expect(features.length, reference).toBeGreaterThanOrEqual(3);
      expect(features.length, reference).toBeLessThanOrEqual(6);
      const pairs = Object.keys(specifications).length + (product.brand ? 1 : 0);
      expect(pairs, reference).toBeGreaterThanOrEqual(4);
      expect(pairs, reference).toBeLessThanOrEqual(8);
    }
  });

  it("use straight apostrophes and no stray spaces", () => {
    for (const product of products) {
      const texts = [product.name, product.description, ...product.features];
      for (const text of [...texts, ...Object.entries(product.specifications).flat()]) {
        expect(text).not.toMatch(/[’…\u00a0]|\s{2}|^\s|\s$/);
      }
    }
  });
});

describe("prices", () => {
  it("are in the steps of real prices", () => {
    for (const { reference, price, oldPrice } of products) {
      for (const amount of [price, ...(oldPrice === undefined ? [] : [oldPrice])]) {
        const step = amount < 2000 ? 25 : amount < 10_000 ? 50 : 500;
        expect(amount % step, reference).toBe(0);
        expect(amount, reference).toBeGreaterThanOrEqual(250);
        expect(amount, reference).toBeLessThanOrEqual(1_500_000);
      }
    }
  });

  it("are reduced for about a fifth of the products, by 30 % at most", () => {
    const reduced = products.filter((product) => product.oldPrice !== undefined);
    expect(reduced.length / products.length).toBeGreaterThan(0.17);
    expect(reduced.length / products.length).toBeLessThan(0.25);
    for (const { reference, price, oldPrice } of reduced) {
      const drop = Math.round((100 * ((oldPrice ?? 0) - price)) / (oldPrice ?? 1));
      expect(drop, reference).toBeGreaterThanOrEqual(5);
      expect(drop, reference).toBeLessThanOrEqual(30);
    }
  });

  it("of featured products are all reduced, two of them by the 30 % of the banner", () => {
    const offers = products.filter((product) => product.isFeatured);
    const drops = offers.map(({ price, oldPrice }) => Math.round(100 * (1 - price / (oldPrice ?? price))));
    expect(offers).toHaveLength(12);
    expect(Math.min(...drops)).toBeGreaterThanOrEqual(10);
    expect(drops.filter((drop) => drop === 30)).toHaveLength(2);
  });
});

describe("the catalogue", () => {
  it("has sold-out products, low stock and high prices", () => {
    const count = (test: (product: (typeof products)[number]) => boolean) => products.filter(test).length;
    expect(count(({ stock }) => stock === 0)).toBeGreaterThanOrEqual(8);
    expect(count(({ stock }) => stock >= 1 && stock < 5)).toBeGreaterThanOrEqual(15);
    expect(count(({ price }) => price > 100_000)).toBeGreaterThanOrEqual(20);
  });

  it("shows images of the product alone, none twice", () => {
    for (const { productType, reference, images } of products) {
      expect(duplicates(images), reference).toEqual([]);
      for (const image of images)
        expect(image).toMatch(new RegExp(`^/pictures/${productType}-[1-6][b-d]?-640\\.jpg$`));
    }
    expect(duplicates(products.flatMap(({ images }) => images))).toEqual([]);
    const counts = products.map(({ images }) => images.length);
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBe(4);
  });
});

describe("the newest first", () => {
  it("go back 120 days, each with a unique time", () => {
    const moments = products.map((product) => product.receivedAt);
    expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => b - a));
    expect(Math.max(...moments)).toBeLessThan(demoNow);
    expect(Math.min(...moments)).toBeGreaterThan(demoNow - 121 * DAY_MS);
  });

  it("never show the same product type twice in a row", () => {
    const repeated = products.filter(
      (product, index) => product.productType === products[index + 1]?.productType,
    );
    expect(repeated.map(({ reference }) => reference)).toEqual([]);
  });

  it("start with products of every category, and with all new ones", () => {
    const firstPage = products.slice(0, 24);
    for (const slug of categorySlugs) {
      expect(
        firstPage.filter((product) => product.categorySlug === slug).length,
        slug,
      ).toBeGreaterThanOrEqual(2);
    }
    expect(products.filter((product) => product.isNew)).toHaveLength(16);
    expect(firstPage.filter((product) => product.isNew)).toHaveLength(16);
  });
});

it("is sold in variants at no less than its price, and their stock is its own", () => {
  for (const { reference, price, stock, variants } of listStockedProducts()) {
    if (!variants) continue;
    const { options, rows } = variants;
    expect(Math.min(...rows.map((row) => row.price)), reference).toBe(price);
    expect(
      rows.reduce((sum, row) => sum + row.stock, 0),
      reference,
    ).toBe(stock);
    for (const { choices } of rows) {
      for (const [index, known] of Object.values(options).entries()) {
        expect(known, reference).toContain(choices[index]);
      }
    }
  }
});
