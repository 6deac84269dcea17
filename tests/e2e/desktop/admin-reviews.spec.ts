/**
 * Admin product reviews: searched, read, published, unpublished and deleted, one by one or several at once.
 */
import type { Page } from "@playwright/test";
import { expectScreen, getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { expectVisibleFocus, focusByTab, pressEnterOn, pressKey } from "#tests/support/e2e/keyboard.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import type { Shop } from "#tests/support/shop.ts";

const REVIEWS_PATH = "/admin/reviews";

const getCheckbox = (page: Page, author: string) =>
  page.getByRole("checkbox", { name: `Choisir l'avis : ${author}` });
const getButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

interface NewReview {
  name: string;
  comment?: string;
  title?: string | null;
  is_published?: boolean;
  is_verified?: boolean;
}

/** Inserts reviews of a product, the first one the newest. */
async function createReviews({ sql }: Shop, product: { id: string }, ...reviews: NewReview[]): Promise<void> {
  const common = { product_id: product.id, email: "awa@exemple.bf", rating: 4.5, title: null };
  const values = reviews.map((review, index) => ({
    ...common,
    comment: `Tient bien dans la main, je recommande (${review.name})`,
    is_published: false,
    is_verified: false,
    created_at: new Date(Date.now() - index * 60_000),
    ...review,
  }));
  await sql`insert into product_reviews ${sql(values)}`;
}

test("reviews are searched and filtered by the URL, read in full, published and unpublished", {
  tag: "@long",
}, async ({ page, shop, createProduct, administrator, request }) => {
  const drill = await createProduct();
  const comment = `Solide et précise. ${"Elle perce tout ce que je lui donne. ".repeat(8)}Fin de l'avis.`;
  await createReviews(
    shop,
    drill,
    { name: "Awa Traoré", title: "Très contente", comment },
    { name: "Moussa Zongo", is_published: true, is_verified: true },
  );
  await openAdmin(page, shop, await administrator());
  await page.getByRole("button", { name: /^En attente/ }).click();
  await page.getByRole("link", { name: /^Avis à modérer/ }).click();
  await expect(page).toHaveURL(`${REVIEWS_PATH}?status=pending`);
  await expectScreen(page, "Avis produits");
  await expect(page.getByRole("combobox", { name: "État" })).toHaveValue("pending");
  await page.getByRole("searchbox", { name: "Rechercher un avis" }).fill(drill.name);
  await expect(getListRows(page)).toHaveCount(1);
  for (const text of [drill.name, "Très contente", "Awa Traoré", "À modérer"]) {
    await expect(getListRows(page)).toContainText(text);
  }
  await expect(getListRows(page).getByRole("img", { name: "4,5 sur 5" })).toBeVisible();
  await expect(getListRows(page)).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await getListRows(page).getByRole("button", { name: "Lire la suite" }).click();
  await expect(getListRows(page).getByText("Fin de l'avis.")).toBeInViewport();
  await getButton(page, "Publier : Awa Traoré").click();
  await expect(getToasts(page).first()).toContainText("Avis publié");
  await expect(page.getByText("Aucun avis ne correspond à cette recherche.")).toBeVisible();
  await expect
    .poll(async () => (await request.get(`/product/${drill.slug}`)).text())
    .toContain("Très contente");

  await page.getByRole("combobox", { name: "État" }).selectOption({ label: "Publiés" });
  await expect(page).toHaveURL(/status=published/);
  await expect(getListRows(page)).toHaveCount(2);
  await expect(getListRows(page).filter({ hasText: "Moussa" })).toContainText("Achat vérifié");
  await page.getByRole("combobox", { name: "État" }).selectOption({ label: "Tous les avis" });
  await expect(page).not.toHaveURL(/status/);
  await page.getByRole("searchbox", { name: "Rechercher un avis" }).fill("precise. elle perce");
  await expect(getListRows(page)).toHaveCount(1);
  await getButton(page, "Dépublier : Awa Traoré").press("Enter");
  await expect(getListRows(page)).toContainText("À modérer");
  await expect(getButton(page, "Publier : Awa Traoré")).toBeFocused();
  const [product] = await shop.sql`select review_count from products where id = ${drill.id}`;
  expect(product).toEqual({ review_count: 1 });
});

test("several reviews are published, unpublished and deleted at once, and new ones appear live", async ({
  page,
  shop,
  createProduct,
  administrator,
}) => {
  const drill = await createProduct();
  await createReviews(shop, drill, { name: "Awa" }, { name: "Binta" }, { name: "Chantal" });
  await openAdmin(
    page,
    shop,
    await administrator(),
    `${REVIEWS_PATH}?search=${encodeURIComponent(drill.name)}`,
  );
  await expect(getListRows(page)).toHaveCount(3);
  const chosen = page.getByRole("region", { name: "Avis choisis" });
  await getCheckbox(page, "Awa").check();
  await expect(chosen).toContainText("1 avis choisi");
  await getCheckbox(page, "Binta").check();
  await expect(chosen).toContainText("2 avis choisis");
  await chosen.getByRole("button", { name: "Publier", exact: true }).click();
  await expect(getToasts(page).first()).toContainText("2 avis publiés");
  await expect(chosen).toHaveCount(0);
  await expect(getListRows(page).filter({ hasText: "Publié" })).toHaveCount(2);

  await page.getByRole("checkbox", { name: "Choisir toute la page" }).check();
  await expect(chosen).toContainText("3 avis choisis");
  await chosen.getByRole("button", { name: "Dépublier" }).press("Enter");
  await expect(getListRows(page).filter({ hasText: "À modérer" })).toHaveCount(3);

  await createReviews(shop, drill, { name: "Djamila" });
  await expect(getListRows(page)).toHaveCount(4);
  await expect(getListRows(page).first()).toContainText("Djamila");

  await page.getByRole("checkbox", { name: "Choisir toute la page" }).check();
  await getCheckbox(page, "Djamila").uncheck();
  await chosen.getByRole("button", { name: "Supprimer" }).press("Enter");
  const confirmDialog = page.getByRole("dialog", { name: "Supprimer 3 avis ?" });
  await confirmDialog.getByRole("button", { name: "Supprimer" }).click();
  await expect(getToasts(page).first()).toContainText("3 avis supprimés");
  await expect(getListRows(page)).toHaveCount(1);
  const left = await shop.sql`select name from product_reviews where product_id = ${drill.id}`;
  expect([...left]).toEqual([{ name: "Djamila" }]);
});

test("by keyboard alone the focus is never lost from one review to the next", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  administrator,
}) => {
  const drill = await createProduct();
  await createReviews(shop, drill, { name: "Awa" }, { name: "Binta" }, { name: "Chantal" });
  await openAdmin(
    page,
    shop,
    await administrator(),
    `${REVIEWS_PATH}?status=pending&search=${encodeURIComponent(drill.name)}`,
  );
  await pressEnterOn(page, getButton(page, "Publier : Awa"));
  await expect(getListRows(page)).toHaveCount(2);
  await expect(getButton(page, "Publier : Binta")).toBeFocused();
  await pressKey(page, "Enter");
  await expect(getListRows(page)).toHaveCount(1);
  await pressEnterOn(page, getButton(page, "Supprimer : Chantal"));
  await pressKey(page, "Escape");
  await expect(getButton(page, "Supprimer : Chantal")).toBeFocused();
  await focusByTab(page, getCheckbox(page, "Chantal"), "Shift+Tab");
  await page.keyboard.press("Space");
  await pressEnterOn(
    page,
    page.getByRole("region", { name: "Avis choisis" }).getByRole("button", { name: "Publier", exact: true }),
  );
  await expect(page.getByText("Aucun avis ne correspond à cette recherche.")).toBeVisible();
  await expectVisibleFocus(page);
  const [published] = await shop.sql`
    select count(*)::int from product_reviews where product_id = ${drill.id} and is_published`;
  expect(published).toEqual({ count: 3 });
});
