/** What the search proposes while someone types, by finger, mouse and keyboard. */
import type { Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import { expect, FAILED_LOAD, forgive, settled, test } from "../support/storefront.ts";

const box = (page: Page) => page.getByLabel("Rechercher un produit");
const options = (page: Page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");

test("a mistyped word proposes the product, and a press leads to it", async ({ page, goods }) => {
  const { name, slug } = await goods.add({ name: "Pergolette" });
  await page.goto("/");
  await settled(page);
  await box(page).pressSequentially("pergollete");
  await expect(options(page).filter({ hasText: name })).toContainText("10 000 XOF");
  await expectNoFindings(page);
  await options(page).filter({ hasText: name }).click();
  await expect(page).toHaveURL(`/product/${slug}`);
  await expect(options(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue("");
});

test("by keyboard: down into the list, round it, Escape out of it, Enter to the choice", async ({
  page,
  goods,
}) => {
  const { name, slug } = await goods.add({ name: "Tournebroche", reference: "TBR-1" });
  await page.goto("/");
  await settled(page);
  const field = box(page);
  await field.pressSequentially("TBR-1");
  await expect(options(page)).toHaveCount(2);
  await expect(page.getByRole("status").filter({ hasText: "2 suggestions" })).toBeAttached();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await field.press("ArrowDown");
  await expect(page.getByRole("option", { selected: true })).toContainText(name);
  const active = await field.getAttribute("aria-activedescendant");
  expect(await page.getByRole("option", { selected: true }).getAttribute("id")).toBe(active);
  await field.press("ArrowUp");
  await expect(page.getByRole("option", { selected: true })).toHaveCount(0);
  await field.press("ArrowUp");
  await expect(page.getByRole("option", { selected: true })).toContainText("Tous les résultats");
  await field.press("Escape");
  await expect(options(page)).toHaveCount(0);
  await expect(field).toHaveValue("TBR-1");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(`/product/${slug}`);
});

test("Enter without a choice searches as ever, and a category is proposed by its name", async ({ page }) => {
  await page.goto("/");
  await settled(page);
  await box(page).pressSequentially("plomb");
  await expect(options(page).first()).toContainText("Dans la catégorie Plomberie");
  await box(page).press("Enter");
  await expect(page).toHaveURL(/\/products\?search=plomb$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText('Résultats pour "plomb"');
  await expect(options(page)).toHaveCount(0);
});

test("a search that finds nothing shows what may have been meant", async ({ page, goods }) => {
  const { name } = await goods.add({ name: "Echafaudette" });
  await page.goto("/products?search=chafaudettte");
  await expect(page.getByText("Aucun produit trouvé")).toBeVisible();
  const meant = page.getByRole("region", { name: "Vous cherchiez peut-être" });
  await expect(meant.getByRole("link", { name })).toBeVisible();
});

test("when proposals fail, the search goes on", async ({ page, pageErrors }) => {
  await page.route("**/search-suggestions**", (route) => route.abort());
  await page.goto("/");
  await settled(page);
  const asked = page.waitForRequest("**/search-suggestions**");
  await box(page).pressSequentially("ciment");
  await asked;
  await box(page).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText('Résultats pour "ciment"');
  forgive(pageErrors, FAILED_LOAD);
});
