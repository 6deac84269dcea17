/** Helpers for the browser tests of the technicians: rows of one test, and the contact form. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Shop } from "#tests/support/shop.ts";
import {
  contactMessage,
  createTechnician,
  type NewTechnician,
  type StoredTechnician,
} from "#tests/support/technicians.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

/** The technicians of one test. */
export class TestTechnicians {
  /** A word that only the names of these technicians contain: a search for it finds them all. */
  readonly uniqueWord = createUniqueWord();
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Inserts a technician; the unique word is appended to the name. */
  add({ name = "Ali Sanou", ...values }: NewTechnician = {}): Promise<StoredTechnician> {
    return createTechnician(this.#shop.sql, {
      name: `${name} ${this.uniqueWord}`,
      slug: `${this.uniqueWord}-${randomUUID()}`,
      ...values,
    });
  }

  async remove(): Promise<void> {
    const { sql } = this.#shop;
    const pattern = `%${this.uniqueWord}`;
    await sql`
      delete from messages m using technician_profiles t where t.id = m.technician_id and t.name like ${pattern}`;
    await sql`delete from technician_profiles where name like ${pattern}`;
  }
}

export const getDialog = (page: Page) => page.getByRole("dialog");
export const MESSAGES_URL = "**/rest/v1/messages*";

/** Opens the contact form. */
export async function openContactForm(page: Page) {
  await page.getByRole("button", { name: "Envoyer un message" }).click();
  const dialog = getDialog(page);
  await dialog.waitFor();
  return dialog;
}

/** Opens the contact form and fills it; `values` override the default texts. */
export async function fillContactForm(page: Page, values: Partial<typeof contactMessage> = {}) {
  const dialog = await openContactForm(page);
  for (const [label, text] of Object.entries({ ...contactMessage, ...values })) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  return dialog;
}
