/**
 * Helpers for the browser tests of customers: sessions and carts in local storage, and the checkout. These
 * tests insert their customers into the database instead of registering them: the shop limits registrations
 * per IP address.
 */
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { z } from "zod";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { loadKeys } from "#backend/core/gateway/keys.ts";
import { toCartEntry, type toCartLine } from "#tests/support/browser-storage.ts";
import type { Shop } from "#tests/support/shop.ts";

export interface Customer {
  email: string;
  password: string;
}

/** A path without a page of the shop, where local storage is set before the first page. */
const BLANK_PATH = "/doorstep";

/** Fills local storage as an earlier visit would have. Must be called before the first page. */
export async function setLocalStorage(page: Page, entries: Record<string, string>): Promise<void> {
  await page.route(`**${BLANK_PATH}`, (route) =>
    route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto(BLANK_PATH);
  await page.evaluate((texts) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
  }, entries);
  await page.unroute(`**${BLANK_PATH}`);
}

const sessionSchema = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds since the epoch. */
  expires_at: z.number(),
});

/** A new session of this customer, as the browser stores it. */
export async function signInOverApi(shop: Shop, { email, password }: Customer) {
  const { anonKey } = await loadKeys(shop.dataDir);
  const response = await fetch(`${shop.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: anonKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  return sessionSchema.parse(await response.json());
}

export function toSessionEntry(session: object): Record<string, string> {
  return { [SESSION_KEY]: JSON.stringify(session) };
}

export async function readStoredCart(page: Page) {
  const text = await page.evaluate(() => localStorage.getItem("cart"));
  const lines: { id: string; quantity: number; price: number; stock: number }[] = JSON.parse(text ?? "[]");
  return lines;
}

/** Matches an amount as the shop formats it, with any kind of space between the groups of digits. */
export function xofPattern(amount: number): RegExp {
  return new RegExp(`${String(amount).replace(/\B(?=(\d{3})+$)/g, "\\s")}\\sXOF`);
}

/**
 * Opens the checkout for a signed-in customer with this cart and fills in the address: it is ready to
 * confirm.
 */
export async function openCheckout(
  page: Page,
  shop: Shop,
  customer: Customer,
  ...lines: ReturnType<typeof toCartLine>[]
): Promise<void> {
  await setLocalStorage(page, {
    ...toCartEntry(...lines),
    ...toSessionEntry(await signInOverApi(shop, customer)),
  });
  await page.goto("/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  await page.getByLabel("Adresse").fill("Patte d'Oie, portail bleu en face de la pharmacie");
  await page.getByLabel("Ville").fill("Ouagadougou");
}

export const getConfirmButton = (page: Page) =>
  page.getByRole("button", { name: /Confirmer la commande|Traitement en cours/ });

/** Asserts that the confirmation page shows this order's number. */
export async function expectConfirmed(page: Page, order: { number: string } | undefined): Promise<void> {
  await expect(page).toHaveURL("/order-confirmation");
  await expect(page.getByText(order?.number ?? "no order")).toBeVisible();
}

/** Registers a new customer through the form, as a visitor would. Ends where `returnUrl` leads. */
export async function register(page: Page, returnUrl = "/"): Promise<Customer> {
  const customer = { email: `client-${randomUUID().slice(0, 8)}@exemple.bf`, password: "mot-de-passe-1" };
  await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
  await page.getByRole("tab", { name: "Inscription" }).click();
  const form = page.getByRole("tabpanel", { name: "Inscription" });
  await form.getByLabel("Prénom").fill("Aminata");
  await form.getByLabel("Nom", { exact: true }).fill("Ouédraogo");
  await form.getByLabel("Téléphone").fill("70 12 34 56");
  await form.getByLabel("Email").fill(customer.email);
  await form.getByLabel("Mot de passe", { exact: true }).fill(customer.password);
  await form.getByLabel("Confirmer le mot de passe").fill(customer.password);
  await form.getByRole("button", { name: "Créer mon compte" }).click();
  await expect(page.getByText("Inscription réussie")).toBeVisible();
  return customer;
}
