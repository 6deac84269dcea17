/** The confirmation page: for the order just placed in this tab, and for no other. */
import { allowErrors, expect, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";

const ID = "5f0c1b1e-0000-4000-8000-000000000001";

function storePlacedOrder(text: string) {
  sessionStorage.setItem("private:order-confirmation", text);
}

const texts = (role: string) =>
  within(screen.getByRole("main"))
    .getAllByRole(role)
    .map(({ textContent }) => textContent);

const href = (name: string) =>
  within(screen.getByRole("main")).getByRole("link", { name }).getAttribute("href");

test("the confirmation shows the order's number and its date in French", async ({ open }) => {
  storePlacedOrder(JSON.stringify({ id: ID, number: "ORD-048213", created_at: "2026-08-01T09:00:00Z" }));
  const { user } = await open("/order-confirmation");
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Merci pour votre commande !");
  expect(texts("term")).toEqual(["Numéro de commande", "Date", "Livraison estimée", "Mode de paiement"]);
  expect(texts("definition")).toEqual([
    "ORD-048213",
    "1er août 2026",
    "Dans les meilleurs délais possibles",
    "Paiement à la livraison",
  ]);
  expect(href("Retour à l'accueil")).toBe("/");
  expect(href("Voir ou imprimer ma commande")).toBe(`/account/orders/${ID}`);
  await user.click(screen.getByRole("link", { name: "Continuer mes achats" }));
  await waitFor(() => expect(window.location.pathname).toBe("/products"));
});

test("without an order, or with a broken stored one, nothing is confirmed, and links are shown", async ({
  open,
  errors,
}) => {
  for (const text of ["null", "{"]) {
    storePlacedOrder(text);
    await open("/order-confirmation");
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Aucune commande récente ici");
    expect(screen.getByRole("main")).not.toHaveTextContent("ORD-");
    expect(texts("definition")).toEqual(["Dans les meilleurs délais possibles", "Paiement à la livraison"]);
    expect(href("votre compte")).toBe("/account");
    expect(href("Retour à l'accueil")).toBe("/");
    expect(href("Continuer mes achats")).toBe("/products");
  }
  expect(errors).toHaveLength(1);
  allowErrors(errors, /tab storage: cannot be read/);
});
