/** The warnings above the cart take turns every five seconds, and stop for who wants to read or asked for calm. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const WARNINGS = [
  /Ne payez jamais en dehors de nos moyens de paiement officiels/,
  /Vérifiez l'authenticité du site/,
  /Ne donnez jamais d'informations personnelles.* par téléphone/,
];

const banner = (page: Page) => page.getByRole("region", { name: "Mises en garde contre les arnaques" });
const shown = (page: Page) => banner(page).getByRole("paragraph").locator("visible=true");

/** The cart with its clock stopped, just after a warning has come. */
async function openAtTurn(page: Page): Promise<string> {
  await page.clock.install();
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const before = await shown(page).innerText();
  for (let tick = 0; tick < 50 && (await shown(page).innerText()) === before; tick += 1)
    await page.clock.runFor(100);
  return shown(page).innerText();
}

test("three warnings, a new one every five seconds", async ({ page }) => {
  const first = await openAtTurn(page);
  const seen = [first];
  for (const _turn of WARNINGS) {
    await page.clock.runFor(4800);
    await expect(shown(page)).toHaveText([seen.at(-1) ?? ""]);
    await page.clock.runFor(200);
    await expect(shown(page)).not.toHaveText([seen.at(-1) ?? ""]);
    seen.push(await shown(page).innerText());
  }
  expect(seen[3]).toBe(first);
  for (const warning of WARNINGS) expect(seen.filter((text) => warning.test(text)).length).toBeGreaterThan(0);
});

test("they wait while one is pointed at or stopped, and can be turned by hand", async ({ page }) => {
  const first = await openAtTurn(page);
  await banner(page).hover();
  await page.clock.runFor(15_000);
  await expect(shown(page)).toHaveText([first]);

  await banner(page).getByRole("button", { name: "Arrêter le défilement" }).click();
  await page.getByRole("heading", { level: 1 }).click();
  await page.clock.runFor(15_000);
  await expect(shown(page)).toHaveText([first]);

  await banner(page).getByRole("button", { name: "Mise en garde suivante" }).click();
  await expect(shown(page)).not.toHaveText([first]);
});

test("they stand still for who asked for less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("/cart");
  await expect(page.getByRole("button", { name: "Reprendre le défilement" })).toBeVisible();
  const first = await shown(page).innerText();
  await page.clock.runFor(15_000);
  await expect(shown(page)).toHaveText([first]);
});
