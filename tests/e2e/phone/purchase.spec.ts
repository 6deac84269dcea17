/** The main flow of the shop: from the home page to an order in the database. */
import { register } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";

interface OrderRow {
  number: string;
  status: string;
  customer_email: string;
  customer_phone: string;
  total_amount: number;
  shipping_amount: number;
  items_count: number;
  shipping_address: Record<string, string>;
  user_email: string;
}

test("a visitor filters, chooses, registers, orders, and the order is in Postgres", async ({
  page,
  shop,
}) => {
  const [product] = await shop.sql<
    { id: string; name: string; slug: string; price: number; stock: number }[]
  >`
    select p.id, p.name, p.slug, p.price, p.stock from products p
    join categories c on p.category_id = any (private.category_and_descendants(c.id))
    where c.slug = 'plomberie' and p.stock > 5 and p.price < 100000
    order by p.created_at desc, p.id desc limit 1`;
  if (!product) throw new Error("The demo shop has no plumbing in stock.");

  await page.goto("/");
  await page.getByRole("link", { name: "Voir les produits" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tous les produits");

  const filters = page.getByRole("complementary", { name: "Filtres du catalogue" });
  const openFilters = filters.getByRole("button", { name: "Filtres", exact: true });
  if (await openFilters.isVisible()) {
    await openFilters.click();
    await filters.getByText("Plomberie", { exact: true }).locator("visible=true").click();
    await filters.getByRole("button", { name: /^Voir \d+ produits$/ }).click();
  } else await filters.getByRole("link", { name: "Plomberie" }).click();
  await expect(page).toHaveURL(/category=plomberie/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catégorie: Plomberie");

  await page.getByRole("main").getByRole("link", { name: product.name }).first().click();
  await expect(page).toHaveURL(`/product/${product.slug}`);
  await expect(page.getByText(`${product.stock} en stock`).first()).toBeVisible();

  await page.getByRole("button", { name: "Augmenter la quantité" }).locator("visible=true").first().click();
  await page.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first().click();
  await expect(page.getByText("Produit ajouté au panier")).toBeVisible();

  await page.goto("/cart");
  await expect(page.getByText(product.name).first()).toBeVisible();
  await page
    .getByRole("link", { name: /commande/i })
    .locator("visible=true")
    .first()
    .click();

  // Not signed in: the checkout redirects to the sign-in page and back.
  await expect(page).toHaveURL("/login?returnUrl=/checkout");
  await expect(page.getByText("Vous devez être connecté pour finaliser votre commande")).toBeVisible();
  const customer = await register(page, "/checkout");
  await expect(page).toHaveURL("/checkout");

  await expect(page.getByLabel("Prénom")).toHaveValue("Aminata");
  await expect(page.getByLabel("Email")).toHaveValue(customer.email);
  await page.getByLabel("Adresse").fill("Secteur 15, derrière le marché, portail bleu");
  await page.getByLabel("Ville").fill("Ouagadougou");
  await page.getByRole("button", { name: /confirmer la commande/i }).click();

  await expect(page).toHaveURL("/order-confirmation");
  await expect(page.getByText("Commande confirmée !")).toBeVisible();
  await expect(page.getByText("Paiement à la livraison").first()).toBeVisible();
  await expect(page.getByText("Dans les meilleurs délais possibles")).toBeVisible();

  const [order] = await shop.sql<OrderRow[]>`
    select o.number, o.status, o.customer_email, o.customer_phone, o.total_amount, o.shipping_amount, o.items_count,
      o.shipping_address, u.email as user_email
    from orders o join auth.users u on u.id = o.user_id where u.email = ${customer.email}`;
  await expect(page.getByText(order?.number ?? "no order")).toBeVisible();
  expect(order).toMatchObject({
    number: expect.stringMatching(/^ORD-\d{6}$/),
    status: "pending",
    customer_email: customer.email,
    customer_phone: "+22670123456",
    total_amount: 2 * product.price + 2000,
    shipping_amount: 2000,
    items_count: 2,
    shipping_address: {
      address: "Secteur 15, derrière le marché, portail bleu",
      city: "Ouagadougou",
      phone: "+22670123456",
    },
  });
  const lines = await shop.sql`
    select i.product_id, i.quantity, i.unit_price from order_items i join orders o on o.id = i.order_id
    where o.number = ${order?.number ?? ""}`;
  expect([...lines]).toEqual([{ product_id: product.id, quantity: 2, unit_price: product.price }]);
  const [after] = await shop.sql<{ stock: number }[]>`select stock from products where id = ${product.id}`;
  expect(after?.stock).toBe(product.stock - 2);

  await page.getByRole("link", { name: "Voir ou imprimer ma commande" }).click();
  const sheet = page.getByRole("article", { name: `Commande ${order?.number}` });
  await expect(sheet.getByText("En attente")).toBeVisible();
  await expect(sheet.getByRole("list", { name: "Articles" })).toContainText(product.name);

  await page.goto("/cart");
  await expect(page.getByText("Votre panier est vide")).toBeVisible();
});
