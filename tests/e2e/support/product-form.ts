/** The form of a product, and what the database holds of it. */
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { expect } from "./office.ts";

export const editAddress = ({ id }: { id: string }) => `/admin/products/edit/${id}`;

export const save = (page: Page) => page.getByRole("button", { name: /^Enregistre(r|ment\.\.\.)$/ });
export const images = (page: Page) =>
  page.getByRole("region", { name: "Images" }).getByRole("listitem", { name: /^Image \d+$/ });

export async function storedProduct({ sql }: Shop, id: string) {
  const [row] = await sql`select * from products where id = ${id}`;
  return row;
}

/** «0 /a.jpg *» for each picture: its place, its address, the mark of the primary one. */
export async function storedImages({ sql }: Shop, id: string) {
  const rows = await sql<{ display_order: number; image_url: string; is_primary: boolean }[]>`
    select display_order, image_url, is_primary from product_images where product_id = ${id} order by display_order`;
  return rows.map((row) => `${row.display_order} ${row.image_url}${row.is_primary ? " *" : ""}`);
}

export async function addByAddress(page: Page, url: string) {
  await page.getByRole("button", { name: "Ajouter par adresse" }).click();
  const dialog = page.getByRole("dialog", { name: "Ajouter une image" });
  await dialog.getByLabel("URL de l'image").fill(url);
  await dialog.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
