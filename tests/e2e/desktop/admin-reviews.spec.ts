/** «Avis produits»: what customers wrote is found, read, published, taken back and deleted, one by one or several at once. */
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { toasts } from "../support/account.ts";
import { enter, expectFocusInSight, press, reach } from "../support/keyboard.ts";
import { expect, expectScreen, listRows, openOffice, test } from "../support/office.ts";

const REVIEWS = "/admin/reviews";

const choose = (page: Page, author: string) =>
  page.getByRole("checkbox", { name: `Choisir l'avis : ${author}` });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

interface NewReview {
  name: string;
  comment?: string;
  title?: string | null;
  is_published?: boolean;
  is_verified?: boolean;
}

/** Reviews of a product, the first one the newest. */
async function write({ sql }: Shop, product: { id: string }, ...reviews: NewReview[]): Promise<void> {
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

test("reviews are found and filtered in the address, read in full, published and taken back", async ({
  page,
  shop,
  goods,
  administrator,
  request,
}) => {
  const drill = await goods();
  const comment = `Solide et précise. ${"Elle perce tout ce que je lui donne. ".repeat(8)}Fin de l'avis.`;
  await write(
    shop,
    drill,
    { name: "Awa Traoré", title: "Très contente", comment },
    { name: "Moussa Zongo", is_published: true, is_verified: true },
  );
  await openOffice(page, shop, await administrator());
  await page.getByRole("button", { name: /^En attente/ }).click();
  await page.getByRole("link", { name: /^Avis à modérer/ }).click();
  await expect(page).toHaveURL(`${REVIEWS}?status=pending`);
  await expectScreen(page, "Avis produits");
  await expect(page.getByRole("combobox", { name: "État" })).toHaveValue("pending");
  await page.getByRole("searchbox", { name: "Rechercher un avis" }).fill(drill.name);
  await expect(listRows(page)).toHaveCount(1);
  for (const text of [drill.name, "Très contente", "Awa Traoré", "À modérer"]) {
    await expect(listRows(page)).toContainText(text);
  }
  await expect(listRows(page).getByRole("img", { name: "4,5 sur 5" })).toBeVisible();
  await expect(listRows(page)).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await listRows(page).getByRole("button", { name: "Lire la suite" }).click();
  await expect(listRows(page).getByText("Fin de l'avis.")).toBeInViewport();
  await button(page, "Publier : Awa Traoré").click();
  await expect(toasts(page).first()).toContainText("Avis publié");
  await expect(page.getByText("Aucun avis ne correspond à cette recherche.")).toBeVisible();
  await expect
    .poll(async () => (await request.get(`/product/${drill.slug}`)).text())
    .toContain("Très contente");

  await page.getByRole("combobox", { name: "État" }).selectOption({ label: "Publiés" });
  await expect(page).toHaveURL(/status=published/);
  await expect(listRows(page)).toHaveCount(2);
  await expect(listRows(page).filter({ hasText: "Moussa" })).toContainText("Achat vérifié");
  await page.getByRole("combobox", { name: "État" }).selectOption({ label: "Tous les avis" });
  await expect(page).not.toHaveURL(/status/);
  await page.getByRole("searchbox", { name: "Rechercher un avis" }).fill("precise. elle perce");
  await expect(listRows(page)).toHaveCount(1);
  await button(page, "Dépublier : Awa Traoré").press("Enter");
  await expect(listRows(page)).toContainText("À modérer");
  await expect(button(page, "Publier : Awa Traoré")).toBeFocused();
  const [product] = await shop.sql`select review_count from products where id = ${drill.id}`;
  expect(product).toEqual({ review_count: 1 });
});

test("several are published, taken back and deleted at once, and new ones appear by themselves", async ({
  page,
  shop,
  goods,
  administrator,
}) => {
  const drill = await goods();
  await write(shop, drill, { name: "Awa" }, { name: "Binta" }, { name: "Chantal" });
  await openOffice(page, shop, await administrator(), `${REVIEWS}?search=${encodeURIComponent(drill.name)}`);
  await expect(listRows(page)).toHaveCount(3);
  const chosen = page.getByRole("region", { name: "Avis choisis" });
  await choose(page, "Awa").check();
  await expect(chosen).toContainText("1 avis choisi");
  await choose(page, "Binta").check();
  await expect(chosen).toContainText("2 avis choisis");
  await chosen.getByRole("button", { name: "Publier", exact: true }).click();
  await expect(toasts(page).first()).toContainText("2 avis publiés");
  await expect(chosen).toHaveCount(0);
  await expect(listRows(page).filter({ hasText: "Publié" })).toHaveCount(2);

  await page.getByRole("checkbox", { name: "Choisir toute la page" }).check();
  await expect(chosen).toContainText("3 avis choisis");
  await chosen.getByRole("button", { name: "Dépublier" }).press("Enter");
  await expect(listRows(page).filter({ hasText: "À modérer" })).toHaveCount(3);

  await write(shop, drill, { name: "Djamila" });
  await expect(listRows(page)).toHaveCount(4);
  await expect(listRows(page).first()).toContainText("Djamila");

  await page.getByRole("checkbox", { name: "Choisir toute la page" }).check();
  await choose(page, "Djamila").uncheck();
  await chosen.getByRole("button", { name: "Supprimer" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Supprimer 3 avis ?" });
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(toasts(page).first()).toContainText("3 avis supprimés");
  await expect(listRows(page)).toHaveCount(1);
  const left = await shop.sql`select name from product_reviews where product_id = ${drill.id}`;
  expect([...left]).toEqual([{ name: "Djamila" }]);
});

test("by keyboard alone: one after the other, and the focus is never lost", async ({
  page,
  shop,
  goods,
  administrator,
}) => {
  const drill = await goods();
  await write(shop, drill, { name: "Awa" }, { name: "Binta" }, { name: "Chantal" });
  await openOffice(
    page,
    shop,
    await administrator(),
    `${REVIEWS}?status=pending&search=${encodeURIComponent(drill.name)}`,
  );
  await enter(page, button(page, "Publier : Awa"));
  await expect(listRows(page)).toHaveCount(2);
  await expect(button(page, "Publier : Binta")).toBeFocused();
  await press(page, "Enter");
  await expect(listRows(page)).toHaveCount(1);
  await enter(page, button(page, "Supprimer : Chantal"));
  await press(page, "Escape");
  await expect(button(page, "Supprimer : Chantal")).toBeFocused();
  await reach(page, choose(page, "Chantal"), "Shift+Tab");
  await page.keyboard.press("Space");
  await enter(
    page,
    page.getByRole("region", { name: "Avis choisis" }).getByRole("button", { name: "Publier", exact: true }),
  );
  await expect(page.getByText("Aucun avis ne correspond à cette recherche.")).toBeVisible();
  await expectFocusInSight(page);
  const [published] = await shop.sql`
    select count(*)::int from product_reviews where product_id = ${drill.id} and is_published`;
  expect(published).toEqual({ count: 3 });
});
