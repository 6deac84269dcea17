/** The form of a product. */
import type { Page } from "@playwright/test";
import { expect } from "./office.ts";

export const editAddress = ({ id }: { id: string }) => `/admin/products/edit/${id}`;

export const save = (page: Page) => page.getByRole("button", { name: /^Enregistre(r|ment\.\.\.)$/ });
export const images = (page: Page) =>
  page.getByRole("region", { name: "Images" }).getByRole("listitem", { name: /^Image \d+$/ });

export async function addByAddress(page: Page, url: string) {
  await page.getByRole("button", { name: "Ajouter par adresse" }).click();
  const dialog = page.getByRole("dialog", { name: "Ajouter une image" });
  await dialog.getByLabel("URL de l'image").fill(url);
  await dialog.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
