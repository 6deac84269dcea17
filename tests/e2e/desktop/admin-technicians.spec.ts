/** Admin technicians: a technician is published, then found, edited and deleted by keyboard. */
import type { Page } from "@playwright/test";
import { expectScreen, getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import {
  expectVisibleFocus,
  focusByTab,
  pressEnterOn,
  pressKey,
  typeInto,
} from "#tests/support/e2e/keyboard.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";

const LIST = "/admin/technicians";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const optional = (page: Page, label: string) => field(page, `${label} (facultatif)`);

test("a technician is created and shown to the public", async ({
  page,
  shop,
  administrator,
  technicians,
}) => {
  await openAdmin(page, shop, await administrator(), LIST);
  await expectScreen(page, "Techniciens");
  await page.getByRole("link", { name: "Ajouter un technicien" }).click();
  await field(page, "Nom").fill(`Téné Ouédraogo ${technicians.uniqueWord}`);
  await field(page, "Spécialité").click();
  const slug = `tene-ouedraogo-${technicians.uniqueWord}`;
  await expect(field(page, "Slug")).toHaveValue(slug);
  await field(page, "Spécialité").fill("Électricité");
  await field(page, "Description").fill("Installe et répare.");
  await page.getByLabel("Technicien vérifié").check();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(getToasts(page).first()).toContainText("Technicien ajouté");
  await expect(page).toHaveURL(LIST);
  await page.goto(`/technician/${slug}`);
  await expect(page.getByText("Technicien vérifié par notre équipe")).toBeVisible();
  await expect(page.getByText("100+")).toBeVisible();
});

test("a technician is found, edited and deleted by keyboard alone", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
  technicians,
}) => {
  const ali = await technicians.add();
  await openAdmin(page, shop, await administrator(), LIST);
  await typeInto(
    page,
    page.getByRole("searchbox", { name: "Rechercher un technicien" }),
    technicians.uniqueWord,
  );
  await page.keyboard.press("Enter");
  await expect(getListRows(page)).toHaveCount(1);
  await pressEnterOn(page, page.getByRole("link", { name: `Modifier ${ali.name}` }));
  await typeInto(page, optional(page, "Localisation"), "Kaya");
  await focusByTab(page, page.getByLabel("Technicien vérifié"));
  await page.keyboard.press("Space");
  await pressEnterOn(page, optional(page, "Note (0 à 5)"), "Shift+Tab");
  await expect(page).toHaveURL(`${LIST}?search=${technicians.uniqueWord}`);
  await expect(getListRows(page)).toContainText(["Kaya"]);
  await expect(page.getByRole("img", { name: "Vérifié" })).toBeVisible();
  const bin = page.getByRole("button", { name: `Supprimer ${ali.name}` });
  await pressEnterOn(page, bin);
  await pressEnterOn(page, page.getByRole("dialog").getByRole("button", { name: "Annuler" }));
  await expect(bin).toBeFocused();
  await pressKey(page, "Enter");
  await pressEnterOn(page, page.getByRole("dialog").getByRole("button", { name: "Supprimer" }));
  await expect(getToasts(page).first()).toContainText("Technicien supprimé");
  await expectVisibleFocus(page);
});
