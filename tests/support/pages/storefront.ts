/**
 * Helpers for the page tests of the storefront: texts of a document, and database faults that end with the
 * test.
 */
import { within } from "@testing-library/dom";
import { onTestFinished } from "vitest";
import { restrictRows, revokeRead } from "#tests/support/anon-access.ts";
import type { Shop } from "#tests/support/shop.ts";
import { fetchPage } from "./pages.ts";

/** Revokes the select privilege of visitors on these tables until the test ends. */
export async function revokeReadDuringTest(shop: Shop, ...tables: string[]): Promise<void> {
  for (const table of tables) onTestFinished(await revokeRead(shop.sql, table));
}

/** Shows visitors only the rows that satisfy an SQL condition, until the test ends. */
export async function restrictRowsDuringTest(shop: Shop, table: string, condition: string): Promise<void> {
  onTestFinished(await restrictRows(shop.sql, table, condition));
}

/** Sets the shop's banner above its offers until the test ends. */
export async function setOffersBanner(shop: Shop, banner: string): Promise<void> {
  onTestFinished(async () => {
    await shop.sql`update shop_settings set offers_banner = default`;
  });
  await shop.sql`update shop_settings set offers_banner = ${banner}`;
}

/** A page with queries on its main element. */
export async function fetchMain(shop: Shop, path: string, init?: RequestInit) {
  const page = await fetchPage(shop, path, init);
  const element = within(page.document.body).getByRole("main");
  return { ...page, element, main: within(element) };
}

export const getTexts = (elements: Iterable<Element>) => Array.from(elements, getText);

/** A text with single plain spaces. */
export const normalizeSpaces = (text: string) => text.replace(/\s+/g, " ").trim();

export const getText = (element: Element | null | undefined) => normalizeSpaces(element?.textContent ?? "");

export const getAttributes = (elements: Iterable<Element>, name: string) =>
  Array.from(elements, (element) => element.getAttribute(name));

/** The names on the product cards of an element, in their order. */
export const getCardNames = (element: Element) => getTexts(element.querySelectorAll("article h3"));

/** The card of the product with this name. */
export function getCard(element: Element, name: string): Element {
  const card = Array.from(element.querySelectorAll("article")).find((each) => getText(each).includes(name));
  if (!card) throw new Error(`There is no card of ${name}.`);
  return card;
}
