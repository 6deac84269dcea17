/** Helpers for the browser tests of the admin. */
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { Shop } from "#tests/support/shop.ts";
import { type Customer, setLocalStorage, signInOverApi, toSessionEntry } from "./customer.ts";

/** Opens an admin screen with a session of this account. */
export async function openAdmin(page: Page, shop: Shop, account: Customer, path = "/admin/dashboard") {
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, account)));
  await page.goto(path);
}

/** The rows of a list, without its header row. */
export const getListRows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("rowheader") });

/** A name for a row of this test: it sorts first in its list, and its prefix finds it for deletion. */
export const createUniqueName = () => `Aaa ${randomUUID().slice(0, 8)}`;

/** Asserts that the screen with this title is shown. */
export async function expectScreen(page: Page, title: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

/** A link of the side menu, with or without a count beside it. */
export const getMenuLink = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Administration" })
    .getByRole("link", { name: new RegExp(`^${name}(\\s\\d|$)`) });
