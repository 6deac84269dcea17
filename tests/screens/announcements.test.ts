/**
 * What a screen reader says without being asked: places whose changes are announced stand there before anything
 * changes in them, because a reader only follows those it knows. So the element is found once, before.
 */
import { createProduct } from "../support/products.ts";
import { newWord } from "../support/words.ts";
import { expect, screen, test, toasts, waitFor, within } from "./support/screen.ts";

/** The status of the page that speaks of products. */
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

/** Asserts what a place that was known before says now. */
async function expectSaid(place: HTMLElement, text: string | RegExp): Promise<void> {
  await waitFor(() => expect(place).toHaveTextContent(text));
  expect(place, "the same element").toBeInTheDocument();
}

test("toasts come in a polite region, and a heart says that it is full", async ({ open, shop }) => {
  const word = newWord();
  const name = `Pelle ${word}`;
  await createProduct(shop.sql, { name });
  const { user } = await open(`/products?search=${word}`);
  const region = await screen.findByRole("region", { name: "Notifications" });
  expect(region).toHaveAttribute("aria-live", "polite");
  expect(region).toBeEmptyDOMElement();
  await user.click(await screen.findByRole("button", { name: `Ajouter au panier : ${name}` }));
  await expectSaid(region, `Produit ajouté au panier${name}`);
  expect(within(region).queryByRole("alert")).toBeNull();

  await user.click(screen.getByRole("button", { name: `Ajouter ${name} à ma liste de souhaits` }));
  await screen.findByRole("button", { name: new RegExp(`^Retirer ${name} de ma liste`), pressed: true });
  await waitFor(() => expect(toasts()).toHaveLength(2));
  expect(toasts()[0]).toHaveTextContent(name);
});

test("results of filters: on their way, then how many", async ({ open, shop }) => {
  const word = newWord();
  await createProduct(shop.sql, { name: `Robinet ${word}`, stock: 3 });
  await createProduct(shop.sql, { name: `Robinet épuisé ${word}`, stock: 0 });
  const { user } = await open(`/products?search=${word}`);
  const count = await findCount();
  expect(count).toHaveTextContent("2 produits");
  const release = shop.network.hold(/rest\/v1\//);
  await user.click(screen.getByRole("checkbox", { name: "En stock seulement" }));
  await user.click(screen.getByRole("button", { name: "Appliquer les filtres" }));
  await expectSaid(count, "Chargement des produits...");
  release();
  await expectSaid(count, /^1 produit$/);
  await user.click(screen.getByRole("link", { name: "Retirer le filtre En stock" }));
  await expectSaid(count, "2 produits");
});

test("more of a list: how much of it there is now", async ({ open }) => {
  const { user } = await open("/products?minPrice=4&maxPrice=100000");
  const shown = await screen.findByText(/^24 produits sur \d+$/);
  expect(shown).toHaveAttribute("role", "status");
  await user.click(screen.getByRole("link", { name: "Voir plus" }));
  await expectSaid(shown, /^48 produits sur \d+$/);
});

test("quantities as they are chosen, and suggestions as they come", async ({ open, shop }) => {
  const { slug, name, price, image } = await createProduct(shop.sql);
  shop.network.answer(/search-suggestions\?q=tournevis/, () =>
    Response.json({ categories: [], products: [{ name, slug, price, image }] }),
  );
  const { user } = await open(`/product/${slug}`);
  const [stepper] = await screen.findAllByRole("group", { name: "Quantité" });
  if (!stepper) throw new Error("No quantity can be chosen.");
  const quantity = within(stepper).getByRole("status");
  await user.click(within(stepper).getByRole("button", { name: "Augmenter la quantité" }));
  await expectSaid(quantity, "2");

  const [search] = screen.getAllByLabelText("Rechercher un produit");
  const form = search?.closest("form");
  if (!search || !form) throw new Error("There is no search.");
  await user.click(search);
  const suggested = await within(form).findByRole("status");
  expect(suggested).toBeEmptyDOMElement();
  await user.keyboard("tournevis");
  await expectSaid(suggested, "2 suggestions");
});
