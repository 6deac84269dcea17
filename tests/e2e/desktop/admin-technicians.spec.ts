/** The directory in the back office: a technician is added for the public, then found, edited and deleted by keyboard. */
import type { Page } from "@playwright/test";
import { toasts } from "../support/account.ts";
import { enter, expectFocusInSight, press, reach, write } from "../support/keyboard.ts";
import { test as base, expect, expectScreen, listRows, openOffice } from "../support/office.ts";
import { type Directory, directory } from "../support/technicians.ts";

const test = base.extend<{ directory: Directory }>({ directory });

const LIST = "/admin/technicians";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const optional = (page: Page, label: string) => field(page, `${label} (facultatif)`);

test("a technician is added, and the public sees them", async ({ page, shop, administrator, directory }) => {
  await openOffice(page, shop, await administrator(), LIST);
  await expectScreen(page, "Techniciens");
  await page.getByRole("link", { name: "Ajouter un technicien" }).click();
  await field(page, "Nom").fill(`Téné Ouédraogo ${directory.word}`);
  await field(page, "Spécialité").click();
  const slug = `tene-ouedraogo-${directory.word}`;
  await expect(field(page, "Slug")).toHaveValue(slug);
  await field(page, "Spécialité").fill("Électricité");
  await field(page, "Description").fill("Installe et répare.");
  await page.getByLabel("Technicien vérifié").check();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toasts(page).first()).toContainText("Technicien ajouté");
  await expect(page).toHaveURL(LIST);
  await page.goto(`/technician/${slug}`);
  await expect(page.getByText("Technicien vérifié par notre équipe")).toBeVisible();
  await expect(page.getByText("100+")).toBeVisible();
});

test("by keyboard alone: found, edited, deleted", async ({ page, shop, administrator, directory }) => {
  const ali = await directory.add();
  await openOffice(page, shop, await administrator(), LIST);
  await write(page, page.getByRole("searchbox", { name: "Rechercher un technicien" }), directory.word);
  await page.keyboard.press("Enter");
  await expect(listRows(page)).toHaveCount(1);
  await enter(page, page.getByRole("link", { name: `Modifier ${ali.name}` }));
  await write(page, optional(page, "Localisation"), "Kaya");
  await reach(page, page.getByLabel("Technicien vérifié"));
  await page.keyboard.press("Space");
  await enter(page, optional(page, "Note (0 à 5)"), "Shift+Tab");
  await expect(page).toHaveURL(`${LIST}?search=${directory.word}`);
  await expect(listRows(page)).toContainText(["Kaya"]);
  await expect(page.getByRole("img", { name: "Vérifié" })).toBeVisible();
  const bin = page.getByRole("button", { name: `Supprimer ${ali.name}` });
  await enter(page, bin);
  await enter(page, page.getByRole("dialog").getByRole("button", { name: "Annuler" }));
  await expect(bin).toBeFocused();
  await press(page, "Enter");
  await enter(page, page.getByRole("dialog").getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page).first()).toContainText("Technicien supprimé");
  await expectFocusInSight(page);
});
