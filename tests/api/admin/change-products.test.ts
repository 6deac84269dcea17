/** Bulk changes of products: all or none, and idempotent. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou } = await startAdminBackend());
});
afterAll(() => backend.close());

const admin = () => backend.database.connect("supabase_admin", 1);
const changeProducts = (ids: string[], values: object, request?: string) =>
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

it("sets and adjusts prices, stock and flags, in whole francs", async () => {
  const ids = [
    (await createProduct(admin(), { price: 999, stock: 1 })).id,
    (await createProduct(admin(), { price: 1001, stock: 2 })).id,
  ];
  expect((await changeProducts(ids, { price: { percent: 10 }, stock: { add: 5 } })).data).toEqual({
    changed: 2,
    unchanged: 0,
  });
  expect(await readBack(ids)).toMatchObject([
    { price: 1099, stock: 6 },
    { price: 1101, stock: 7 },
  ]);
  await changeProducts(ids, { price: { set: 500 }, stock: { set: 0 }, is_new: true, is_featured: true });
  expect(await readBack(ids)).toEqual(
    ids.map(() => ({ price: 500, stock: 0, is_new: true, is_featured: true })),
  );
  expect((await changeProducts(ids, { is_new: true })).data).toEqual({ changed: 0, unchanged: 2 });
  await changeProducts(ids, { price: { add: -50 } });
  expect((await readBack(ids)).map(({ price }) => price)).toEqual([450, 450]);
});

it("applies a repeated request once", async () => {
  const { id } = await createProduct(admin(), { price: 1000, stock: 1 });
  const request = crypto.randomUUID();
  const responses = await Promise.all(
    [1, 2, 3].map(() => changeProducts([id], { price: { percent: 50 } }, request)),
  );
  expect(responses.map(({ data }) => data)).toEqual([1, 2, 3].map(() => ({ changed: 1, unchanged: 0 })));
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
])("rejects %s: %j %j", async (column, ids, values, message) => {
  const { id } = await createProduct(admin(), { price: 1000, stock: 1 });
  const { error, status } = await changeProducts(ids ?? [id], values);
  expect([status, error?.code]).toEqual([400, "YA007"]);
  expect(JSON.parse(error?.details ?? "")).toEqual({ problems: [{ column, message }] });
});

it("accepts at most a thousand products", async () => {
  const unknownIds = Array.from({ length: 1001 }, () => crypto.randomUUID());
  const getError = async (ids: string[]) => (await changeProducts(ids, { is_new: true })).error?.message;
  expect(await getError(unknownIds)).toBe("Choisissez de 1 à 1000 produits");
  expect(await getError(unknownIds.slice(1))).toBe("Un produit choisi n'existe plus");
});

it("changes all products or none", async () => {
  const full = await createProduct(admin(), { price: 1000, stock: 9 });
  const short = await createProduct(admin(), { price: 1000, stock: 2 });
  const { error } = await changeProducts([full.id, short.id], { stock: { add: -3 } });
  expect(error?.message).toBe(`Le stock de « ${short.name} » deviendrait négatif`);
  expect((await readBack([full.id]))[0]?.stock).toBe(9);
  const cheap = await changeProducts([full.id], { price: { add: -1000 } });
  expect(cheap.error?.message).toBe(`Le prix de « ${full.name} » sortirait des limites`);
});
