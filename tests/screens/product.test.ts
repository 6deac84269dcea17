/** The product page in the browser: its skeleton, failures, the quantity, and its tabs. */
import { TestProducts } from "#tests/support/products.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  formatXof,
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
  // What the card knew stands there at once.
  const skeleton = within(screen.getByRole("main"));
  expect(skeleton.queryByRole("article")).toBeNull();
  expect(skeleton.getByText(name)).toBeVisible();
  expect(skeleton.getByText(formatXof(10_000))).toBeVisible();
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
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
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

  // The order is of what the cart holds: nothing is added again.
  await user.click(fewer);
  await user.click((await findMain()).getByRole("button", { name: "Commander maintenant" }));
  await waitFor(() => expect(window.location.pathname).toBe("/login"));
  expect(window.location.search).toBe("?returnUrl=/checkout");
  expect(count()).toHaveTextContent("2");
});

test("a product that is sold out can be asked for with an address, by a customer with one press", async ({
  open,
  shop,
  customer,
}) => {
  const { id, slug } = await new TestProducts(shop.sql).add({ name: "Groupe", stock: 0 });
  const listAlerts = () => shop.sql`
    select user_id, email from stock_alerts where product_id = ${id} order by created_at`;
  const { user } = await open(`/product/${slug}`);
  await user.click(await screen.findByRole("button", { name: "Me prévenir" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Me prévenir du retour en stock" }));
  await user.type(dialog.getByLabelText("Email"), "issa@");
  await user.click(dialog.getByRole("button", { name: "Me prévenir" }));
  await waitFor(() => expect(dialog.getByLabelText("Email")).toHaveAccessibleDescription(/Email invalide/));
  await user.type(dialog.getByLabelText("Email"), "exemple.bf{Enter}");
  await screen.findByText("Nous écrirons à issa@exemple.bf dès qu'il revient en stock.");
  expect(getToasts()[0]).toHaveTextContent("C'est noté");
  expect([...(await listAlerts())]).toEqual([{ user_id: null, email: "issa@exemple.bf" }]);

  const account = await customer();
  const { user: again } = await open(`/product/${slug}`, { as: account });
  await again.click(await screen.findByRole("button", { name: "Me prévenir" }));
  await screen.findByText(`Nous écrirons à ${account.email} dès qu'il revient en stock.`);
  expect((await listAlerts())[1]).toEqual({ user_id: account.id, email: account.email });
});

test("a stock that has returned meanwhile, and a failure, are said", async ({ open, shop, errors }) => {
  const { id, slug } = await new TestProducts(shop.sql).add({ name: "Groupe", stock: 0 });
  const { user } = await open(`/product/${slug}`);
  await user.click(await screen.findByRole("button", { name: "Me prévenir" }));
  const email = within(await screen.findByRole("dialog")).getByLabelText("Email");
  const restore = shop.network.fail(/rpc\/request_stock_alert/);
  await user.type(email, "issa@exemple.bf{Enter}");
  await waitFor(() => expect(getToasts()[0]).toHaveTextContent("Votre demande n'a pas pu être enregistrée."));
  await expectLoggedError(errors, /catalog: the stock alert was not requested/);
  restore();
  await shop.sql`update products set stock = 2 where id = ${id}`;
  await user.type(email, "{Enter}");
  await waitFor(() => expect(getToasts()[0]).toHaveTextContent("De nouveau en stock"));
  expect(await shop.sql`select from stock_alerts where product_id = ${id}`).toHaveLength(0);
});

test("the pictures open over the whole screen, with zoom by buttons and keys", async ({ open, shop }) => {
  const { id, slug, name } = await new TestProducts(shop.sql).add({ name: "Perceuse" });
  await shop.sql`
    insert into product_images (product_id, image_url, display_order)
    values (${id}, '/pictures/perceuse-1-640.jpg', 0), (${id}, '/pictures/perceuse-2-640.jpg', 1)`;
  const { user } = await open(`/product/${slug}`);
  await user.click(await screen.findByRole("link", { name: "Agrandir la photo 1" }));
  const dialog = within(await screen.findByRole("dialog", { name: `Photos de ${name}` }));
  const image = dialog.getByRole("img", { name });
  const zoom = () => /\* (?<factor>[\d.]+)/.exec(image.style.width)?.groups?.factor;
  expect(zoom()).toBe("1");
  const [smaller, larger] = [
    dialog.getByRole("button", { name: "Réduire" }),
    dialog.getByRole("button", { name: "Agrandir" }),
  ];
  expect(smaller).toHaveAttribute("aria-disabled", "true");
  for (const wanted of ["2", "3", "4", "4"]) {
    await user.click(larger);
    expect(zoom()).toBe(wanted);
  }
  expect(larger).toHaveAttribute("aria-disabled", "true");
  expect(dialog.getByText(/400/)).toBeVisible();
  for (const [key, wanted] of [
    ["-", "3"],
    ["0", "1"],
    ["+", "2"],
  ] as const) {
    await user.keyboard(key);
    expect(zoom()).toBe(wanted);
  }
  await user.dblClick(image);
  expect(zoom()).toBe("1");
  await user.dblClick(image);
  expect(zoom()).toBe("2.5");
  await user.click(dialog.getByRole("button", { name: "Fermer" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the tabs open their panels, by click, by arrow keys in a loop, and by Home and End", async ({
  open,
  shop,
}) => {
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
    ["{Home}", "Description"],
    ["{End}", "Avis (0)"],
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
