/**
 * The cart as it is found in local storage: weeks old, written by another version or by hand, in a storage that is
 * full, or of a shop that has changed since.
 */
import { vi } from "vitest";
import { asCart, cartLine } from "../support/browser-storage.ts";
import { createProduct } from "../support/products.ts";
import { expect, expectLogged, francs, screen, test, within } from "./support/screen.ts";
import { amountsIn, badge, storedCart, textsOf } from "./support/shopping.ts";

const quantityOf = ({ name }: { name: string }) => screen.findByLabelText(`Quantité de ${name}`);

/** What the line that names this product says. */
function textOfLine({ name }: { name: string }): string | undefined {
  return textsOf(within(screen.getByRole("main")).getAllByRole("listitem")).find((text) =>
    text.includes(name),
  );
}

test("a text that is no cart is an empty cart that can be filled", async ({ open, shop }) => {
  const drill = await createProduct(shop.sql);
  await open("/cart", { storage: { cart: '[{"id":' } });
  await screen.findByRole("heading", { name: "Votre panier est vide" });
  const { user } = await open(`/product/${drill.slug}`);
  const [add] = await screen.findAllByRole("button", { name: "Ajouter au panier" });
  if (!add) throw new Error("The product cannot be added.");
  await user.click(add);
  expect(badge()).toBe("1");
  expect(storedCart()).toEqual([cartLine(drill)]);
});

test("good lines among nonsense survive, without a quantity as one piece, twice as one line", async ({
  open,
  shop,
}) => {
  const [drill, pipe] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const nail = await createProduct(shop.sql, { stock: 50 });
  const { quantity: _quantity, ...unnumbered } = cartLine(drill);
  await open("/cart", {
    storage: asCart(
      "nonsense",
      unnumbered,
      { ...cartLine(pipe), quantity: "trois", extra: true },
      { id: pipe.id },
      { ...cartLine(nail, 2), price: "12500" },
      { ...cartLine(nail, 1), quantity: -4 },
    ),
  });
  expect(await quantityOf(drill)).toHaveValue("1");
  expect(await quantityOf(pipe)).toHaveValue("1");
  expect(await quantityOf(nail)).toHaveValue("3");
  expect(badge()).toBe("5");
});

test("a cart of another version, with its lines under items and less about each, is read", async ({
  open,
  shop,
}) => {
  const drill = await createProduct(shop.sql, { price: 4_000, stock: 6 });
  const items = [{ id: drill.id, name: "Ancien nom", price: 4_000, quantity: 2 }];
  await open("/cart", { storage: { cart: JSON.stringify({ version: 3, items }) } });
  expect(await quantityOf(drill)).toHaveValue("2");
  expect(screen.getByRole("link", { name: drill.name })).toHaveAttribute("href", `/product/${drill.slug}`);
  expect(storedCart()).toEqual([cartLine(drill, 2)]);
});

test("what the shop changed meanwhile is repaired and said beside the line, once", async ({ open, shop }) => {
  const { sql } = shop;
  const [dearer, cheaper] = [
    await createProduct(sql, { price: 13_000 }),
    await createProduct(sql, { price: 9_000 }),
  ];
  const [short, soldOut] = [await createProduct(sql, { stock: 3 }), await createProduct(sql, { stock: 0 })];
  const gone = { ...dearer, id: "7d1f3c52-0000-4000-8000-000000000000", name: "Article disparu" };
  const foreign = { ...gone, id: "article-d-une-autre-boutique", name: "Article étranger" };
  const { user } = await open("/cart", {
    storage: asCart(
      cartLine({ ...dearer, price: 12_500 }),
      cartLine({ ...cheaper, price: 9_500 }),
      cartLine({ ...short, stock: 20 }, 7),
      cartLine({ ...soldOut, stock: 4 }, 2),
      cartLine(gone),
      cartLine(foreign),
    ),
  });
  await screen.findByText(/Le prix a augmenté/);
  expect(textOfLine(dearer)).toContain(`Le prix a augmenté : ${francs(12_500)} → ${francs(13_000)}`);
  expect(textOfLine(cheaper)).toContain(`Le prix a baissé : ${francs(9_500)} → ${francs(9_000)}`);
  expect(textOfLine(short)).toContain("Il n'en reste que 3 : la quantité a été ramenée de 7 à 3.");
  expect(textOfLine(soldOut)).toContain(
    "Ce produit est en rupture de stock : il a été retiré de votre panier.",
  );
  for (const lost of [gone, foreign])
    expect(textOfLine(lost)).toContain("Ce produit n'est plus vendu : il a été retiré de votre panier.");
  expect(badge()).toBe("5");
  expect(amountsIn("Récapitulatif")[0]).toBe(francs(13_000 + 9_000 + 3 * 12_500));
  expect(storedCart()).toEqual([cartLine(dearer), cartLine(cheaper), cartLine(short, 3)]);

  const lines = within(screen.getByRole("main")).getAllByRole("listitem");
  const lostLine = lines.find(({ textContent }) => textContent.includes(gone.name));
  if (!lostLine) throw new Error("The lost line is not shown.");
  await user.click(within(lostLine).getByRole("button", { name: "Compris" }));
  expect(lostLine).not.toBeInTheDocument();

  await sql`update products set price = 8_500 where id = ${cheaper.id}`;
  await open("/cart");
  await screen.findByText(/Le prix a baissé/);
  expect(textOfLine(cheaper)).toContain(`${francs(9_000)} → ${francs(8_500)}`);
  expect(screen.queryByText(/Le prix a augmenté|n'est plus vendu/)).toBeNull();
});

test("a line without a price cannot be ordered while the shop cannot be asked", async ({
  open,
  shop,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  shop.network.fail(/rest\/v1\/products/, { status: 400 });
  await open("/cart", { storage: asCart({ ...cartLine(drill), price: 0 }) });
  await screen.findByText(
    "Les prix et le stock n'ont pas pu être vérifiés. Ils le seront avant la commande.",
  );
  expect(amountsIn("Récapitulatif")).toEqual([francs(0), francs(0), francs(0)]);
  expect(screen.getByRole("button", { name: "Passer la commande" })).toBeDisabled();
  await expectLogged(errors, /cart: the lines could not be compared/);
});

test("a storage that is full leaves the cart on the screen, and the failure is only logged", async ({
  open,
  shop,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { user } = await open("/cart", { storage: asCart(cartLine(drill, 2)) });
  const quantity = await quantityOf(drill);
  const store = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await user.click(screen.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }));
  store.mockRestore();
  expect(quantity).toHaveValue("3");
  expect(badge()).toBe("3");
  expect(storedCart()).toEqual([cartLine(drill, 2)]);
  await expectLogged(errors, /cart: local storage cannot be written/);
});
