import { expect, test } from "vitest";
import { deriveDiscount, diffProducts, emptyProduct, type StoredProduct, toProductInput } from "./product.ts";

const stored: StoredProduct = {
  id: "p",
  name: "Perceuse",
  slug: "perceuse",
  description: "750 W",
  category_id: "c1",
  reference: null,
  price: 7500,
  old_price: 10_000,
  discount: 25,
  stock: 4,
  is_new: true,
  is_featured: false,
  features: ["Mandrin 13 mm"],
  specifications: { Puissance: "750 W" },
  data_sheets: [{ title: "Fiche technique", url: "/storage/v1/object/public/a.pdf", size: 240_000 }],
  videos: [{ title: "Le montage", url: "https://exemple.bf/montage" }],
  accessories: [{ id: "b", name: "Foret" }],
  attributes: { puissance: 1.5, "sans-fil": true },
  more_info_url: null,
  weight_grams: null,
  is_bulky: false,
  shelf: null,
  unit: "piece",
  step_size: 1,
  minimum_quantity: 1,
  content_size: null,
  content_unit: null,
  barcode: null,
  updated_at: "2026-11-21T00:00:00Z",
  images: [{ image_url: "/a.jpg", is_primary: true, display_order: 0 }],
  options: [],
  variants: [],
};
const categories = [{ id: "c1", name: "Outillage" }];

test("converts a stored product to form input, without a derived discount", () => {
  expect(toProductInput(stored)).toMatchObject({
    reference: "",
    price: "7500",
    old_price: "10000",
    discount: "",
    features: ["Mandrin 13 mm"],
    specifications: [{ name: "Puissance", value: "750 W" }],
    more_info_url: "",
  });
  expect(toProductInput({ ...stored, old_price: null, discount: 15 }).discount).toBe("15");
});

test("shows a stored value that the rules of the form no longer allow", () => {
  expect(toProductInput({ ...stored, name: "", specifications: { Poids: 2 } })).toMatchObject({
    name: "",
    specifications: [{ name: "Poids", value: "2" }],
  });
});

test("a new product is empty, with no stock", () => {
  const { stock, unit, step_size, minimum_quantity, ...others } = emptyProduct;
  expect({ stock, unit, step_size, minimum_quantity }).toEqual({
    stock: "0",
    unit: "piece",
    step_size: "1",
    minimum_quantity: "1",
  });
  // "", [] and {} have no keys.
  const filled = Object.entries(others).filter(
    ([, value]) => value !== false && Object.keys(value).length > 0,
  );
  expect(filled).toEqual([]);
});

test("derives the discount as a rounded percentage, like the database", () => {
  expect(deriveDiscount("7500", "10000")).toBe(25);
  expect(deriveDiscount("6650", "10000")).toBe(34);
  expect(deriveDiscount("5000", "10000")).toBe(50);
  expect(deriveDiscount("1", "10000")).toBe(100);
  expect(deriveDiscount("10000", "10000")).toBeNull();
  expect(deriveDiscount("", "10000")).toBeNull();
  expect(deriveDiscount("?", "10000")).toBeNull();
});

test("lists the differences as text, field by field, in the order of the form", () => {
  const opened = toProductInput(stored);
  expect(diffProducts(opened, opened, opened, categories)).toEqual([]);
  const typed = {
    ...opened,
    name: "Perceuse 750",
    category_id: "",
    price: "8000",
    old_price: "",
    is_new: false,
    features: ["Mandrin 13 mm", "Coffret"],
    specifications: [],
    data_sheets: [],
    videos: [],
    accessories: [{ id: "c", name: "Mèche" }],
    images: [],
  };
  const lines = diffProducts(opened, typed, opened, categories).map((difference) =>
    `${difference.field}: ${difference.stored} | ${difference.typed}`.replace(/\u00a0|\u202f/g, " "),
  );
  expect(lines).toEqual([
    "name: Perceuse | Perceuse 750",
    "category_id: Outillage | Aucune",
    "images: /a.jpg (principale) | –",
    "price: 7 500 XOF | 8 000 XOF",
    "old_price: 10 000 XOF | –",
    "is_new: Oui | Non",
    "features: Mandrin 13 mm | Mandrin 13 mm\nCoffret",
    "specifications: Puissance : 750 W | –",
    "data_sheets: Fiche technique : /storage/v1/object/public/a.pdf | –",
    "videos: Le montage : https://exemple.bf/montage | –",
    "accessories: Foret | Mèche",
  ]);
});

test("ignores a stock changed by orders, but not a stock that was typed", () => {
  const opened = toProductInput(stored);
  const now = { ...opened, stock: "1" };
  expect(diffProducts(now, opened, opened, categories)).toEqual([]);
  expect(diffProducts(now, { ...opened, stock: "9" }, opened, categories)).toMatchObject([
    { field: "stock", stored: "1", typed: "9" },
  ]);
});
