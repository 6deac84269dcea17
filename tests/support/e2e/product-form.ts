/** Helpers for the product form of the admin. */
import { expect, type Page } from "@playwright/test";

export const toEditPath = ({ id }: { id: string }) => `/admin/products/edit/${id}`;

export const getSaveButton = (page: Page) => page.getByRole("button", { name: /^Enregistre(r|ment\.\.\.)$/ });
export const getImageRows = (page: Page) =>
  page.getByRole("region", { name: "Images" }).getByRole("listitem", { name: /^Image \d+$/ });

export async function addImageByUrl(page: Page, url: string) {
  await page.getByRole("button", { name: "Ajouter par adresse" }).click();
  const dialog = page.getByRole("dialog", { name: "Ajouter une image" });
  await dialog.getByLabel("URL de l'image").fill(url);
  await dialog.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
