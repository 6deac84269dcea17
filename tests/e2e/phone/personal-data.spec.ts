/** «Mes données» on a phone: the copy is a file, and an erased account leaves nothing in the browser. */
import { readFile } from "node:fs/promises";
import { setLocalStorage, signInOverApi, toSessionEntry } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";

test("a customer downloads a copy, and erases the account", async ({ page, shop, customer }) => {
  const account = await customer();
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, account)));
  await page.goto("/account/personal-data");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Télécharger une copie" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^mes-donnees-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({
    comptes: [{ email: account.email }],
    appareils_connus: [{ appareil: expect.any(String) }],
  });

  await page.getByLabel("Votre mot de passe").fill(account.password);
  await page.getByRole("button", { name: "Effacer mon compte pour toujours" }).click();
  await expect(getToasts(page)).toContainText(["Compte effacé"]);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Connexion" })).toBeVisible();
  expect(await shop.sql`select from auth.users where id = ${account.id}`).toHaveLength(0);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => key.includes("auth-token"))).toEqual([]);
});
