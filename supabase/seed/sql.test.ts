import { expect, it } from "vitest";
import { insertStatement } from "./sql.ts";

it("writes every kind of value as SQL", () => {
  const row = {
    name: "Brasseur d'air",
    price: 18500,
    is_new: true,
    old_price: null,
    features: ["l'un", "5 V"],
    specifications: { Câble: 'l\'étui \\ "6 mm²"' },
  };
  expect(insertStatement("public.products", [row, { ...row, price: 1 }])).toBe(
    `insert into public.products (name, price, is_new, old_price, features, specifications) values
  ('Brasseur d''air', 18500, true, null, array['l''un', '5 V'], '{"Câble":"l''étui \\\\ \\"6 mm²\\""}'),
  ('Brasseur d''air', 1, true, null, array['l''un', '5 V'], '{"Câble":"l''étui \\\\ \\"6 mm²\\""}');
`,
  );
});

it("rejects rows with different columns", () => {
  expect(() => insertStatement("t", [{ a: 1 }, { b: 1 }])).toThrow("t: rows of different columns");
});
