/** Many products changed at once: all or none, and not twice. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "../../support/backend.ts";
import { createGoods } from "../database/goods.ts";
import type { Shopper } from "../orders/shoppers.ts";
import { openOffice } from "./staff.ts";

let backend: TestBackend;
let fatou: Shopper;
beforeAll(async () => {
  ({ backend, fatou } = await openOffice());
});
afterAll(() => backend.close());

const admin = () => backend.database.connect("supabase_admin", 1);
const change = (ids: string[], values: object, request?: string) =>
  fatou.client.rpc("change_products", { ids, change: { ...values }, ...(request && { request }) });
const readBack = async (ids: string[]) => {
  const { data } = await fatou.client
    .from("products")
    .select("price,stock,is_new,is_featured")
    .in("id", ids)
    .order("price")
    .throwOnError();
  return data;
};

it("sets and moves prices, stock and flags, in whole francs", async () => {
  const ids = [(await createGoods(admin(), 999, 1)).id, (await createGoods(admin(), 1001, 2)).id];
  expect((await change(ids, { price: { percent: 10 }, stock: { add: 5 } })).data).toEqual({
    changed: 2,
    unchanged: 0,
  });
  expect(await readBack(ids)).toMatchObject([
    { price: 1099, stock: 6 },
    { price: 1101, stock: 7 },
  ]);
  await change(ids, { price: { set: 500 }, stock: { set: 0 }, is_new: true, is_featured: true });
  expect(await readBack(ids)).toEqual(
    ids.map(() => ({ price: 500, stock: 0, is_new: true, is_featured: true })),
  );
  expect((await change(ids, { is_new: true })).data).toEqual({ changed: 0, unchanged: 2 });
  await change(ids, { price: { add: -50 } });
  expect((await readBack(ids)).map(({ price }) => price)).toEqual([450, 450]);
});

it("does nothing twice when the same request comes again", async () => {
  const { id } = await createGoods(admin(), 1000, 1);
  const request = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => change([id], { price: { percent: 50 } }, request)));
  expect(answers.map(({ data }) => data)).toEqual([1, 2, 3].map(() => ({ changed: 1, unchanged: 0 })));
  expect(await readBack([id])).toMatchObject([{ price: 1500 }]);
});

it.each([
  ["ids", [], { is_new: true }, "Choisissez de 1 à 1000 produits"],
  ["ids", [crypto.randomUUID()], { is_new: true }, "Un produit choisi n'existe plus"],
  ["change", null, {}, "Aucun changement connu"],
  ["change", null, { name: "X" }, "Aucun changement connu"],
  ["price", null, { price: { set: 0 } }, "Le prix doit être un nombre positif"],
  ["price", null, { price: { set: 1, percent: 1 } }, "Le prix doit être un nombre positif"],
  ["price", null, { price: { percent: 1, add: 1 } }, "Le prix doit être un nombre positif"],
  ["price", null, { price: { percent: -100 } }, "Le pourcentage va de -99 à 1000"],
  ["stock", null, { stock: { set: -1 } }, "Le stock doit être un nombre positif ou zéro"],
])("refuses %s: %j %j", async (column, ids, values, message) => {
  const { id } = await createGoods(admin(), 1000, 1);
  const { error, status } = await change(ids ?? [id], values);
  expect([status, error?.code]).toEqual([400, "YA007"]);
  expect(JSON.parse(error?.details ?? "")).toEqual({ problems: [{ column, message }] });
});

it("looks at a thousand products at once, and at no more", async () => {
  const strangers = Array.from({ length: 1001 }, () => crypto.randomUUID());
  const refusal = async (ids: string[]) => (await change(ids, { is_new: true })).error?.message;
  expect(await refusal(strangers)).toBe("Choisissez de 1 à 1000 produits");
  expect(await refusal(strangers.slice(1))).toBe("Un produit choisi n'existe plus");
});

it("changes all or nothing", async () => {
  const full = await createGoods(admin(), 1000, 9);
  const short = await createGoods(admin(), 1000, 2);
  const { error } = await change([full.id, short.id], { stock: { add: -3 } });
  expect(error?.message).toBe(`Le stock de « ${short.name} » deviendrait négatif`);
  expect((await readBack([full.id]))[0]?.stock).toBe(9);
  const cheap = await change([full.id], { price: { add: -1000 } });
  expect(cheap.error?.message).toBe(`Le prix de « ${full.name} » sortirait des limites`);
});
