/** What the directory's tests start from: technicians of a test's own, and people who are signed in. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import {
  createTechnician,
  letter,
  type NewTechnician,
  type StoredTechnician,
} from "../../support/technicians.ts";
import { newWord } from "../../support/words.ts";
import { test as base } from "./storefront.ts";

/** Technicians who exist as long as a test runs. */
export class Directory {
  /** A word that stands in the names of these technicians only: searching it finds them all. */
  readonly word = newWord();
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** The word follows the name. */
  add({ name = "Ali Sanou", ...values }: NewTechnician = {}): Promise<StoredTechnician> {
    return createTechnician(this.#shop.sql, {
      name: `${name} ${this.word}`,
      slug: `${this.word}-${randomUUID()}`,
      ...values,
    });
  }

  async remove(): Promise<void> {
    const { sql } = this.#shop;
    const pattern = `%${this.word}`;
    await sql`
      delete from messages m using technician_profiles t where t.id = m.technician_id and t.name like ${pattern}`;
    await sql`delete from technician_profiles where name like ${pattern}`;
  }
}

interface Needed {
  shop: Shop;
  undo(action: () => Promise<unknown>): void;
}

/** The fixture of whoever needs technicians. */
export async function directory({ shop, undo }: Needed, use: (made: Directory) => Promise<void>) {
  const made = new Directory(shop);
  undo(() => made.remove());
  await use(made);
}

export const test = base.extend<{ directory: Directory }>({ directory });

export const cardsOf = (page: Page) => page.getByRole("main").getByRole("article");
export const toasts = (page: Page) =>
  page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
export const dialogOf = (page: Page) => page.getByRole("dialog");
export const MESSAGES = "**/rest/v1/messages*";

/** Opens the contact form. */
export async function openForm(page: Page) {
  await page.getByRole("button", { name: "Envoyer un message" }).click();
  const dialog = dialogOf(page);
  await dialog.waitFor();
  return dialog;
}

/** Opens the contact form and fills it; what is typed replaces the letter's own. */
export async function writeLetter(page: Page, typed: Partial<typeof letter> = {}) {
  const dialog = await openForm(page);
  for (const [label, text] of Object.entries({ ...letter, ...typed })) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  return dialog;
}
