/** Where the sign-in page leads: on within this shop, and nowhere else, whatever the address says. */
import { asSession, expect, remember, signInOver, test } from "../support/shopper.ts";

/** A few of each sort; the others are tried below the browser, beside safeReturnUrl. */
const ATTACKS = [
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/login",
  "javascript:alert(document.domain)",
  "/%2Fevil.example",
  "%2F%2Fevil.example",
  "/\t/evil.example",
];

test("who is signed in already is sent on, but never to another site", async ({ page, shop, customer }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(shop.url)) elsewhere.push(request.url());
  });
  page.on("dialog", (dialog) => {
    elsewhere.push(dialog.message());
    void dialog.dismiss();
  });
  await remember(page, asSession(await signInOver(shop, await customer())));
  for (const attack of ATTACKS) {
    await page.goto(`/login?returnUrl=${encodeURIComponent(attack)}`);
    await expect(page, attack).toHaveURL("/");
  }
  await page.goto("/login");
  await expect(page).toHaveURL("/");
  await page.goto(`/login?returnUrl=${encodeURIComponent("/products?search=tube pvc#liste")}`);
  await expect(page).toHaveURL("/products?search=tube%20pvc#liste");
  expect(elsewhere).toEqual([]);
});

test("who signs in on a poisoned address stays in the shop", async ({ page, customer }) => {
  const { email, password } = await customer();
  await page.goto(`/login?returnUrl=${encodeURIComponent("/\\evil.example/voleur")}`);
  const form = page.getByRole("tabpanel", { name: "Connexion" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Mot de passe").fill(password);
  await form.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/");
});

test("a sign-in page left open follows when another tab signs in", async ({ page, context, customer }) => {
  const { email, password } = await customer();
  await page.goto("/login?returnUrl=/cart");
  await expect(page.getByRole("tabpanel", { name: "Connexion" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/login");
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Mot de passe").fill(password);
  await other.getByRole("button", { name: "Se connecter" }).click();
  await expect(other).toHaveURL("/");
  await expect(page).toHaveURL("/cart");
});
