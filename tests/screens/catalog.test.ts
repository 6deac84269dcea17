/** The lists of goods in the browser: filters, further pages, the keyboard, and what stands there before and instead. */
import { OwnProducts } from "../support/products.ts";
import { expect, forgive, screen, test, toasts, waitFor, within } from "./support/screen.ts";

const PAGE_SIZE = 24;
const PRODUCTS = /rest\/v1\/products/;

const address = () => window.location.pathname + window.location.search;
const main = async () => within(await screen.findByRole("main"));
const names = () => Array.from(document.querySelectorAll("main article h3"), (title) => title.textContent);
const shapes = () => document.querySelectorAll("[data-skeleton=product]");

const tabTo = (user: { tab(): Promise<void> }, after: HTMLElement) => {
  after.focus();
  return user.tab();
};

test("each filter in force has a chip that drops it, and the reset drops all", async ({ open }) => {
  const { user } = await open(
    "/products?category=plomberie&search=a&minPrice=5000&maxPrice=50000&inStock=true&newOnly=true",
  );
  const chips = within(await screen.findByRole("list", { name: "Filtres actifs" })).getAllByRole("link");
  expect(chips.map((chip) => chip.textContent?.replace(/\s/g, " "))).toEqual(
    ["« a »", "Plomberie", "5 000 XOF à 50 000 XOF", "En stock", "Nouveautés"].map(
      (label) => `Retirer le filtre ${label}`,
    ),
  );
  for (const [name, left] of [
    [/5.000.XOF/, "/products?category=plomberie&search=a&inStock=true&newOnly=true"],
    [/«.a.»/, "/products?category=plomberie&inStock=true&newOnly=true"],
    [/En stock/, "/products?category=plomberie&newOnly=true"],
  ] as const) {
    await user.click(screen.getByRole("link", { name }));
    await waitFor(() => expect(screen.queryByRole("link", { name })).toBeNull());
    expect(address()).toBe(left);
  }
  await user.click(screen.getByRole("link", { name: "Réinitialiser" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Filtres actifs" })).toBeNull());
  expect(address()).toBe("/products");
});

test("more products come below on demand, eight shapes before them, and the way back finds all again", async ({
  open,
  shop,
}) => {
  const newest = await shop.sql<{ name: string }[]>`
    select name from products order by created_at desc, id limit ${2 * PAGE_SIZE}`;
  const all = newest.map(({ name }) => name);
  const { user, router } = await open("/products?minPrice=0&maxPrice=100000");
  await screen.findByRole("heading", { level: 1, name: "Tous les produits" });
  expect(names()).toEqual(all.slice(0, PAGE_SIZE));

  const release = shop.network.hold(PRODUCTS);
  await user.click(screen.getByRole("link", { name: "Voir plus" }));
  await waitFor(() => expect(shapes()).toHaveLength(8));
  expect(names()).toHaveLength(PAGE_SIZE);
  release();
  await waitFor(() => expect(names()).toEqual(all));
  expect(shapes()).toHaveLength(0);
  expect(address()).toBe("/products?minPrice=0&maxPrice=100000&page=2");

  await user.click((await main()).getByRole("link", { name: all[30] }));
  await screen.findByRole("heading", { level: 1, name: all[30] });
  await router.navigate(-1);
  await waitFor(() => expect(names()).toEqual(all));
});

test("eight shapes stand where the products of another list come", async ({ open, shop }) => {
  const { user } = await open("/products");
  const link = await within(await screen.findByRole("contentinfo")).findByRole("link", { name: "Matériaux" });
  const release = shop.network.hold(PRODUCTS);
  await user.click(link);
  await waitFor(() => expect(shapes()).toHaveLength(8));
  expect(names()).toEqual([]);
  expect((await main()).getByText("Chargement des produits...")).toBeVisible();
  release();
  await screen.findByRole("heading", { level: 1, name: "Catégorie: Matériaux" });
  expect(names()).toHaveLength(PAGE_SIZE);
});

test("a list that cannot be read says so twice", async ({ open, shop, errors }) => {
  shop.network.fail(PRODUCTS);
  await open("/products");
  expect(await (await main()).findByRole("alert")).toHaveTextContent(
    "Erreur lors du chargement des produits.",
  );
  expect((await main()).getByRole("link", { name: "Réessayer" })).toHaveAttribute("href", "/products");
  const said = await screen.findByText("Impossible de charger les produits");
  expect(said.closest("[role=alert]")).toHaveTextContent("ErreurImpossible de charger les produits");
  forgive(errors, /^load products: /);
});

test("categories that cannot be read leave the list unfiltered", async ({ open, shop, errors }) => {
  const goods = new OwnProducts(shop.sql);
  await goods.add({ name: "Robinet", category: "plomberie" });
  await goods.add({ name: "Prise", category: "electricite" });
  shop.network.fail(/rest\/v1\/categories/);
  await open(`/products?category=plomberie&search=${goods.word}`);
  await waitFor(() => expect(names()).toEqual([`Prise ${goods.word}`, `Robinet ${goods.word}`]));
  const said = await screen.findByText("Impossible de charger les catégories");
  expect(said.closest("[role=alert]")).toHaveTextContent("ErreurImpossible de charger les catégories");
  expect(toasts()).toHaveLength(1);
  expect((await main()).queryByRole("alert")).toBeNull();
  forgive(errors, /^load (categories|category look-up): /);
});

test("a family's card leads to its goods by keyboard alone", async ({ open }) => {
  const { user } = await open("/categories");
  const trail = await screen.findByRole("navigation", { name: "Fil d'Ariane" });
  await tabTo(user, within(trail).getByRole("link"));
  expect(screen.getByRole("link", { name: /^Électricité \d+ produits$/ })).toHaveFocus();
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Catégorie: Électricité" });
  expect(address()).toBe("/products?category=electricite");
});

test("beyond 24 offers more come below on demand, and who starts further on finds the way back", async ({
  open,
  shop,
}) => {
  const goods = new OwnProducts(shop.sql);
  for (let price = 1; price <= PAGE_SIZE; price++) {
    await goods.add({ name: `Offre ${price}`, price: 1000 * price, old_price: 100_000, is_featured: true });
  }
  const offers = await shop.sql<{ name: string }[]>`
    select name from products where is_featured order by discount desc nulls last, created_at desc, id`;
  const all = offers.map(({ name }) => name);
  const { user } = await open("/promotions");
  await waitFor(() => expect(names()).toEqual(all.slice(0, PAGE_SIZE)));
  const release = shop.network.hold(PRODUCTS);
  await user.click(screen.getByRole("link", { name: "Voir plus" }));
  await waitFor(() => expect(shapes()).toHaveLength(8));
  release();
  await waitFor(() => expect(names()).toEqual(all));
  expect(address()).toBe("/promotions?page=2");

  // In the same tab the list is still known: this is somebody who comes from elsewhere.
  sessionStorage.clear();
  const elsewhere = await open("/promotions?page=2");
  await waitFor(() => expect(names()).toEqual(all.slice(PAGE_SIZE)));
  await elsewhere.user.click(screen.getByRole("link", { name: "Voir les produits précédents" }));
  await waitFor(() => expect(names()).toEqual(all.slice(0, PAGE_SIZE)));
  await goods.remove();
});

test("by keyboard alone an offer goes into the cart", async ({ open, shop }) => {
  const goods = new OwnProducts(shop.sql);
  const { name } = await goods.add({ price: 500, old_price: 10_000, is_featured: true, stock: 2 });
  const { user } = await open("/promotions");
  await tabTo(user, await (await main()).findByRole("link", { name: "Voir tous les produits" }));
  expect(screen.getByRole("link", { name })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("button", { name: `Ajouter au panier : ${name}` })).toHaveFocus();
  await user.keyboard("{Enter}");
  await screen.findAllByRole("link", { name: "Panier : 1 article" });
  await goods.remove();
});
