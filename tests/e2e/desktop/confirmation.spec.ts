/** The thanks after an order: for the order just placed in this tab, and for none that did not happen. */
import type { Page } from "@playwright/test";
import { expect, forgive, test } from "../support/shopper.ts";

const note = (text: string) => (page: Page) =>
  page.addInitScript((value) => sessionStorage.setItem("private:order-confirmation", value), text);

test("an order is thanked for with its number and its date in French", async ({ page }) => {
  const id = "5f0c1b1e-0000-4000-8000-000000000001";
  await note(JSON.stringify({ id, number: "ORD-048213", created_at: "2026-08-01T09:00:00Z" }))(page);
  await page.goto("/order-confirmation");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Merci pour votre commande !");
  const facts = page.getByRole("main");
  await expect(facts.getByRole("term")).toHaveText([
    "Numéro de commande",
    "Date",
    "Livraison estimée",
    "Mode de paiement",
  ]);
  await expect(facts.getByRole("definition")).toHaveText([
    "ORD-048213",
    "1 août 2026",
    "Dans les meilleurs délais possibles",
    "Paiement à la livraison",
  ]);
  await expect(facts.getByRole("link", { name: "Retour à l'accueil" })).toHaveAttribute("href", "/");
  await expect(facts.getByRole("link", { name: "Voir ou imprimer ma commande" })).toHaveAttribute(
    "href",
    `/account/orders/${id}`,
  );
  await facts.getByRole("link", { name: "Continuer mes achats" }).click();
  await expect(page).toHaveURL("/products");
});

const nothing = {
  "no order": "null",
  "a broken note": "{",
  "a note of something else": '{"id":"a","number":7,"created_at":"hier"}',
  "a note without an id": '{"number":"ORD-048213","created_at":"2026-08-01T09:00:00Z"}',
  "a note without a date": '{"id":"a","number":"ORD-048213"}',
};

for (const [what, text] of Object.entries(nothing)) {
  test(`with ${what} nothing is thanked for, and the ways on are shown`, async ({ page, pageErrors }) => {
    await note(text)(page);
    await page.goto("/order-confirmation");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aucune commande récente ici");
    const main = page.getByRole("main");
    await expect(main).not.toContainText("ORD-");
    await expect(main.getByRole("definition")).toHaveText([
      "Dans les meilleurs délais possibles",
      "Paiement à la livraison",
    ]);
    await expect(main.getByRole("link", { name: "votre compte" })).toHaveAttribute("href", "/account");
    await expect(main.getByRole("link", { name: "Retour à l'accueil" })).toHaveAttribute("href", "/");
    await expect(main.getByRole("link", { name: "Continuer mes achats" })).toHaveAttribute(
      "href",
      "/products",
    );
    forgive(pageErrors, /private notes: cannot be read/);
  });
}
