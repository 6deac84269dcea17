/** What the tests of the back office start from: an administrator, signed in or about to be. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Account, createAdministrator } from "../../support/accounts.ts";
import type { Shop } from "../../support/shop.ts";
import type { Customer } from "./fixtures.ts";
import { asSession, test as base, expect, remember, signInOver } from "./shopper.ts";

export { expect, forgive, francs, hold } from "./shopper.ts";

interface Office {
  /** An administrator, signed in nowhere. */
  administrator(name?: string): Promise<Account>;
}

export const test = base.extend<Office>({
  administrator: async ({ shop, undo }, use) => {
    const made: string[] = [];
    undo(() => shop.sql`delete from admin_users where id = any (${made})`);
    await use(async (name) => {
      const account = await createAdministrator(shop.sql, name);
      made.push(account.id);
      return account;
    });
  },
});

/** A screen of the back office, for an account that was signed in before. */
export async function openOffice(page: Page, shop: Shop, account: Customer, path = "/admin/dashboard") {
  await remember(page, asSession(await signInOver(shop, account)));
  await page.goto(path);
}

/** The rows of a list, without its head. */
export const listRows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("rowheader") });

/** For what a test makes: it stands first in its list, and can be deleted by how it begins. */
export const ownName = () => `Aaa ${randomUUID().slice(0, 8)}`;

/** The screen with this title has come. */
export async function expectScreen(page: Page, title: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

/** An entry of the side menu, whatever number stands beside it. */
export const menuLink = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Administration" })
    .getByRole("link", { name: new RegExp(`^${name}(\\s\\d|$)`) });
