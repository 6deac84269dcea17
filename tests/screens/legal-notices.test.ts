/**
 * The shop's terms: linked before a customer accepts them, and the storage that the privacy policy declares.
 */
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { createProduct } from "#tests/support/products.ts";
import { test } from "#tests/support/screens/reviews.ts";
import { expect, getMain, screen, waitFor, within } from "#tests/support/screens/screen.ts";

test("the terms can be read before they are accepted", async ({ open, shop, customer }) => {
  const storage = toCartEntry(toCartLine(await createProduct(shop.sql)));
  await open("/cart", { storage });
  const serious = await screen.findByText("Commandes sérieuses uniquement");
  const notice = within(serious.closest("aside") ?? document.body);
  expect(notice.getByRole("link")).toHaveAttribute("href", "/terms#commandes-serieuses");

  await open("/login?tab=inscription");
  const form = within(await screen.findByRole("tabpanel", { name: "Inscription" }));
  const named = (name: string) => form.getByRole("link", { name });
  expect(named("conditions d'utilisation")).toHaveAttribute("href", "/terms");
  expect(named("politique de confidentialité")).toHaveAttribute("href", "/privacy");

  await open("/checkout", { as: await customer() });
  const confirm = await screen.findByRole("button", { name: /^Confirmer/ });
  const summary = within(confirm.closest("section") ?? document.body);
  // The order stays open while its terms are read.
  const conditions = summary.getByRole("link", { name: /^conditions d'utilisation/ });
  expect(conditions).toHaveAttribute("href", "/terms");
  expect(conditions).toHaveAttribute("target", "_blank");
});

test("the privacy policy names what the browser really stores", async ({ open, shop, customer }) => {
  const [product] = await shop.sql<{ slug: string }[]>`
    select slug from products where stock > 0 and review_count > 0 order by created_at desc limit 1`;
  const { user } = await open(`/product/${product?.slug}`);
  await screen.findByRole("heading", { level: 1 });
  const press = async (name: RegExp) => {
    const [button] = await getMain().findAllByRole("button", { name });
    if (button) await user.click(button);
  };
  await press(/à ma liste de souhaits$/);
  await press(/^Ajouter au panier/);
  await user.click(getMain().getByRole("tab", { name: /^Avis/ }));
  await press(/^Utile/);
  const keys = () => Object.keys(localStorage).toSorted();
  await waitFor(() => expect(keys()).toEqual(["cart", "device-id", "review-votes", "seen", "wishlist"]));
  const asVisitor = keys();

  await open("/privacy", { as: await customer() });
  await screen.findByRole("button", { name: /^cliente-/ });
  const heading = await screen.findByRole("heading", { name: "Ce qui reste dans votre navigateur" });
  const stored = heading.closest("section");
  expect(keys().filter((key) => !asVisitor.includes(key))).not.toEqual([]);
  for (const key of new Set([...asVisitor, ...keys()])) expect(stored).toHaveTextContent(key);
  expect(document.cookie).toBe("");
});
