import { describe, expect, it } from "vitest";
import { now, stockedProducts } from "./catalogue.ts";
import { type Family, kindsOfFamily } from "./data/types.ts";
import { slugOf } from "./derive.ts";
import { goods, makersOfPictures } from "./goods.ts";

const DAY = 86_400_000;
const products = stockedProducts();
const families: Family[] = [
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

describe("the goods", () => {
  it("are enough to fill a shop", () => {
    expect(products.length).toBeGreaterThanOrEqual(250);
  });

  it("are four to six of every kind", () => {
    for (const kind of families.flatMap((family) => [...kindsOfFamily[family]])) {
      const count = products.filter((product) => product.kind === kind).length;
      expect(count, kind).toBeGreaterThanOrEqual(4);
      expect(count, kind).toBeLessThanOrEqual(6);
    }
  });

  it("have an address and a reference each", () => {
    expect(duplicates(products.map((product) => slugOf(product.name)))).toEqual([]);
    expect(duplicates(products.map((product) => product.reference))).toEqual([]);
    for (const { reference, brand } of products) {
      expect(reference).toMatch(/^[A-Z]{3}-[A-Z0-9]+(-[A-Z0-9]+)?$/);
      if (brand) expect(reference.startsWith(brand.slice(0, 3).toUpperCase()), reference).toBe(true);
    }
  });

  it("are described in words of their own", () => {
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
  it("are such as stand on a label", () => {
    for (const { reference, price, oldPrice } of products) {
      for (const amount of [price, ...(oldPrice === undefined ? [] : [oldPrice])]) {
        const step = amount < 2000 ? 25 : amount < 10_000 ? 50 : 500;
        expect(amount % step, reference).toBe(0);
        expect(amount, reference).toBeGreaterThanOrEqual(250);
        expect(amount, reference).toBeLessThanOrEqual(1_500_000);
      }
    }
  });

  it("fell for about a fifth of the goods, by 30 % at most", () => {
    const reduced = products.filter((product) => product.oldPrice !== undefined);
    expect(reduced.length / products.length).toBeGreaterThan(0.17);
    expect(reduced.length / products.length).toBeLessThan(0.25);
    for (const { reference, price, oldPrice } of reduced) {
      const drop = Math.round((100 * ((oldPrice ?? 0) - price)) / (oldPrice ?? 1));
      expect(drop, reference).toBeGreaterThanOrEqual(5);
      expect(drop, reference).toBeLessThanOrEqual(30);
    }
  });

  it("of the offers all fell, one or two of them by the 30 % of the banner", () => {
    const offers = products.filter((product) => product.isFeatured);
    const drops = offers.map(({ price, oldPrice }) => Math.round(100 * (1 - price / (oldPrice ?? price))));
    expect(offers).toHaveLength(12);
    expect(Math.min(...drops)).toBeGreaterThanOrEqual(10);
    expect(drops.filter((drop) => drop === 30)).toHaveLength(2);
  });
});

describe("the shelf", () => {
  it("has empty places, last pieces and high prices", () => {
    const count = (test: (product: (typeof products)[number]) => boolean) => products.filter(test).length;
    expect(count(({ stock }) => stock === 0)).toBeGreaterThanOrEqual(8);
    expect(count(({ stock }) => stock >= 1 && stock < 5)).toBeGreaterThanOrEqual(15);
    expect(count(({ price }) => price > 100_000)).toBeGreaterThanOrEqual(20);
  });

  it("has six pictures of a kind, and the maker of each product on its own", () => {
    for (const list of goods.flatMap(({ kinds }) => Object.values(kinds))) {
      const makers = makersOfPictures(list);
      expect(makers).toHaveLength(6);
      expect(makers.slice(0, list.length)).toEqual(list.map(({ brand }) => brand));
    }
    const { kinds } = goods[0] ?? {};
    expect(makersOfPictures(kinds?.perceuse ?? [])).toEqual([
      "sahelis",
      "prokraft",
      "tengawa",
      "prokraft",
      "sahelis",
      "tengawa",
    ]);
  });

  it("shows pictures of the product's kind, none twice", () => {
    for (const { kind, reference, pictures } of products) {
      expect(duplicates(pictures), reference).toEqual([]);
      for (const picture of pictures)
        expect(picture).toMatch(new RegExp(`^/pictures/${kind}-[1-6]-640\\.jpg$`));
    }
    const counts = products.map(({ pictures }) => pictures.length);
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBe(4);
  });
});

describe("the newest first", () => {
  it("go back 120 days, each at a moment of its own", () => {
    const moments = products.map((product) => product.receivedAt);
    expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => b - a));
    expect(Math.max(...moments)).toBeLessThan(now);
    expect(Math.min(...moments)).toBeGreaterThan(now - 121 * DAY);
  });

  it("never show the same kind twice in a row", () => {
    const repeated = products.filter((product, index) => product.kind === products[index + 1]?.kind);
    expect(repeated.map(({ reference }) => reference)).toEqual([]);
  });

  it("open with something of every family, and with all that is new", () => {
    const firstPage = products.slice(0, 24);
    for (const family of families) {
      expect(firstPage.filter((product) => product.family === family).length, family).toBeGreaterThanOrEqual(
        2,
      );
    }
    expect(products.filter((product) => product.isNew)).toHaveLength(16);
    expect(firstPage.filter((product) => product.isNew)).toHaveLength(16);
  });
});
