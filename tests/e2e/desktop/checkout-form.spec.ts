/** Who may check out, and the form: its phone numbers, its draft, and a profile that is slow or does not come. */
import {
  asCart,
  asSession,
  atCheckout,
  cartLine,
  confirmButton,
  expect,
  expectConfirmed,
  expectLogged,
  forgive,
  hold,
  ordersOf,
  remember,
  SESSION_KEY,
  signInOver,
  test,
} from "../support/shopper.ts";

const PROFILES = "**/rest/v1/profiles*";
const ORDERS = "**/rest/v1/orders*";

test("without a session: a toast, the sign-in page, and back with the cart afterwards", async ({
  page,
  goods,
  customer,
}) => {
  const { email, password } = await customer();
  const drill = await goods();
  await remember(page, asCart(cartLine(drill)));
  await page.goto("/checkout");
  await expect(page).toHaveURL("/login?returnUrl=/checkout");
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await expect(toast).toContainText("Connexion requise");
  await expect(toast).toContainText("Vous devez être connecté pour finaliser votre commande");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mot de passe").fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByRole("region", { name: "Votre commande" })).toContainText(drill.name);
});

test("an empty cart leads to the cart, also when it is emptied in another tab", async ({
  page,
  context,
  shop,
  goods,
  customer,
}) => {
  const session = asSession(await signInOver(shop, await customer()));
  await remember(page, session);
  await page.goto("/checkout");
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible();

  await remember(page, asCart(cartLine(await goods())));
  await page.goto("/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  const other = await context.newPage();
  await other.goto("/cart");
  await other.getByRole("button", { name: "Vider le panier" }).click();
  await expect(page).toHaveURL("/cart");
  await other.close();

  // Without a word to this tab, as while it sleeps: the press itself finds out.
  const buyer = await customer();
  await atCheckout(page, shop, buyer, cartLine(await goods()));
  await page.evaluate(() => localStorage.removeItem("cart"));
  await confirmButton(page).click();
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await expect(toast).toContainText("ErreurPanier vide");
  await expect(page).toHaveURL("/cart");
  expect(await ordersOf(shop, buyer)).toEqual([]);
});

test("phone numbers are taken in the ways people write them, and sent in one", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  await atCheckout(page, shop, await customer(), cartLine(await goods()));
  const sent: string[] = [];
  await page.route(ORDERS, (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent.push(route.request().postDataJSON().customer_phone);
    return route.fulfill({ status: 400, json: { code: "XX000", message: "no" } });
  });
  const written = [
    "70 12 34 56",
    "+226 70-12-34-56",
    "00226 70123456",
    "(+226) 70.12.34.56",
    "226 70 12 34 56",
  ];
  for (const [index, phone] of written.entries()) {
    await page.getByLabel("Téléphone").fill(phone);
    await confirmButton(page).click();
    await expect.poll(() => sent.length).toBe(index + 1);
    await expect(confirmButton(page)).toBeEnabled();
  }
  await page.getByLabel("Téléphone").fill("+33 6 12 34 56 78");
  await confirmButton(page).click();
  await expect.poll(() => sent.at(-1)).toBe("+33612345678");
  expect(sent.slice(0, -1)).toEqual(written.map(() => "+22670123456"));
  await expect(confirmButton(page)).toBeEnabled();
  await expectLogged(pageErrors, /order: refused/);
  forgive(pageErrors, /status of 400/);
});

test("what was typed survives a reload, belongs to its customer, and is forgotten at sign-out", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const first = await customer();
  await atCheckout(page, shop, first, cartLine(await goods()));
  await page.getByLabel("Prénom").fill("Mariam");
  await page.getByLabel("Téléphone").fill("70 00 11 22");
  await page.getByLabel("Notes").fill("Sonner deux fois");
  await page.reload();
  await expect(page.getByLabel("Prénom")).toHaveValue("Mariam");
  await expect(page.getByLabel("Téléphone")).toHaveValue("70 00 11 22");
  await expect(page.getByLabel("Adresse")).toHaveValue("Patte d'Oie, portail bleu en face de la pharmacie");
  await expect(page.getByLabel("Notes")).toHaveValue("Sonner deux fois");
  await expect(page.getByText("Chargement de votre profil...")).toHaveCount(0);
  await expect(page.getByLabel("Prénom")).toHaveValue("Mariam");

  await page
    .getByRole("banner")
    .getByRole("button", { name: first.email.split("@")[0] ?? "" })
    .hover();
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Mariam");
});

test("another customer's draft is not shown", async ({ page, shop, goods, customer }) => {
  await atCheckout(page, shop, await customer(), cartLine(await goods()));
  await page.getByLabel("Notes").fill("Secret de la première");
  await remember(page, asSession(await signInOver(shop, await customer())));
  await page.goto("/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  await expect(page.getByLabel("Notes")).toHaveValue("");
  await expect(page.getByLabel("Adresse")).toHaveValue("");
});

test("while the profile is on its way the page says so, and keeps what is typed meanwhile", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const profile = await hold(page, PROFILES);
  await remember(page, { ...asCart(cartLine(await goods())), ...asSession(await signInOver(shop, known)) });
  await page.goto("/checkout");
  await expect(page.getByText("Chargement de votre profil...")).toBeVisible();
  await page.getByLabel("Prénom").fill("Mariam");
  await profile.release();
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Sawadogo");
  await expect(page.getByText("Chargement de votre profil...")).toHaveCount(0);
  await expect(page.getByLabel("Prénom")).toHaveValue("Mariam");
});

test("without a profile the form is filled by hand, and a profile that cannot be kept stops no order", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await page.route(PROFILES, (route) => route.fulfill({ status: 400, json: { message: "no" } }));
  await remember(page, { ...asCart(cartLine(await goods())), ...asSession(await signInOver(shop, known)) });
  await page.goto("/checkout");
  await expect(
    page.getByText("Votre profil n'a pas pu être chargé. Vous pouvez remplir le formulaire à la main."),
  ).toBeVisible();
  await page.getByLabel("Prénom").fill("Mariam");
  await page.getByLabel("Nom", { exact: true }).fill("Kaboré");
  await page.getByLabel("Téléphone").fill("70 00 11 22");
  await page.getByLabel("Adresse").fill("Secteur 15, derrière le marché");
  await page.getByLabel("Ville").fill("Koudougou");
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  await expectConfirmed(page, (await ordersOf(shop, known))[0]);
  await expectLogged(pageErrors, /load profile: Error: Erreur base de données: no/);
  await expectLogged(pageErrors, /checkout: the profile was not updated/);
  forgive(pageErrors, /status of 400/);
});

test("an account without a profile gets one", async ({ page, shop, goods, customer }) => {
  const known = await customer();
  await shop.sql`delete from profiles where id = ${known.id}`;
  const session = asSession(await signInOver(shop, known));
  await remember(page, { ...asCart(cartLine(await goods())), ...session });
  await page.goto("/checkout");
  await expect(page.getByLabel("Email")).toHaveValue(known.email);
  await expect(page.getByText("Chargement de votre profil...")).toHaveCount(0);
  const profiles = await shop.sql`select email from profiles where id = ${known.id}`;
  expect([...profiles]).toEqual([{ email: known.email }]);
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).not.toBeNull();
});
