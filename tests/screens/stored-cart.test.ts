/**
 * The cart in local storage: weeks old, of another version or edited by hand, in a full storage, or of a shop
 * that has changed since.
 */
import { vi } from "vitest";
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { createProduct } from "#tests/support/products.ts";
import { getAmounts, getCartCount, getTexts, readStoredCart } from "#tests/support/screens/checkout.ts";
import {
  expect,
  expectLoggedError,
  formatXof,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";

const findQuantity = ({ name }: { name: string }) => screen.findByLabelText(`Quantité de ${name}`);

/** The text of the line that names this product. */
function getLineText({ name }: { name: string }): string | undefined {
  return getTexts(within(screen.getByRole("main")).getAllByRole("listitem")).find((text) =>
    text.includes(name),
  );
}

test("a malformed stored cart is an empty cart that can be filled", async ({ open, shop }) => {
  const drill = await createProduct(shop.sql);
  await open("/cart", { storage: { cart: '[{"id":' } });
  await screen.findByRole("heading", { name: "Votre panier est vide" });
  const { user } = await open(`/product/${drill.slug}`);
  const [add] = await screen.findAllByRole("button", { name: "Ajouter au panier" });
  if (!add) throw new Error("The product cannot be added.");
  await user.click(add);
  expect(getCartCount()).toBe("1");
  expect(readStoredCart()).toEqual([toCartLine(drill)]);
});

test("valid lines among malformed ones survive, without a quantity as one item, duplicates as one line", async ({
  open,
  shop,
}) => {
  const [drill, pipe] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const nail = await createProduct(shop.sql, { stock: 50 });
  const { quantity: _quantity, ...unnumbered } = toCartLine(drill);
  await open("/cart", {
    storage: toCartEntry(
      "nonsense",
      unnumbered,
      { ...toCartLine(pipe), quantity: "trois", extra: true },
      { id: pipe.id },
      { ...toCartLine(nail, 2), price: "12500" },
      { ...toCartLine(nail, 1), quantity: -4 },
    ),
  });
  expect(await findQuantity(drill)).toHaveValue("1");
  expect(await findQuantity(pipe)).toHaveValue("1");
  expect(await findQuantity(nail)).toHaveValue("3");
  expect(getCartCount()).toBe("5");
});

test("a cart of an older version, with its lines under `items` and fewer fields, is read", async ({
  open,
  shop,
}) => {
  const drill = await createProduct(shop.sql, { price: 4_000, stock: 6 });
  const items = [{ id: drill.id, name: "Ancien nom", price: 4_000, quantity: 2 }];
  await open("/cart", { storage: { cart: JSON.stringify({ version: 3, items }) } });
  expect(await findQuantity(drill)).toHaveValue("2");
  expect(screen.getByRole("link", { name: drill.name })).toHaveAttribute("href", `/product/${drill.slug}`);
  expect(readStoredCart()).toEqual([toCartLine(drill, 2)]);
});

test("what the shop changed meanwhile is corrected and shown beside the line, once", async ({
  open,
  shop,
}) => {
  const { sql } = shop;
  const [dearer, cheaper] = [
    await createProduct(sql, { price: 13_000 }),
    await createProduct(sql, { price: 9_000 }),
  ];
  const [short, soldOut] = [await createProduct(sql, { stock: 3 }), await createProduct(sql, { stock: 0 })];
  const gone = { ...dearer, id: "7d1f3c52-0000-4000-8000-000000000000", name: "Article disparu" };
  const foreign = { ...gone, id: "article-d-une-autre-boutique", name: "Article étranger" };
  const { user } = await open("/cart", {
    storage: toCartEntry(
      toCartLine({ ...dearer, price: 12_500 }),
      toCartLine({ ...cheaper, price: 9_500 }),
      toCartLine({ ...short, stock: 20 }, 7),
      toCartLine({ ...soldOut, stock: 4 }, 2),
      toCartLine(gone),
      toCartLine(foreign),
    ),
  });
  await screen.findByText(/Le prix a augmenté/);
  expect(getLineText(dearer)).toContain(`Le prix a augmenté : ${formatXof(12_500)} → ${formatXof(13_000)}`);
  expect(getLineText(cheaper)).toContain(`Le prix a baissé : ${formatXof(9_500)} → ${formatXof(9_000)}`);
  expect(getLineText(short)).toContain("Il n'en reste que 3 : la quantité a été ramenée de 7 à 3.");
  expect(getLineText(soldOut)).toContain(
    "Ce produit est en rupture de stock : il a été retiré de votre panier.",
  );
  for (const lost of [gone, foreign])
    expect(getLineText(lost)).toContain("Ce produit n'est plus vendu : il a été retiré de votre panier.");
  expect(getCartCount()).toBe("5");
  expect(getAmounts("Récapitulatif")[0]).toBe(formatXof(13_000 + 9_000 + 3 * 12_500));
  expect(readStoredCart()).toEqual([toCartLine(dearer), toCartLine(cheaper), toCartLine(short, 3)]);

  const lines = within(screen.getByRole("main")).getAllByRole("listitem");
  const lostLine = lines.find(({ textContent }) => textContent.includes(gone.name));
  if (!lostLine) throw new Error("The lost line is not shown.");
  await user.click(within(lostLine).getByRole("button", { name: "Compris" }));
  expect(lostLine).not.toBeInTheDocument();

  await sql`update products set price = 8_500 where id = ${cheaper.id}`;
  await open("/cart");
  await screen.findByText(/Le prix a baissé/);
  expect(getLineText(cheaper)).toContain(`${formatXof(9_000)} → ${formatXof(8_500)}`);
  expect(screen.queryByText(/Le prix a augmenté|n'est plus vendu/)).toBeNull();
});

test("a line without a price cannot be ordered while the shop is unreachable", async ({
  open,
  shop,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  shop.network.fail(/rest\/v1\/sellable_items/, { status: 400 });
  await open("/cart", { storage: toCartEntry({ ...toCartLine(drill), price: 0 }) });
  await screen.findByText(
    "Les prix et le stock n'ont pas pu être vérifiés. Ils le seront avant la commande.",
  );
  expect(getAmounts("Récapitulatif")).toEqual([formatXof(0), formatXof(0), formatXof(0)]);
  expect(screen.getByRole("button", { name: "Passer la commande" })).toBeDisabled();
  await expectLoggedError(errors, /cart: the lines could not be compared/);
});

test("a full storage leaves the cart on the screen, which says that it is not stored", async ({
  open,
  shop,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { user } = await open("/cart", { storage: toCartEntry(toCartLine(drill, 2)) });
  const quantity = await findQuantity(drill);
  const store = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await user.click(screen.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }));
  expect(quantity).toHaveValue("3");
  expect(getCartCount()).toBe("3");
  expect(readStoredCart()).toEqual([toCartLine(drill, 2)]);
  expect(await screen.findByText(/^Votre panier n'est pas gardé/)).toBeVisible();
  store.mockRestore();
  await expectLoggedError(errors, /cart: local storage cannot be written/);
});

test("a page that the browser shows again counts what other pages have stored meanwhile", async ({
  open,
  shop,
}) => {
  const drill = await createProduct(shop.sql);
  await open(`/product/${drill.slug}`, { storage: toCartEntry(toCartLine(drill, 2)) });
  await waitFor(() => expect(getCartCount()).toBe("2"));
  localStorage.setItem("cart", toCartEntry(toCartLine(drill, 3)).cart);
  await waitFor(() => {
    // The count is shown before the page listens, which nothing shows; a page that a browser keeps has long listened.
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    expect(getCartCount()).toBe("3");
  });
});
