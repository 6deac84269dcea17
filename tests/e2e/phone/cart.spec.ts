/** The cart on a phone and on a desktop: filling it, changing it, what it costs, and when it is empty. */
import { asCart, cartLine, expect, francs, remember, storedCart, test } from "../support/shopper.ts";

test("what is added is counted in the badge, named in a toast, kept, and found again in the cart", async ({
  page,
  goods,
}) => {
  const drill = await goods();
  const other = await goods();
  await remember(page, asCart(cartLine(other, 3)));
  await page.goto(`/product/${drill.slug}`);
  const badge = page.getByRole("banner").getByTestId("cart-count");
  await expect(badge).toHaveText("3");

  const add = page.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first();
  await add.click();
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("listitem").first();
  await expect(toast).toContainText("Produit ajouté au panier");
  await expect(toast).toContainText(`1 × ${drill.name}`);
  await expect(badge).toHaveText("4");
  await add.click();
  await expect(badge).toHaveText("5");
  expect(await storedCart(page)).toEqual([cartLine(other, 3), cartLine(drill, 2)]);

  await page.getByRole("banner").getByRole("link", { name: "Panier : 5 articles" }).press("Enter");
  await expect(page).toHaveURL("/cart");
  await expect(page.getByLabel(`Quantité de ${drill.name}`, { exact: true })).toHaveValue("2");
});

test("lines are changed by minus, plus and typing, removed, brought back, and cleared", async ({
  page,
  goods,
}) => {
  const [drill, pipe] = [await goods({ price: 12_500, stock: 8 }), await goods({ price: 900, stock: 200 })];
  await remember(page, asCart(cartLine(drill, 2), cartLine(pipe, 10)));
  await page.goto("/cart");

  const summary = page.getByRole("region", { name: "Récapitulatif" });
  const amounts = summary.getByRole("definition");
  await expect(amounts).toHaveText([francs(34_000), francs(2_000), francs(36_000)]);
  await expect(summary.getByRole("term")).toHaveText(["Sous-total", "Livraison", "Total"]);
  await expect(page.getByText(/La boutique peut annuler toute commande non sérieuse/)).toContainText(
    "Les frais de traitement ne sont pas remboursés",
  );
  await expect(page.getByRole("link", { name: "Passer la commande" })).toHaveAttribute("href", "/checkout");
  await expect(page.getByRole("link", { name: "Continuer mes achats" })).toHaveAttribute("href", "/products");

  const quantity = page.getByLabel(`Quantité de ${drill.name}`, { exact: true });
  const minus = page.getByRole("button", { name: `Diminuer la quantité de ${drill.name}` });
  const plus = page.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` });
  const line = page.getByRole("listitem").filter({ has: quantity });
  await plus.click();
  await expect(quantity).toHaveValue("3");
  await expect(line).toContainText(francs(37_500));
  await minus.click();
  await minus.click();
  await expect(quantity).toHaveValue("1");
  await expect(minus).toBeDisabled();
  await expect(amounts).toHaveText([francs(21_500), francs(2_000), francs(23_500)]);

  await quantity.fill("5");
  await expect(amounts).toHaveText([francs(71_500), francs(2_000), francs(73_500)]);
  expect((await storedCart(page))[0]).toMatchObject({ id: drill.id, quantity: 5 });
  for (const refused of ["0", "-3"]) {
    await quantity.fill(refused);
    await quantity.blur();
    await expect(quantity).toHaveValue("5");
  }
  await quantity.fill("beaucoup");
  await expect(quantity).toHaveValue("1");
  await quantity.fill("");
  await quantity.blur();
  await expect(quantity).toHaveValue("1");
  await quantity.fill("99");
  await expect(quantity).toHaveValue("8");
  await expect(line).toContainText("Maximum disponible : 8");
  await expect(plus).toBeDisabled();

  await page.getByRole("button", { name: `Retirer ${drill.name} du panier` }).click();
  await expect(line).toHaveCount(0);
  expect(await storedCart(page)).toEqual([cartLine(pipe, 10)]);
  const removed = page.getByRole("listitem").filter({ hasText: "Produit retiré" });
  await expect(removed).toContainText(drill.name);
  await removed.getByRole("button", { name: "Annuler" }).click();
  await expect(quantity).toHaveValue("8");
  await expect(removed).toHaveCount(0);
  expect((await storedCart(page)).map(({ id }) => id)).toEqual([drill.id, pipe.id]);

  await page.getByRole("button", { name: "Vider le panier" }).click();
  await expect(page.getByText("Panier vidé")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible();
  await expect(page.getByRole("banner").getByTestId("cart-count")).toHaveCount(0);
  expect(await storedCart(page)).toEqual([]);
});

test("an empty cart says so, sells nothing, and leads to the goods", async ({ page }) => {
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible();
  await expect(page.getByText("Passer la commande")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Découvrir nos produits" }).click();
  await expect(page).toHaveURL("/products");
});
