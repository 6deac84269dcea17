/** The checkout and the account on a slow network: their forms are in the HTML, and input before hydration is not lost. */
import type { Page } from "@playwright/test";
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { setLocalStorage, signInOverApi, toSessionEntry } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";

const CODE = /\/assets\/.*\.js$/;

test.use({ autoWaitForIdle: false });

async function typeInto(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
}

test("what is typed into the checkout before hydration stays, and the profile fills in the rest", async ({
  page,
  shop,
  createProduct,
  customer,
}) => {
  const account = await customer();
  await setLocalStorage(page, {
    ...toCartEntry(toCartLine(await createProduct())),
    ...toSessionEntry(await signInOverApi(shop, account)),
  });
  const releaseCode = await holdRequests(page, CODE);
  await page.goto("/checkout", { waitUntil: "commit" });
  await typeInto(page, { Prénom: "Mariam", Adresse: "Gounghin, portail bleu", Ville: "Kaya" });
  await expect(page.getByText("Chargement de votre profil...")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("");
  await releaseCode();
  await expect(page.getByLabel("Email")).toHaveValue(account.email);
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Sawadogo");
  await expect(page.getByLabel("Prénom")).toHaveValue("Mariam");
  await page.getByRole("button", { name: "Confirmer la commande" }).click();
  await expect(page).toHaveURL("/order-confirmation");
  const [order] = await shop.sql`
    select customer_name, shipping_address ->> 'city' as city from orders where customer_email = ${account.email}`;
  expect(order).toEqual({ customer_name: "Mariam Sawadogo", city: "Kaya" });
});

test("what is typed and sent in the account before hydration is saved with the rest of the profile", async ({
  page,
  shop,
  customer,
}) => {
  const account = await customer();
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, account)));
  const releaseCode = await holdRequests(page, CODE);
  await page.goto("/account", { waitUntil: "commit" });
  await typeInto(page, { Téléphone: "70 12 34 56" });
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByRole("button", { name: "Enregistrer" })).toHaveAttribute("aria-busy", "true");
  await releaseCode();
  await expect(page.getByText("Profil mis à jour")).toBeVisible();
  const profiles = await shop.sql`select first_name, phone from profiles where email = ${account.email}`;
  expect([...profiles]).toEqual([{ first_name: "Fatou", phone: "+22670123456" }]);
});

test("the profile is requested once, before the code is loaded", async ({ page, shop, customer }) => {
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, await customer())));
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/profiles")) requests.push(request.url());
  });
  const releaseCode = await holdRequests(page, CODE);
  const request = page.waitForRequest(/rest\/v1\/profiles/);
  await page.goto("/account", { waitUntil: "commit" });
  await request;
  await releaseCode();
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  expect(requests).toHaveLength(1);
});

test("a visitor of the checkout is led to the sign-in page before the code is loaded, and reads why", async ({
  page,
}) => {
  const releaseCode = await holdRequests(page, CODE);
  await page.goto("/checkout", { waitUntil: "commit" });
  await expect(page).toHaveURL("/login?returnUrl=/checkout");
  await expect(page.getByRole("tabpanel", { name: "Connexion" })).toBeVisible();
  await releaseCode();
  const notifications = page.getByRole("region", { name: "Notifications" });
  await expect(notifications).toContainText("Vous devez être connecté pour finaliser votre commande");
});

test("a reload shows a customer nothing that another one has typed", async ({ page, shop, customer }) => {
  const [first, second] = [await customer(), await customer()];
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, first)));
  await page.goto("/account");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  await page.getByLabel(/^Ville/).fill("Koudougou");
  const session = toSessionEntry(await signInOverApi(shop, second));
  await shop.sql`update profiles set first_name = 'Issa' where email = ${second.email}`;
  await page.evaluate((entries) => {
    for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
  }, session);
  await page.reload();
  await expect(page.getByLabel("Prénom")).toHaveValue("Issa");
  await expect(page.getByLabel(/^Ville/)).toHaveValue("");
});
