/** The product page in the browser: its skeleton, failures, the quantity, and its tabs. */
import { TestProducts } from "#tests/support/products.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { getToasts } from "#tests/support/screens/toasts.ts";

const REVIEWS = /rest\/v1\/product_reviews/;
const findMain = async () => within(await screen.findByRole("main"));

test("a navigation to a product shows its skeleton and announces it", async ({ open, shop }) => {
  const products = new TestProducts(shop.sql);
  const { name } = await products.add({ name: "Serrure" });
  const { user } = await open(`/products?search=${products.uniqueWord}`);
  const link = await (await findMain()).findByRole("link", { name });
  const release = shop.network.hold(/rest\/v1\/products/);
  await user.click(link);
  await screen.findByText("Chargement du produit...");
  release();
  await screen.findByRole("heading", { level: 1, name });
  expect(screen.queryByText("Chargement du produit...")).toBeNull();
});

test("a deleted product is not found, which is no failure", async ({ open, shop }) => {
  const products = new TestProducts(shop.sql);
  const { name } = await products.add({ name: "Bientôt parti", stock: 3 });
  const { user } = await open(`/products?search=${products.uniqueWord}`);
  const link = await (await findMain()).findByRole("link", { name });
  // From here on another toast would be noticed.
  await user.click(screen.getByRole("button", { name: `Ajouter au panier : ${name}` }));
  await waitFor(() => expect(getToasts()).toHaveLength(1));
  await products.remove();
  await user.click(link);
  await screen.findByRole("heading", { level: 1, name: "Produit non trouvé." });
  expect((await findMain()).getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute(
    "href",
    "/products",
  );
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  expect(getToasts()).toHaveLength(1);
});

test("a failed read of a product is reported as a failure", async ({ open, shop, errors }) => {
  shop.network.fail(/rest\/v1\/products/);
  await open("/product/illisible");
  await screen.findByRole("heading", { level: 1, name: "Ce produit n'a pas pu être lu" });
  await screen.findByRole("link", { name: "Réessayer" });
  const message = await screen.findByText("Impossible de charger les détails du produit");
  expect(message.closest("[role=alert]")).toHaveTextContent(
    "ErreurImpossible de charger les détails du produit",
  );
  allowErrors(errors, /^load product: /);
});

test("one to the whole stock can be added to the cart, or bought directly", async ({ open, shop }) => {
  const { slug, name } = await new TestProducts(shop.sql).add({ name: "Scie", price: 12_000, stock: 3 });
  const { user } = await open(`/product/${slug}`);
  const [fewer, more] = [
    await screen.findByRole("button", { name: "Diminuer la quantité" }),
    screen.getByRole("button", { name: "Augmenter la quantité" }),
  ];
  const quantity = within(screen.getByRole("group", { name: "Quantité" })).getByRole("status");
  const count = () => within(screen.getByRole("banner")).getByTestId("cart-count");
  expect(quantity).toHaveTextContent("1");
  expect(fewer).toHaveAttribute("aria-disabled", "true");
  await user.click(fewer);
  expect(quantity).toHaveTextContent("1");
  for (const pieces of ["2", "3", "3"]) {
    await user.click(more);
    expect(quantity).toHaveTextContent(pieces);
  }
  expect(more).toHaveAttribute("aria-disabled", "true");
  await user.click(fewer);
  expect(quantity).toHaveTextContent("2");

  await user.click((await findMain()).getByRole("button", { name: "Ajouter au panier" }));
  await waitFor(() => expect(getToasts()[0]).toHaveTextContent(`2 × ${name}`));
  expect(getToasts()[0]).toHaveTextContent("Produit ajouté au panier");
  expect(count()).toHaveTextContent("2");

  await user.click(fewer);
  await user.click((await findMain()).getByRole("button", { name: "Commander maintenant" }));
  await waitFor(() => expect(window.location.pathname).toBe("/login"));
  expect(window.location.search).toBe("?returnUrl=/checkout");
  expect(count()).toHaveTextContent("3");
});

test("the tabs open their panels, by click and by arrow keys in a loop", async ({ open, shop }) => {
  const { slug } = await new TestProducts(shop.sql).add({ name: "Pompe" });
  const { user } = await open(`/product/${slug}`);
  const tab = (name: string) => screen.getByRole("tab", { name });
  const shown = () => within(screen.getByRole("main")).getAllByRole("tabpanel");
  await screen.findByRole("tab", { name: "Description" });
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).toHaveAccessibleName("Description");
  await user.click(tab("Spécifications"));
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).toHaveAccessibleName("Spécifications");
  for (const [key, name] of [
    ["{ArrowRight}", "Avis (0)"],
    ["{ArrowRight}", "Description"],
    ["{ArrowLeft}", "Avis (0)"],
  ] as const) {
    await user.keyboard(key);
    expect(tab(name)).toHaveFocus();
    expect(tab(name)).toHaveAttribute("aria-selected", "true");
    expect(shown()[0]).toHaveAccessibleName(name);
  }
});

test("a failed read of the reviews leaves the product and can be retried", async ({ open, shop, errors }) => {
  const { id, slug, name } = await new TestProducts(shop.sql).add({ name: "Masque" });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${id}, 4, 'Un masque qui tient', 'Awa', 'awa@exemple.bf', true)`;
  const restore = shop.network.fail(REVIEWS);
  const { user } = await open(`/product/${slug}`);
  await screen.findByRole("heading", { level: 1, name });
  await waitFor(() => expect(getToasts()).toHaveLength(1));
  expect(getToasts()[0]).toHaveTextContent("ErreurImpossible de charger les avis clients");
  await user.click(screen.getByRole("button", { name: "Fermer la notification" }));
  await waitFor(() => expect(getToasts()).toHaveLength(0));

  await user.click(screen.getByRole("tab", { name: "Avis (1)" }));
  const panel = within(screen.getByRole("tabpanel", { name: "Avis (1)" }));
  await user.click(panel.getByText("Chargement des avis..."));
  expect(await panel.findByRole("alert")).toHaveTextContent("Impossible de charger les avis clients");
  await user.click(panel.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(getToasts()).toHaveLength(1));
  await expectLoggedError(errors, /reviews: the list could not be read again/);
  expect(panel.queryByText("Un masque qui tient")).toBeNull();
  restore();
  await user.click(panel.getByRole("button", { name: "Réessayer" }));
  expect(await panel.findByText("Un masque qui tient")).toBeVisible();
  expect(panel.getByText("Basé sur 1 avis")).toBeVisible();
  allowErrors(errors, /^load reviews: /);
});
