/** The home page on a phone: the controls of the new-arrivals carousel, and brands whose logos fail. */
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { FAILED_LOAD_ERROR } from "#tests/support/e2e/network.ts";
import {
  ADVANCE_MS,
  countScrolls,
  createRange,
  listVisibleItems,
  openWithPausedClock,
} from "#tests/support/e2e/new-arrivals.ts";

const PER_VIEW = 2;

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("the carousel's arrows wrap around, and its button and the keyboard focus pause it", async ({
  page,
}) => {
  const { section, carousel } = await openWithPausedClock(page);
  await section.getByRole("button", { name: "Produits précédents" }).click();
  await expect.poll(() => listVisibleItems(carousel)).toEqual(createRange(8 - PER_VIEW, PER_VIEW));
  await section.getByRole("button", { name: "Produits suivants" }).click();
  await expect.poll(() => listVisibleItems(carousel)).toEqual(createRange(0, PER_VIEW));

  await section.getByRole("button", { name: "Arrêter le défilement" }).click();
  await page.mouse.move(5, 5);
  const stopped = await countScrolls(page);
  await page.clock.runFor(2 * ADVANCE_MS);
  expect(await countScrolls(page)).toBe(stopped);
  await section.getByRole("button", { name: "Relancer le défilement" }).click();
  await page.mouse.move(5, 5);
  await page.clock.runFor(ADVANCE_MS);
  await expect.poll(() => listVisibleItems(carousel)).toEqual(createRange(1, PER_VIEW));

  await page.keyboard.press("Tab");
  await expect(section.getByRole("button", { name: "Produits précédents" })).toBeFocused();
  const focused = await countScrolls(page);
  await page.clock.runFor(2 * ADVANCE_MS);
  expect(await countScrolls(page)).toBe(focused);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the carousel does not advance by itself", async ({ page }) => {
    const { carousel } = await openWithPausedClock(page);
    await page.mouse.move(5, 5);
    await page.clock.runFor(3 * ADVANCE_MS);
    expect(await countScrolls(page)).toBe(0);
    expect(await listVisibleItems(carousel)).toEqual(createRange(0, PER_VIEW));
    await expect(page.getByRole("button", { name: "Arrêter le défilement" })).toBeHidden();
  });
});

test("a brand without a logo, or with a broken one, shows its name", async ({
  page,
  shop,
  onTestEnd,
  pageErrors,
}) => {
  onTestEnd(() => shop.sql`delete from brands where name like 'Essai %'`);
  await shop.sql`
    insert into brands (name, logo) values ('Essai absent', null), ('Essai cassé', '/pictures/missing.svg')`;
  await gotoUncached(page, "/");
  const brands = page.getByRole("region", { name: "Nos marques partenaires" });
  await brands.scrollIntoViewIfNeeded();
  await expect(brands.getByText("Essai absent", { exact: true })).toBeVisible();
  await expect(brands.getByText("Essai cassé", { exact: true })).toBeVisible();
  await expect(brands.getByRole("img", { name: "Essai cassé" })).toBeHidden();
  await expect(brands.getByText("Sahelis", { exact: true })).toBeHidden();
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});
