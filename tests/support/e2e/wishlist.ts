/** Helpers for the browser tests of the wishlist. */
import type { Page } from "@playwright/test";

interface NamedProduct {
  name: string;
}

/** The wishlist button of this product, in either state. */
export const getWishlistButton = (page: Page, { name }: NamedProduct) =>
  page.getByRole("main").getByRole("button", {
    name: new RegExp(`^(Ajouter ${name} à|Retirer ${name} de) ma liste de souhaits$`),
  });

/** The wishlist in local storage, as text. */
export const readStoredWishlist = (page: Page) => page.evaluate(() => localStorage.getItem("wishlist"));

/** A search that finds this product alone. */
export const toSearchPath = ({ name }: NamedProduct) => `/products?search=${encodeURIComponent(name)}`;
