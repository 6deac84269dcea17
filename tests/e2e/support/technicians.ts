/** What the directory's tests start from: technicians of a test's own, and people who are signed in. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createUser } from "../../../backend/auth/accounts.ts";
import type { Shop } from "../../support/shop.ts";
import { asSession, remember, signInOver } from "./shopper.ts";
import { test as base } from "./storefront.ts";

interface NewTechnician {
  /** Goes before the word that all technicians of the test have in their names. */
  name?: string;
  specialty?: string;
  specialty_slug?: string;
  image?: string | null;
  description?: string;
  experience?: number | null;
  location?: string;
  availability?: string;
  rating?: number;
  review_count?: number;
  satisfied_clients?: number;
  verified_at?: string | null;
  phone?: string | null;
  email?: string | null;
}

interface StoredTechnician {
  id: string;
  name: string;
  slug: string;
}

/** Technicians who exist as long as a test runs. */
export class Directory {
  /** A word that stands in the names of these technicians only: searching it finds them all. */
  readonly word = `essai-${randomUUID().slice(0, 8)}`;
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  async add({ name = "Ali Sanou", ...values }: NewTechnician = {}): Promise<StoredTechnician> {
    const { sql } = this.#shop;
    const id = randomUUID();
    const row = {
      id,
      name: `${name} ${this.word}`,
      slug: `${this.word}-${id}`,
      specialty: "Plomberie",
      specialty_slug: "plomberie",
      description: "Installe et répare.",
      ...values,
    };
    await sql`insert into technicians ${sql(row)}`;
    return { id, name: row.name, slug: row.slug };
  }

  async remove(): Promise<void> {
    const { sql } = this.#shop;
    const pattern = `%${this.word}`;
    await sql`
      delete from messages m using technician_profiles t where t.id = m.technician_id and t.name like ${pattern}`;
    await sql`delete from technician_profiles where name like ${pattern}`;
  }
}

/** The fixture of whoever needs technicians. */
export async function directory({ shop }: { shop: Shop }, use: (made: Directory) => Promise<void>) {
  const made = new Directory(shop);
  await use(made);
  await made.remove();
}

export const test = base.extend<{ directory: Directory }>({ directory });

/** Makes the browser that of somebody who signed in before; must come before the first page. */
export async function signInAs(page: Page, shop: Shop, who: "customer" | "administrator"): Promise<void> {
  const account = { email: `${who}-${randomUUID().slice(0, 8)}@exemple.bf`, password: "mot-de-passe-1" };
  const { id } = await createUser(shop.sql, { ...account, data: {}, confirmed: true });
  if (who === "administrator") {
    await shop.sql`insert into admin_users (id, name, email) values (${id}, 'Direction', ${account.email})`;
  }
  await remember(page, asSession(await signInOver(shop, account)));
}

/** The messages that a technician was sent, oldest first. */
export function messagesTo({ sql }: Shop, { id }: { id: string }) {
  return sql<{ name: string; email: string; phone: string; message: string }[]>`
    select name, email, phone, message from messages where technician_id = ${id} order by created_at`;
}

export const cardsOf = (page: Page) => page.getByRole("main").getByRole("article");
export const toasts = (page: Page) =>
  page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
export const dialogOf = (page: Page) => page.getByRole("dialog");
export const MESSAGES = "**/rest/v1/messages*";

export const letter = {
  Nom: "Awa Ouédraogo",
  Email: "awa@exemple.bf",
  Téléphone: "70 12 34 56",
  Message: "Une fuite sous l'évier, à Patte d'Oie.",
};

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
