/** The comparison: its address and the products that this browser has chosen for it. */
import { createProduct, type StoredProduct } from "#tests/support/products.ts";
import { expect, getCurrentPath, screen, test, waitFor } from "#tests/support/screens/screen.ts";

const toCompareEntry = (...products: Pick<StoredProduct, "slug" | "name">[]) => ({
  compare: JSON.stringify(products.map(({ slug, name }) => ({ slug, name }))),
});

test("without products in its address it shows those that were chosen, until the last is removed", async ({
  open,
  shop,
}) => {
  const [one, two] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const { user } = await open("/compare", { storage: toCompareEntry(one, two) });
  await screen.findByRole("columnheader", { name: new RegExp(one.name) });
  await screen.findByRole("columnheader", { name: new RegExp(two.name) });
  const slugs = [one.slug, two.slug].toSorted();
  expect(getCurrentPath()).toBe(`/compare?ids=${slugs.join("&ids=")}`);
  for (const { name } of [one, two])
    await user.click(screen.getByRole("link", { name: `Retirer ${name} de la comparaison` }));
  await screen.findByRole("heading", { name: "Aucun produit à comparer." });
  expect(getCurrentPath()).toBe("/compare");
});

test("a product with variants leads to the choice among them instead of into the cart", async ({
  open,
  shop,
}) => {
  const plain = await createProduct(shop.sql);
  const [sized] = await shop.sql<StoredProduct[]>`select * from products where has_variants limit 1`;
  await open(`/compare?ids=${plain.slug}&ids=${sized?.slug}`);
  expect(await screen.findByRole("link", { name: `Choisir : ${sized?.name}` })).toHaveAttribute(
    "href",
    `/product/${sized?.slug}`,
  );
  screen.getByRole("button", { name: `Ajouter au panier : ${plain.name}` });
  expect(screen.queryByRole("button", { name: `Ajouter au panier : ${sized?.name}` })).toBeNull();
});

test("a product that does not exist any more leaves the comparison", async ({ open, shop }) => {
  const kept = await createProduct(shop.sql);
  await open(`/compare?ids=${kept.slug}&ids=gone`, {
    storage: toCompareEntry({ slug: "gone", name: "Scie" }, kept),
  });
  await screen.findByText("Un produit de cette comparaison n'existe plus.");
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem("compare") ?? "")).toEqual([{ slug: kept.slug, name: kept.name }]),
  );
});

test("the bar of the comparison is on the pages of products, and not on those of a purchase", async ({
  open,
  shop,
}) => {
  const storage = toCompareEntry(await createProduct(shop.sql));
  const { router } = await open("/products", { storage });
  await screen.findByRole("region", { name: "Comparaison" });
  await router.navigate("/cart");
  await screen.findByRole("heading", { level: 1, name: "Mon panier" });
  expect(screen.queryByRole("region", { name: "Comparaison" })).toBeNull();
});
