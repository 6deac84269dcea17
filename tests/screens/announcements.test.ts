/**
 * Screen reader announcements: a live region must exist before its content changes, because screen readers
 * only follow regions that they know. So each test finds the element first, before the change.
 */
import { createProduct } from "#tests/support/products.ts";
import { expect, screen, testWithOwnShop as test, waitFor, within } from "#tests/support/screens/screen.ts";
import { getToasts } from "#tests/support/screens/toasts.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

/** The status element that counts the products. */
async function findCount(): Promise<HTMLElement> {
  const main = await screen.findByRole("main");
  return waitFor(() => {
    const found = within(main)
      .getAllByRole("status")
      .find(({ textContent }) => /produit/.test(textContent));
    if (!found) throw new Error("No status counts the products.");
    return found;
  });
}

/** Asserts the current text of a live region that existed before. */
async function expectAnnounced(place: HTMLElement, text: string | RegExp): Promise<void> {
  await waitFor(() => expect(place).toHaveTextContent(text));
  expect(place, "the same element").toBeInTheDocument();
}

test("toasts appear in a polite region, and the wishlist button announces its pressed state", async ({
  open,
  shop,
}) => {
  const uniqueWord = createUniqueWord();
  const name = `Pelle ${uniqueWord}`;
  await createProduct(shop.sql, { name });
  const { user } = await open(`/products?search=${uniqueWord}`);
  const region = await screen.findByRole("region", { name: "Notifications" });
  expect(region).toHaveAttribute("aria-live", "polite");
  expect(region).toBeEmptyDOMElement();
  await user.click(await screen.findByRole("button", { name: `Ajouter au panier : ${name}` }));
  await expectAnnounced(region, `Produit ajouté au panier${name}`);
  expect(within(region).queryByRole("alert")).toBeNull();

  await user.click(screen.getByRole("button", { name: `Ajouter ${name} à ma liste de souhaits` }));
  await screen.findByRole("button", { name: new RegExp(`^Retirer ${name} de ma liste`), pressed: true });
  await waitFor(() => expect(getToasts()).toHaveLength(2));
  expect(getToasts()[0]).toHaveTextContent(name);
});

test("filter results: loading, then their count", async ({ open, shop }) => {
  const uniqueWord = createUniqueWord();
  await createProduct(shop.sql, { name: `Robinet ${uniqueWord}`, stock: 3 });
  await createProduct(shop.sql, { name: `Robinet épuisé ${uniqueWord}`, stock: 0 });
  const { user } = await open(`/products?search=${uniqueWord}`);
  const count = await findCount();
  expect(count).toHaveTextContent("2 produits");
  const release = shop.network.hold(/rest\/v1\//);
  await user.click(await screen.findByRole("checkbox", { name: "En stock seulement" }));
  await user.click(screen.getByRole("button", { name: "Appliquer les filtres" }));
  await expectAnnounced(count, "Chargement des produits...");
  release();
  await expectAnnounced(count, /^1 produit$/);
  await user.click(screen.getByRole("link", { name: "Retirer le filtre En stock" }));
  await expectAnnounced(count, "2 produits");
});

test("more of a list: how many products are shown now", async ({ open }) => {
  const { user } = await open("/products?minPrice=4&maxPrice=100000");
  const shown = await screen.findByText(/^24 produits sur \d+$/);
  expect(shown).toHaveAttribute("role", "status");
  await user.click(screen.getByRole("link", { name: "Voir plus" }));
  await expectAnnounced(shown, /^48 produits sur \d+$/);
});

test("quantities while they are chosen, and suggestions when they appear", async ({ open, shop }) => {
  const { slug, name, price, image } = await createProduct(shop.sql);
  shop.network.respond(/search-suggestions\?q=tournevis/, () =>
    Response.json({ categories: [], brands: [], products: [{ name, slug, price, image }] }),
  );
  const { user } = await open(`/product/${slug}`);
  const [stepper] = await screen.findAllByRole("group", { name: "Quantité" });
  if (!stepper) throw new Error("No quantity can be chosen.");
  const quantity = within(stepper).getByRole("status");
  await user.click(within(stepper).getByRole("button", { name: "Augmenter la quantité" }));
  await expectAnnounced(quantity, "2");

  const [search] = screen.getAllByLabelText("Rechercher un produit");
  const form = search?.closest("form");
  if (!search || !form) throw new Error("There is no search.");
  await user.click(search);
  const suggested = await within(form).findByRole("status");
  expect(suggested).toBeEmptyDOMElement();
  await user.keyboard("tournevis");
  await expectAnnounced(suggested, "2 suggestions");
});
