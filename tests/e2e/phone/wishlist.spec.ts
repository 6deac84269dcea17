/** Hearts on a phone and on a desktop: on cards and on a product, in the list, and carried into an account. */
import type { Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import {
  asSession,
  asWishlist,
  expect,
  expectLogged,
  forgive,
  type Goods,
  hold,
  remember,
  signInOver,
  test,
} from "../support/shopper.ts";
import { FAILED_LOAD, settled } from "../support/storefront.ts";

const heartOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("main").getByRole("button", {
    name: new RegExp(`^(Ajouter ${name} à|Retirer ${name} de) ma liste de souhaits$`),
  });
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const cards = (page: Page) => page.getByRole("main").getByRole("article");
const empty = (page: Page) => page.getByRole("heading", { name: "Votre liste de souhaits est vide" });
const searched = ({ name }: Goods) => `/products?search=${encodeURIComponent(name)}`;
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("wishlist"));

test("a visitor's hearts are on cards, on the product and in the list, and can be taken back", async ({
  page,
  goods,
}) => {
  const drill = await goods();
  await page.goto(searched(drill));
  const heart = heartOf(page, drill);
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  const card = await cards(page).first().boundingBox();
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(heart).toHaveAccessibleName(`Retirer ${drill.name} de ma liste de souhaits`);
  expect(await cards(page).first().boundingBox()).toEqual(card);
  const added = toasts(page).getByRole("listitem").filter({ hasText: "Ajouté à votre liste" });
  await expect(added).toContainText(drill.name);
  expect(JSON.parse((await stored(page)) ?? "")).toEqual({ version: 1, ids: [drill.id] });

  await page.goto(`/product/${drill.slug}`);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => stored(page)).toBeNull();
  await heart.click();
  await toasts(page).getByRole("link", { name: "Voir la liste" }).click();

  await expect(page).toHaveURL("/wishlist");
  await expect(page.getByText("Votre liste est gardée sur cet appareil.")).toBeVisible();
  await expect(cards(page).getByRole("heading")).toHaveText(drill.name);
  await expect(page.getByText("1 produit", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Ajouter au panier : ${drill.name}` }).click();
  await expect(page.getByRole("banner").getByTestId("cart-count")).toHaveText("1");
  await heart.click();
  await expect(empty(page)).toBeVisible();
  await toasts(page).getByRole("button", { name: "Annuler" }).click();
  await expect(cards(page).getByRole("heading")).toHaveText(drill.name);
  await heart.click();
  await page.getByRole("link", { name: "Découvrir nos produits" }).click();
  await expect(page).toHaveURL("/products");
});

test("a heart is large enough for a thumb and lies on no badge", async ({ page }) => {
  for (const path of ["/", "/products", "/promotions"]) {
    await page.goto(path);
    await settled(page);
    const measured = await cards(page).evaluateAll((all) =>
      all.map((card) => {
        const place = card.querySelector("button[aria-pressed]")?.getBoundingClientRect();
        const badges = [...card.querySelectorAll("p:first-of-type > span")].map((badge) =>
          badge.getBoundingClientRect(),
        );
        return {
          width: place?.width ?? 0,
          height: place?.height ?? 0,
          covers: badges.some((badge) => place && badge.right > place.left && badge.top < place.bottom),
          inside: place ? place.right <= card.getBoundingClientRect().right : false,
        };
      }),
    );
    expect(measured.length).toBeGreaterThan(3);
    for (const heart of measured)
      expect(heart).toEqual({ width: 44, height: 44, covers: false, inside: true });
  }
});

test("everything about hearts works by keyboard, and the focus is never lost", async ({ page, goods }) => {
  const [drill, pipe] = [await goods(), await goods()];
  await remember(page, asWishlist(drill, pipe));
  await page.goto(searched(drill));
  const heart = heartOf(page, drill);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: `Ajouter au panier : ${drill.name}` }).focus();
  await page.keyboard.press("Tab");
  await expect(heart).toBeFocused();
  await page.keyboard.press("Space");
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await expect(toasts(page)).toContainText("Retiré de votre liste");
  await page.keyboard.press("Enter");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(heart).toBeFocused();

  await page.getByRole("contentinfo").getByRole("link", { name: "Liste de souhaits" }).focus();
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(2);
  await heartOf(page, pipe).focus();
  await page.keyboard.press("Enter");
  await expect(cards(page).getByRole("heading")).toHaveText([drill.name]);
  await expect(page.getByText("1 produit", { exact: true })).toBeFocused();
});

test("at sign-in the visitor's hearts go into the account; at sign-out none are left", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const [drill, pipe, known] = [await goods(), await goods(), await customer()];
  await shop.sql`insert into wishlist_items (user_id, product_id) values (${known.id}, ${pipe.id})`;
  await page.goto(searched(drill));
  await heartOf(page, drill).click();
  await expect(toasts(page)).toContainText("Ajouté à votre liste");
  await page.goto("/wishlist");
  await page.getByRole("link", { name: "Connectez-vous" }).click();
  const form = page.getByRole("tabpanel", { name: "Connexion" });
  await form.getByLabel("Email").fill(known.email);
  await form.getByLabel("Mot de passe").fill(known.password);
  await form.getByRole("button", { name: "Se connecter" }).click();

  await expect(page).toHaveURL("/wishlist");
  await expect(cards(page).getByRole("heading")).toHaveText([drill.name, pipe.name]);
  await expect(page.getByText("Votre liste est gardée sur cet appareil.")).toHaveCount(0);
  await expect.poll(() => stored(page)).toBeNull();
  await heartOf(page, pipe).click();
  await expect(cards(page)).toHaveCount(1);
  await expect
    .poll(async () => {
      const rows = await shop.sql`select product_id from wishlist_items where user_id = ${known.id}`;
      return rows.map((row) => row.product_id);
    })
    .toEqual([drill.id]);

  await page.goto(searched(drill));
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "true");
  const account = page.getByRole("banner").getByRole("button", { name: known.email.split("@")[0] ?? "" });
  await account.focus();
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page.getByRole("banner").getByText("Connexion")).toBeVisible();
  await page.goto(searched(drill));
  await settled(page);
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "false");
  await page.goto("/wishlist");
  await expect(empty(page)).toBeVisible();
});

test("a long list comes in pages, newest first", async ({ page, shop, customer }) => {
  const known = await customer();
  await shop.sql`
    insert into wishlist_items (user_id, product_id, created_at)
    select ${known.id}, id, now() - (row_number() over (order by name)) * interval '1 hour'
    from products order by name limit 30`;
  const wished = await shop.sql<{ name: string }[]>`
    select p.name from wishlist_items w join products p on p.id = w.product_id
    where w.user_id = ${known.id} order by w.created_at desc`;
  const names = wished.map(({ name }) => name);
  await remember(page, asSession(await signInOver(shop, known)));
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/wishlist_items.*products/.test(request.url())) asked.push(request.url());
  });
  await page.goto("/wishlist");
  await expect(cards(page).getByRole("heading")).toHaveText(names.slice(0, 24));
  await expect(page.getByText("30 produits", { exact: true })).toBeVisible();
  expect(asked.every((url) => url.includes("limit=24"))).toBe(true);

  // One that goes does not make the next page jump over another.
  await cards(page)
    .first()
    .getByRole("button", { name: /^Retirer/ })
    .click();
  await expect(page.getByText("29 produits", { exact: true })).toBeVisible();
  await expect(toasts(page)).toContainText("Retiré de votre liste");
  const next = await hold(page, /wishlist_items.*products/);
  await page.getByRole("button", { name: "Voir plus" }).click();
  await expect(page.locator("[data-skeleton=product]").first()).toBeVisible();
  await next.release();
  await expect(cards(page).getByRole("heading")).toHaveText(names.slice(1));
  await expect(page.getByRole("button", { name: "Voir plus" })).toHaveCount(0);
});

test("a list that cannot be read says so and can be asked for again", async ({ page, goods, pageErrors }) => {
  const drill = await goods();
  await remember(page, asWishlist(drill));
  let broken = true;
  await page.route("**/rest/v1/products?*", (route) =>
    broken ? route.fulfill({ status: 500, json: { message: "broken" } }) : route.continue(),
  );
  await page.goto("/wishlist");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Impossible de charger votre liste de souhaits.");
  await expectNoFindings(page);
  await expectLogged(pageErrors, /wishlist: the products could not be read/);
  forgive(pageErrors, FAILED_LOAD);
  broken = false;
  await alert.getByRole("button", { name: "Réessayer" }).click();
  await expect(cards(page).getByRole("heading")).toHaveText(drill.name);
  await expect(alert).toHaveCount(0);
});

test("a heart goes back when the shop refuses it, and says so", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const [drill, known] = [await goods(), await customer()];
  await remember(page, asSession(await signInOver(shop, known)));
  await page.goto(searched(drill));
  await expect(
    page.getByRole("banner").getByRole("button", { name: known.email.split("@")[0] ?? "" }),
  ).toBeVisible();
  const answer = await hold(page, "**/rpc/add_to_wishlist");
  const heart = heartOf(page, drill);
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await shop.sql`delete from products where id = ${drill.id}`;
  await answer.release();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  const alert = toasts(page).getByRole("alert");
  await expect(alert).toContainText("Erreur");
  await expect(alert).toContainText("Impossible de modifier votre liste de souhaits");
  await expectNoFindings(page);
  await expectLogged(pageErrors, /wishlist: not changed/);
});

test("axe finds nothing in hearts and in the list", async ({ page, goods }) => {
  const drill = await goods();
  await page.goto("/wishlist");
  await expect(empty(page)).toBeVisible();
  await expectNoFindings(page);
  const code = await hold(page, "**/rest/v1/products?*");
  await page.goto(`/product/${drill.slug}`);
  await heartOf(page, drill).click();
  await expect(toasts(page).getByRole("link", { name: "Voir la liste" })).toBeVisible();
  await expectNoFindings(page);
  await page.goto("/wishlist");
  await expect(page.getByText("Chargement de votre liste de souhaits...")).toBeAttached();
  await expectNoFindings(page);
  await code.release();
  await expect(cards(page)).toHaveCount(1);
  await expectNoFindings(page);
});
