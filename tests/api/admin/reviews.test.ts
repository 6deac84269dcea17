/** Review moderation: the search, and who publishes, hides and deletes. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { listAuditLog, startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let awa: SignedInUser;
let product: { id: string; name: string };
beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend());
  const admin = backend.database.connect("supabase_admin", 1);
  product = await createProduct(admin, { price: 7500, stock: 20 });
  await admin`
    insert into public.product_reviews (product_id, name, email, title, comment, rating, is_published, created_at)
    values
      (${product.id}, 'Zénabou Kaboré', 'zena@exemple.bf', 'Très solide', 'Elle perce l''acier sans chauffer', 4.5, false, '2026-01-02'),
      (${product.id}, 'Moussa', 'moussa@exemple.bf', null, 'Correcte pour le prix payé', 3, true, '2026-01-01')`;
});
afterAll(() => backend.close());

const search = async (query: string, by = fatou) =>
  (await by.client.rpc("search_reviews", { query }).throwOnError()).data.map(({ name }) => name);

it.each(["zenabou", "SOLIDE", "l'acier", "perce l"])("finds a review by «%s»", async (query) => {
  expect(await search(query)).toEqual(["Zénabou Kaboré"]);
  expect(await search(query, awa)).toEqual([]);
});

it("finds all reviews of a product by its name, the newest first, and filters them", async () => {
  expect(await search(product.name)).toEqual(["Zénabou Kaboré", "Moussa"]);
  const { data } = await fatou.client
    .rpc("search_reviews", { query: product.name }, { get: true })
    .eq("is_published", false)
    .throwOnError();
  expect(data).toMatchObject([{ name: "Zénabou Kaboré", title: "Très solide", product_name: product.name }]);
});

it.each(["z", "en", "", "%%%", "zena@exemple"])("finds no review by «%s»", async (query) => {
  expect(await search(query)).toEqual([]);
  expect((await backend.client().rpc("search_reviews", { query })).status).toBe(401);
});

it("publishes several reviews at once and updates the product's rating", async () => {
  const { data: all } = await fatou.client.from("product_reviews").select("id").throwOnError();
  const ids = all.map(({ id }) => id);
  const set = (by: SignedInUser, is_published: boolean) =>
    by.client.from("product_reviews").update({ is_published }).in("id", ids).select("id").throwOnError();
  const shown = async () => {
    const { data } = await awa.client
      .from("products")
      .select("rating,review_count")
      .eq("id", product.id)
      .single();
    return data;
  };
  expect((await set(awa, false)).data).toEqual([]);
  expect((await set(fatou, true)).data).toHaveLength(2);
  expect(await shown()).toEqual({ rating: 3.75, review_count: 2 });
  await set(fatou, false);
  expect(await shown()).toEqual({ rating: 0, review_count: 0 });
  await fatou.client.from("product_reviews").delete().in("id", ids).throwOnError();
  const entries = await listAuditLog(fatou.client, "product_reviews");
  expect(entries.map(({ action, what }) => `${action} ${what}`).sort()).toEqual([
    "delete Moussa",
    "delete Zénabou Kaboré",
    "update Moussa",
    "update Zénabou Kaboré",
    "update Zénabou Kaboré",
  ]);
});
