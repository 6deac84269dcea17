/** The layout of every page after hydration: account, cart, skeletons of the next page, and stored data. */
import { createProduct, type StoredProduct } from "#tests/support/products.ts";
import { expect, getCurrentPath, getHeader, screen, test, waitFor } from "#tests/support/screens/screen.ts";
import { expectOnlyToast } from "#tests/support/screens/toasts.ts";

const skeletons = (of: string) => document.querySelectorAll(`[data-skeleton=${of}]`);

test("the account control shows a visitor the sign-in link, and a customer their name", async ({
  open,
  customer,
}) => {
  await open("/about");
  const signIn = await screen.findByRole("link", { name: "Connexion" });
  expect(signIn).toHaveAttribute("href", "/login?returnUrl=/account");

  const me = await customer();
  const { user } = await open("/products", { as: me });
  const account = await screen.findByRole("button", { name: me.email.split("@")[0] });
  expect(account).toHaveAttribute("aria-expanded", "false");
  expect(getHeader().queryByRole("link", { name: "Mon compte" })).toBeNull();
  await user.hover(account);
  expect(getHeader().getByRole("link", { name: "Mon compte" })).toHaveAttribute("href", "/account");
  await user.click(getHeader().getByRole("button", { name: "Déconnexion" }));
  await waitFor(() => expect(getCurrentPath()).toBe("/"));
  expect(await getHeader().findByRole("link", { name: "Connexion" })).toBeInTheDocument();
});

test("a response that comes after the customer has signed out is no error", async ({
  open,
  customer,
  shop,
}) => {
  const me = await customer();
  const pages: [path: string, request: RegExp][] = [
    ["/products", /is_admin_user/],
    ["/account", /customer_addresses/],
    ["/wishlist", /wishlist_items/],
  ];
  for (const [path, request] of pages) {
    const earlier = shop.network.listRequests(request).length;
    const release = shop.network.hold(
      /\/rest\/v1\/(rpc\/is_admin_user|profiles|wishlist|customer_addresses|price_list_members)/,
    );
    const { user } = await open(path, { as: me });
    await user.hover(await screen.findByRole("button", { name: me.email.split("@")[0] }));
    await waitFor(() => expect(shop.network.listRequests(request).length).toBeGreaterThan(earlier));
    await user.click(getHeader().getByRole("button", { name: "Déconnexion" }));
    await getHeader().findByRole("link", { name: "Connexion" });
    release();
    await shop.network.settle();
    await expectOnlyToast(/^Déconnexion réussie/);
  }
});

test("the carts in the header and over the page count the items", async ({ open, shop }) => {
  const [spade, pick] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const { user, router } = await open(`/products?search=${spade.name}`);
  const carts = () => screen.getAllByRole("link", { name: /^Panier/ });
  const add = ({ name }: StoredProduct) =>
    screen.findByRole("button", { name: `Ajouter au panier : ${name}` });
  const button = await add(spade);
  expect(carts().map(({ textContent }) => textContent)).toEqual(["Panier : 0 article", "Panier : 0 article"]);
  await user.click(button);
  await user.click(await screen.findByRole("button", { name: `Augmenter la quantité de ${spade.name}` }));
  await waitFor(() => expect(carts()[0]).toHaveTextContent("Panier : 2 articles2"));
  await router.navigate(`/products?search=${pick.name}`);
  await user.click(await add(pick));
  await waitFor(() => expect(carts()[0]).toHaveTextContent("Panier : 3 articles3"));
  for (const cart of carts()) {
    expect(cart).toHaveAccessibleName("Panier : 3 articles");
    expect(cart).toHaveAttribute("href", "/cart");
  }
});

test("a navigation moves the focus to the heading, and announces the title", async ({ open }) => {
  const { router } = await open("/cart");
  const skip = await screen.findByRole("link", { name: "Aller au contenu" });
  expect(skip).toHaveAttribute("href", `#${screen.getByRole("main").id}`);
  const announcer = document.querySelector("p[aria-live=polite]");
  expect(announcer).toBeEmptyDOMElement();
  // The routes are rendered without the document's head.
  document.title = "Informations de Livraison";
  await router.navigate("/delivery");
  const heading = await screen.findByRole("heading", { level: 1, name: "Informations de Livraison" });
  await waitFor(() => expect(heading).toHaveFocus());
  await waitFor(() => expect(announcer).toHaveTextContent("Informations de Livraison"));
});

test("a click on a link shows the skeleton of the next page at once", async ({ open, shop }) => {
  const { slug } = await createProduct(shop.sql);
  const { user, router } = await open("/cart");
  await screen.findByRole("heading", { level: 1 });
  const release = shop.network.hold(/\/rest\/v1\//);
  await user.click(getHeader().getByRole("link", { name: "Yaaré, accueil" }));
  await waitFor(() => expect(skeletons("category")).toHaveLength(6));
  void router.navigate("/products?category=plomberie");
  await waitFor(() => expect(skeletons("product")).toHaveLength(8));
  void router.navigate(`/product/${slug}`);
  expect(await screen.findByText("Chargement du produit...")).toHaveAttribute("role", "status");
  void router.navigate("/products?category=plomberie");
  await waitFor(() => expect(skeletons("product")).toHaveLength(8));
  release();
  await screen.findByRole("heading", { level: 1, name: "Catégorie: Plomberie" });
  expect(document.querySelector("[data-skeleton]")).toBeNull();
});
