/** The cart: adding, changing, its amounts, its announcements, and the empty state. */
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  expectPath,
  getAmounts,
  getCartCount,
  getTexts,
  readStoredCart,
} from "#tests/support/screens/checkout.ts";
import {
  expect,
  fillField,
  formatXof,
  getHeader,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast, getToastRegion } from "#tests/support/screens/toasts.ts";

const SUMMARY = "Récapitulatif";

const getQuantity = ({ name }: { name: string }) => screen.getByLabelText(`Quantité de ${name}`);
const getLine = (product: { name: string }) => getQuantity(product).closest("li");

test("an added product is counted in the badge, named in a toast, stored, and found in the cart", async ({
  open,
  shop,
}) => {
  const [drill, other] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const { user } = await open(`/product/${drill.slug}`, { storage: toCartEntry(toCartLine(other, 3)) });
  const [add] = await screen.findAllByRole("button", { name: "Ajouter au panier" });
  if (!add) throw new Error("The product cannot be added.");
  expect(getCartCount()).toBe("3");
  await user.click(add);
  await getToastRegion().findByText("Produit ajouté au panier");
  await expectNewestToast(`1 × ${drill.name}`);
  expect(getCartCount()).toBe("4");
  await user.click(add);
  expect(getCartCount()).toBe("5");
  expect(readStoredCart()).toEqual([toCartLine(other, 3), toCartLine(drill, 2)]);

  await user.click(getHeader().getByRole("link", { name: "Panier : 5 articles" }));
  await expectPath("/cart");
  expect(await screen.findByLabelText(`Quantité de ${drill.name}`)).toHaveValue("2");
});

test("a quantity is increased and decreased, and the amounts follow in a live region", async ({
  open,
  shop,
}) => {
  const drill = await createProduct(shop.sql, { price: 12_500 });
  const pipe = await createProduct(shop.sql, { price: 900, stock: 200 });
  const { user } = await open("/cart", { storage: toCartEntry(toCartLine(drill, 2), toCartLine(pipe, 10)) });
  await screen.findByLabelText(`Quantité de ${drill.name}`);

  expect(getAmounts(SUMMARY)).toEqual([formatXof(34_000), formatXof(2_000), formatXof(36_000)]);
  const summary = within(screen.getByRole("region", { name: SUMMARY }));
  expect(getTexts(summary.getAllByRole("term"))).toEqual(["Sous-total", "Livraison", "Total"]);
  expect(screen.getByText(/La boutique peut annuler toute commande non sérieuse/)).toHaveTextContent(
    "Les frais de traitement ne sont pas remboursés",
  );
  expect(screen.getByRole("link", { name: "Passer la commande" })).toHaveAttribute("href", "/checkout");
  expect(screen.getByRole("link", { name: "Continuer mes achats" })).toHaveAttribute("href", "/products");

  const total = summary.getByRole("status");
  const minus = screen.getByRole("button", { name: `Diminuer la quantité de ${drill.name}` });
  await user.click(screen.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }));
  expect(getQuantity(drill)).toHaveValue("3");
  expect(getLine(drill)).toHaveTextContent(formatXof(37_500));
  await user.click(minus);
  await user.click(minus);
  expect(getQuantity(drill)).toHaveValue("1");
  expect(minus).toHaveAttribute("aria-disabled", "true");
  await user.click(minus);
  expect(getQuantity(drill)).toHaveValue("1");
  expect(getAmounts(SUMMARY)).toEqual([formatXof(21_500), formatXof(2_000), formatXof(23_500)]);
  expect(total, "the same element says the new total").toBeInTheDocument();
  expect(total).toHaveTextContent(formatXof(23_500));
});

test("a typed quantity: numbers apply at once, other text becomes one, and the stock is the limit", async ({
  open,
  shop,
}) => {
  const drill = await createProduct(shop.sql, { price: 12_500, stock: 8 });
  const { user } = await open("/cart", { storage: toCartEntry(toCartLine(drill, 2)) });
  const quantity = await screen.findByLabelText(`Quantité de ${drill.name}`);
  await fillField(user, quantity, "5");
  expect(getAmounts(SUMMARY)).toEqual([formatXof(62_500), formatXof(2_000), formatXof(64_500)]);
  expect(readStoredCart()).toEqual([toCartLine(drill, 5)]);
  for (const refused of ["0", "-3"]) {
    await fillField(user, quantity, refused);
    await user.tab();
    expect(quantity).toHaveValue("5");
  }
  await fillField(user, quantity, "beaucoup");
  expect(quantity).toHaveValue("1");
  await fillField(user, quantity, "4");
  expect(quantity).toHaveValue("4");
  await user.clear(quantity);
  expect(quantity).toHaveValue("");
  await user.tab();
  expect(quantity).toHaveValue("1");
  await fillField(user, quantity, "99");
  expect(quantity).toHaveValue("8");
  expect(getLine(drill)).toHaveTextContent("Maximum disponible : 8");
  expect(getLine(drill), "the amount is read with its quantity").toHaveTextContent(
    /Prix pour 8 : [\d\s]+ XOF/,
  );
  expect(screen.getByRole("button", { name: /^Augmenter/ })).toHaveAttribute("aria-disabled", "true");
});

test("a line is removed and restored at its position, and the whole cart is cleared", async ({
  open,
  shop,
}) => {
  const [drill, pipe] = [await createProduct(shop.sql), await createProduct(shop.sql, { stock: 200 })];
  const { user } = await open("/cart", { storage: toCartEntry(toCartLine(drill, 7), toCartLine(pipe, 10)) });
  await user.click(await screen.findByRole("button", { name: `Retirer ${drill.name} du panier` }));
  expect(screen.queryByLabelText(`Quantité de ${drill.name}`)).toBeNull();
  expect(readStoredCart()).toEqual([toCartLine(pipe, 10)]);
  const removed = (await getToastRegion().findByText("Produit retiré")).closest("li");
  expect(removed).toHaveTextContent(drill.name);
  await user.click(getToastRegion().getByRole("button", { name: "Annuler" }));
  expect(getQuantity(drill)).toHaveValue("7");
  expect(removed).not.toBeInTheDocument();
  expect(readStoredCart()).toEqual([toCartLine(drill, 7), toCartLine(pipe, 10)]);

  await user.click(screen.getByRole("button", { name: "Vider le panier" }));
  getToastRegion().getByText("Panier vidé");
  screen.getByRole("heading", { name: "Votre panier est vide" });
  expect(getCartCount()).toBeNull();
  expect(readStoredCart()).toEqual([]);
  await user.click(getToastRegion().getByRole("button", { name: "Annuler" }));
  expect(getQuantity(drill)).toHaveValue("7");
  expect(readStoredCart()).toEqual([toCartLine(drill, 7), toCartLine(pipe, 10)]);
});

test("an empty cart says so, has no checkout, and links to the products", async ({ open }) => {
  const { user } = await open("/cart");
  await screen.findByRole("heading", { name: "Votre panier est vide" });
  expect(getHeader().getByRole("link", { name: /^Panier/ })).toHaveAccessibleName("Panier : 0 article");
  expect(screen.queryByText("Passer la commande")).toBeNull();
  await user.click(screen.getByRole("link", { name: "Découvrir nos produits" }));
  await expectPath("/products");
});

test("one item is «1 article»", async ({ open, shop }) => {
  await open("/cart", { storage: toCartEntry(toCartLine(await createProduct(shop.sql))) });
  await waitFor(() =>
    expect(getHeader().getByRole("link", { name: /^Panier/ })).toHaveAccessibleName("Panier : 1 article"),
  );
});
