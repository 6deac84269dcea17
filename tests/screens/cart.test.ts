/** The cart: filling it, changing it, what it costs, what is said of it, and when it is empty. */
import { asCart, cartLine } from "../support/browser-storage.ts";
import { createProduct } from "../support/products.ts";
import { expect, fill, francs, notifications, screen, test, waitFor, within } from "./support/screen.ts";
import { amountsIn, badge, banner, expectPath, storedCart, textsOf } from "./support/shopping.ts";

const SUMMARY = "Récapitulatif";

const quantityOf = ({ name }: { name: string }) => screen.getByLabelText(`Quantité de ${name}`);
const lineOf = (goods: { name: string }) => quantityOf(goods).closest("li");

test("what is added is counted in the badge, named in a toast, stored, and found again in the cart", async ({
  open,
  shop,
}) => {
  const [drill, other] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const { user } = await open(`/product/${drill.slug}`, { storage: asCart(cartLine(other, 3)) });
  const [add] = await screen.findAllByRole("button", { name: "Ajouter au panier" });
  if (!add) throw new Error("The product cannot be added.");
  expect(badge()).toBe("3");
  await user.click(add);
  await notifications().findByText("Produit ajouté au panier");
  notifications().getByText(`1 × ${drill.name}`);
  expect(badge()).toBe("4");
  await user.click(add);
  expect(badge()).toBe("5");
  expect(storedCart()).toEqual([cartLine(other, 3), cartLine(drill, 2)]);

  await user.click(banner().getByRole("link", { name: "Panier : 5 articles" }));
  await expectPath("/cart");
  expect(await screen.findByLabelText(`Quantité de ${drill.name}`)).toHaveValue("2");
});

test("a line is raised and lowered, and the amounts follow in a place that is announced", async ({
  open,
  shop,
}) => {
  const drill = await createProduct(shop.sql, { price: 12_500 });
  const pipe = await createProduct(shop.sql, { price: 900, stock: 200 });
  const { user } = await open("/cart", { storage: asCart(cartLine(drill, 2), cartLine(pipe, 10)) });
  await screen.findByLabelText(`Quantité de ${drill.name}`);

  expect(amountsIn(SUMMARY)).toEqual([francs(34_000), francs(2_000), francs(36_000)]);
  const summary = within(screen.getByRole("region", { name: SUMMARY }));
  expect(textsOf(summary.getAllByRole("term"))).toEqual(["Sous-total", "Livraison", "Total"]);
  expect(screen.getByText(/La boutique peut annuler toute commande non sérieuse/)).toHaveTextContent(
    "Les frais de traitement ne sont pas remboursés",
  );
  expect(screen.getByRole("link", { name: "Passer la commande" })).toHaveAttribute("href", "/checkout");
  expect(screen.getByRole("link", { name: "Continuer mes achats" })).toHaveAttribute("href", "/products");

  const total = summary.getByRole("status");
  const minus = screen.getByRole("button", { name: `Diminuer la quantité de ${drill.name}` });
  await user.click(screen.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }));
  expect(quantityOf(drill)).toHaveValue("3");
  expect(lineOf(drill)).toHaveTextContent(francs(37_500));
  await user.click(minus);
  await user.click(minus);
  expect(quantityOf(drill)).toHaveValue("1");
  expect(minus).toHaveAttribute("aria-disabled", "true");
  await user.click(minus);
  expect(quantityOf(drill)).toHaveValue("1");
  expect(amountsIn(SUMMARY)).toEqual([francs(21_500), francs(2_000), francs(23_500)]);
  expect(total, "the same element says the new total").toBeInTheDocument();
  expect(total).toHaveTextContent(francs(23_500));
});

test("a quantity is typed: numbers count at once, text is one, and the stock is the limit", async ({
  open,
  shop,
}) => {
  const drill = await createProduct(shop.sql, { price: 12_500, stock: 8 });
  const { user } = await open("/cart", { storage: asCart(cartLine(drill, 2)) });
  const quantity = await screen.findByLabelText(`Quantité de ${drill.name}`);
  await fill(user, quantity, "5");
  expect(amountsIn(SUMMARY)).toEqual([francs(62_500), francs(2_000), francs(64_500)]);
  expect(storedCart()).toEqual([cartLine(drill, 5)]);
  for (const refused of ["0", "-3"]) {
    await fill(user, quantity, refused);
    await user.tab();
    expect(quantity).toHaveValue("5");
  }
  await fill(user, quantity, "beaucoup");
  expect(quantity).toHaveValue("1");
  await fill(user, quantity, "4");
  expect(quantity).toHaveValue("4");
  await user.clear(quantity);
  expect(quantity).toHaveValue("");
  await user.tab();
  expect(quantity).toHaveValue("1");
  await fill(user, quantity, "99");
  expect(quantity).toHaveValue("8");
  expect(lineOf(drill)).toHaveTextContent("Maximum disponible : 8");
  expect(screen.getByRole("button", { name: /^Augmenter/ })).toHaveAttribute("aria-disabled", "true");
});

test("a line is removed and brought back to its place, and the whole cart is cleared", async ({
  open,
  shop,
}) => {
  const [drill, pipe] = [await createProduct(shop.sql), await createProduct(shop.sql, { stock: 200 })];
  const { user } = await open("/cart", { storage: asCart(cartLine(drill, 7), cartLine(pipe, 10)) });
  await user.click(await screen.findByRole("button", { name: `Retirer ${drill.name} du panier` }));
  expect(screen.queryByLabelText(`Quantité de ${drill.name}`)).toBeNull();
  expect(storedCart()).toEqual([cartLine(pipe, 10)]);
  const removed = (await notifications().findByText("Produit retiré")).closest("li");
  expect(removed).toHaveTextContent(drill.name);
  await user.click(notifications().getByRole("button", { name: "Annuler" }));
  expect(quantityOf(drill)).toHaveValue("7");
  expect(removed).not.toBeInTheDocument();
  expect(storedCart()).toEqual([cartLine(drill, 7), cartLine(pipe, 10)]);

  await user.click(screen.getByRole("button", { name: "Vider le panier" }));
  notifications().getByText("Panier vidé");
  screen.getByRole("heading", { name: "Votre panier est vide" });
  expect(badge()).toBeNull();
  expect(storedCart()).toEqual([]);
});

test("an empty cart says so, sells nothing, and leads to the goods", async ({ open }) => {
  const { user } = await open("/cart");
  await screen.findByRole("heading", { name: "Votre panier est vide" });
  expect(banner().getByRole("link", { name: /^Panier/ })).toHaveAccessibleName("Panier : 0 article");
  expect(screen.queryByText("Passer la commande")).toBeNull();
  await user.click(screen.getByRole("link", { name: "Découvrir nos produits" }));
  await expectPath("/products");
});

test("one piece is called an article", async ({ open, shop }) => {
  await open("/cart", { storage: asCart(cartLine(await createProduct(shop.sql))) });
  await waitFor(() =>
    expect(banner().getByRole("link", { name: /^Panier/ })).toHaveAccessibleName("Panier : 1 article"),
  );
});
