/** The product lists in the browser: filters, further pages, the keyboard, skeletons and failures. */
import { TestProducts } from "#tests/support/products.ts";
import {
  allowErrors,
  expect,
  getCurrentPath,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { getToasts } from "#tests/support/screens/toasts.ts";

const PAGE_SIZE = 24;
const PRODUCTS = /rest\/v1\/products/;

const findMain = async () => within(await screen.findByRole("main"));
const names = () => Array.from(document.querySelectorAll("main article h3"), (title) => title.textContent);
const getSkeletons = () => document.querySelectorAll("[data-skeleton=product]");

const tabTo = (user: { tab(): Promise<void> }, after: HTMLElement) => {
  after.focus();
  return user.tab();
};

test("each active filter has a chip that removes it, and the reset removes all", async ({ open }) => {
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
    expect(getCurrentPath()).toBe(left);
  }
  await user.click(screen.getByRole("link", { name: "Réinitialiser" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Filtres actifs" })).toBeNull());
  expect(getCurrentPath()).toBe("/products");
});

test("a pressed category and the list are marked until the list is there", async ({ open, shop }) => {
  const { user } = await open("/products");
  const filters = within(await screen.findByRole("complementary", { name: "Filtres du catalogue" }));
  const link = await filters.findByRole("link", { name: "Plomberie" });
  const release = shop.network.hold(PRODUCTS);
  await user.click(link);
  await waitFor(() => expect(link).toHaveAttribute("aria-busy", "true"));
  expect(filters.getByRole("link", { name: "Jardinage" })).not.toHaveAttribute("aria-busy");
  expect(document.querySelector(".results")).toHaveAttribute("aria-busy", "true");
  release();
  await screen.findByRole("heading", { level: 1, name: "Catégorie: Plomberie" });
  expect(link).not.toHaveAttribute("aria-busy");
  expect(document.querySelector(".results")).toHaveAttribute("aria-busy", "false");
});

test("an order is chosen in the list, keeps the filters, and is kept by them", async ({ open, shop }) => {
  const { user } = await open("/products?inStock=true&page=2");
  const select = await screen.findByRole("combobox", { name: "Trier par" });
  await user.selectOptions(select, "Moins chers");
  const cheapest = await shop.sql<{ name: string }[]>`
    select name from products where stock > 0 order by price, id limit ${PAGE_SIZE}`;
  await waitFor(() => expect(names()).toEqual(cheapest.map(({ name }) => name)));
  expect(getCurrentPath()).toBe("/products?inStock=true&sort=price-asc");
  await user.click(screen.getByRole("checkbox", { name: "En stock seulement" }));
  await user.click(screen.getByRole("button", { name: "Appliquer les filtres" }));
  await waitFor(() => expect(getCurrentPath()).toBe("/products?minPrice=0&maxPrice=100000&sort=price-asc"));
  expect(select).toHaveValue("price-asc");
});

test("the slider and the fields of the price range follow each other, and reversed or unreadable prices are remarked", async ({
  open,
}) => {
  const { user } = await open("/products?minPrice=150000&maxPrice=400000");
  const minimum = await screen.findByRole("textbox", { name: "Minimum (XOF)" });
  const maximum = screen.getByRole("textbox", { name: "Maximum (XOF)" });
  expect(minimum).toHaveValue("150000");
  expect(maximum).toHaveValue("400000");
  const slider = screen.getByRole("slider", { name: "Prix minimum" });
  expect(slider).toHaveValue("100000");

  await user.clear(minimum);
  await user.type(minimum, "35 000");
  expect(slider).toHaveValue("35000");
  await user.clear(maximum);
  await user.type(maximum, "20.000");
  expect(screen.getByText("Le minimum dépasse le maximum : ils seront échangés.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Appliquer les filtres" }));
  await waitFor(() => expect(getCurrentPath()).toBe("/products?minPrice=20000&maxPrice=35000"));

  const field = () => screen.getByRole("textbox", { name: "Minimum (XOF)" });
  await waitFor(() => expect(field()).toHaveValue("20000"));
  await user.type(field(), "x");
  expect(screen.getByText(/^«\s20000x\s» n'est pas un prix en francs : il est ignoré\.$/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Appliquer les filtres" }));
  await waitFor(() => expect(getCurrentPath()).toBe("/products?minPrice=0&maxPrice=35000"));
});

test("more products are appended on demand after eight skeletons, and the back button restores them all", async ({
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
  await waitFor(() => expect(getSkeletons()).toHaveLength(8));
  expect(names()).toHaveLength(PAGE_SIZE);
  release();
  await waitFor(() => expect(names()).toEqual(all));
  expect(getSkeletons()).toHaveLength(0);
  expect(getCurrentPath()).toBe("/products?minPrice=0&maxPrice=100000&page=2");

  await user.click((await findMain()).getByRole("link", { name: all[30] }));
  await screen.findByRole("heading", { level: 1, name: all[30] });
  await router.navigate(-1);
  await waitFor(() => expect(names()).toEqual(all));
});

test("eight skeletons are shown while another list is loading", async ({ open, shop }) => {
  const { router } = await open("/products");
  await findMain();
  const release = shop.network.hold(PRODUCTS);
  void router.navigate("/products?category=materiaux");
  await waitFor(() => expect(getSkeletons()).toHaveLength(8));
  expect(names()).toEqual([]);
  expect((await findMain()).getByText("Chargement des produits...")).toBeVisible();
  release();
  await screen.findByRole("heading", { level: 1, name: "Catégorie: Matériaux" });
  expect(names()).toHaveLength(PAGE_SIZE);
});

test("a failed read of the list is reported inline and in a toast", async ({ open, shop, errors }) => {
  shop.network.fail(PRODUCTS);
  await open("/products");
  expect(await (await findMain()).findByRole("alert")).toHaveTextContent(
    "Erreur lors du chargement des produits.",
  );
  expect((await findMain()).getByRole("link", { name: "Réessayer" })).toHaveAttribute("href", "/products");
  const message = await screen.findByText("Impossible de charger les produits");
  expect(message.closest("[role=alert]")).toHaveTextContent("ErreurImpossible de charger les produits");
  allowErrors(errors, /^load products: /);
});

test("a failed read of the categories leaves the list unfiltered", async ({ open, shop, errors }) => {
  const products = new TestProducts(shop.sql);
  await products.add({ name: "Robinet", category: "plomberie" });
  await products.add({ name: "Prise", category: "electricite" });
  shop.network.fail(/rest\/v1\/categories/);
  await open(`/products?category=plomberie&search=${products.uniqueWord}`);
  await waitFor(() =>
    expect(names()).toEqual([`Prise ${products.uniqueWord}`, `Robinet ${products.uniqueWord}`]),
  );
  const message = await screen.findByText("Impossible de charger les catégories");
  expect(message.closest("[role=alert]")).toHaveTextContent("ErreurImpossible de charger les catégories");
  expect(getToasts()).toHaveLength(1);
  expect((await findMain()).queryByRole("alert")).toBeNull();
  allowErrors(errors, /^load (categories|category look-up): /);
});

test("a category card leads to its products by keyboard alone", async ({ open }) => {
  const { user } = await open("/categories");
  const trail = await screen.findByRole("navigation", { name: "Fil d'Ariane" });
  await tabTo(user, within(trail).getByRole("link"));
  expect(screen.getByRole("link", { name: /^Électricité \d+ produits$/ })).toHaveFocus();
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Catégorie: Électricité" });
  expect(getCurrentPath()).toBe("/products?category=electricite");
});

test("beyond 24 offers more are appended on demand, and a later page links to the previous ones", async ({
  open,
  shop,
}) => {
  const products = new TestProducts(shop.sql);
  for (let price = 1; price <= PAGE_SIZE; price++) {
    await products.add({
      name: `Offre ${price}`,
      price: 1000 * price,
      old_price: 100_000,
      is_featured: true,
    });
  }
  const offers = await shop.sql<{ name: string }[]>`
    select name from products where is_featured order by discount desc nulls last, created_at desc, id`;
  const all = offers.map(({ name }) => name);
  const { user } = await open("/promotions");
  await waitFor(() => expect(names()).toEqual(all.slice(0, PAGE_SIZE)));
  const release = shop.network.hold(PRODUCTS);
  await user.click(screen.getByRole("link", { name: "Voir plus" }));
  await waitFor(() => expect(getSkeletons()).toHaveLength(8));
  release();
  await waitFor(() => expect(names()).toEqual(all));
  expect(getCurrentPath()).toBe("/promotions?page=2");

  // In the same tab the list is still stored: this is a visitor from elsewhere.
  sessionStorage.clear();
  const elsewhere = await open("/promotions?page=2");
  await waitFor(() => expect(names()).toEqual(all.slice(PAGE_SIZE)));
  await elsewhere.user.click(screen.getByRole("link", { name: "Voir les produits précédents" }));
  await waitFor(() => expect(names()).toEqual(all.slice(0, PAGE_SIZE)));
  await products.remove();
});

test("by keyboard alone an offer is added to the cart", async ({ open, shop }) => {
  const products = new TestProducts(shop.sql);
  const { name } = await products.add({ price: 500, old_price: 10_000, is_featured: true, stock: 2 });
  const { user } = await open("/promotions");
  await tabTo(user, await (await findMain()).findByRole("link", { name: "Voir tous les produits" }));
  expect(screen.getByRole("combobox", { name: "Trier par" })).toHaveFocus();
  // Past the button that the stylesheet shows without script.
  await user.tab();
  await user.tab();
  expect(screen.getByRole("link", { name })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("button", { name: `Ajouter au panier : ${name}` })).toHaveFocus();
  await user.keyboard("{Enter}");
  await screen.findAllByRole("link", { name: "Panier : 1 article" });
  await products.remove();
});
