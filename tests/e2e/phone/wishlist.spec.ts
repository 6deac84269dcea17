/** Hearts on a phone: on cards and on a product, in the list, and carried into an account. */
import type { Page } from "@playwright/test";
import { expect, type StoredProduct, test } from "../support/shopper.ts";

const heartOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("main").getByRole("button", {
    name: new RegExp(`^(Ajouter ${name} à|Retirer ${name} de) ma liste de souhaits$`),
  });
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const cards = (page: Page) => page.getByRole("main").getByRole("article");
const empty = (page: Page) => page.getByRole("heading", { name: "Votre liste de souhaits est vide" });
const searched = ({ name }: StoredProduct) => `/products?search=${encodeURIComponent(name)}`;
/** Takes the only toast from what it covers. */
const closeToast = (page: Page) =>
  toasts(page).getByRole("button", { name: "Fermer la notification" }).click();
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
  await closeToast(page);
  await heart.click();
  await toasts(page).getByRole("link", { name: "Voir la liste" }).click();

  await expect(page).toHaveURL("/wishlist");
  await expect(page.getByText("Votre liste est gardée sur cet appareil.")).toBeVisible();
  await expect(cards(page).getByRole("heading")).toHaveText(drill.name);
  await expect(page.getByText("1 produit", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Ajouter au panier : ${drill.name}` }).click();
  await expect(page.getByRole("banner").getByTestId("cart-count")).toHaveText("1");
  await closeToast(page);
  await heart.click();
  await expect(empty(page)).toBeVisible();
  await toasts(page).getByRole("button", { name: "Annuler" }).click();
  await expect(cards(page).getByRole("heading")).toHaveText(drill.name);
});

test("a heart is large enough for a thumb and lies on no badge", async ({ page }) => {
  for (const path of ["/", "/products", "/promotions"]) {
    await page.goto(path);
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
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "false");
  await page.goto("/wishlist");
  await expect(empty(page)).toBeVisible();
});
