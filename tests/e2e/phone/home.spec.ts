/** The home page on a phone: the controls of its strip of new arrivals, and brands whose logos do not come. */
import { ADVANCE_MS, from, movements, openWithStoppedClock, shown } from "../support/new-arrivals.ts";
import { expect, FAILED_LOAD, forgive, fresh, test } from "../support/storefront.ts";

const PER_VIEW = 2;

test("the strip's arrows go round both ends, and its button and the keyboard's focus stop it", async ({
  page,
}) => {
  const { section, strip } = await openWithStoppedClock(page);
  await section.getByRole("button", { name: "Produits précédents" }).click();
  await expect.poll(() => shown(strip)).toEqual(from(8 - PER_VIEW, PER_VIEW));
  await section.getByRole("button", { name: "Produits suivants" }).click();
  await expect.poll(() => shown(strip)).toEqual(from(0, PER_VIEW));

  await section.getByRole("button", { name: "Arrêter le défilement" }).click();
  await page.mouse.move(5, 5);
  const stopped = await movements(page);
  await page.clock.runFor(2 * ADVANCE_MS);
  expect(await movements(page)).toBe(stopped);
  await section.getByRole("button", { name: "Relancer le défilement" }).click();
  await page.mouse.move(5, 5);
  await page.clock.runFor(ADVANCE_MS);
  await expect.poll(() => shown(strip)).toEqual(from(1, PER_VIEW));

  await page.keyboard.press("Tab");
  await expect(section.getByRole("button", { name: "Produits précédents" })).toBeFocused();
  const focused = await movements(page);
  await page.clock.runFor(2 * ADVANCE_MS);
  expect(await movements(page)).toBe(focused);
});

test.describe("for a visitor who asked for less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the strip stays where it is", async ({ page }) => {
    const { strip } = await openWithStoppedClock(page);
    await page.mouse.move(5, 5);
    await page.clock.runFor(3 * ADVANCE_MS);
    expect(await movements(page)).toBe(0);
    expect(await shown(strip)).toEqual(from(0, PER_VIEW));
    await expect(page.getByRole("button", { name: "Arrêter le défilement" })).toBeHidden();
  });
});

test("a brand without a logo, or with one that fails, shows its name", async ({
  page,
  shop,
  undo,
  pageErrors,
}) => {
  undo(() => shop.sql`delete from brands where name like 'Essai %'`);
  await shop.sql`
    insert into brands (name, logo) values ('Essai absent', null), ('Essai cassé', '/pictures/missing.svg')`;
  await page.goto(fresh("/"));
  const brands = page.getByRole("region", { name: "Nos marques partenaires" });
  await brands.scrollIntoViewIfNeeded();
  await expect(brands.getByText("Essai absent", { exact: true })).toBeVisible();
  await expect(brands.getByText("Essai cassé", { exact: true })).toBeVisible();
  await expect(brands.getByRole("img", { name: "Essai cassé" })).toBeHidden();
  await expect(brands.getByText("Sahelis", { exact: true })).toBeHidden();
  forgive(pageErrors, FAILED_LOAD);
});
