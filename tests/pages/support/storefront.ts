/** What the page tests of the storefront share: how to read a document, and faults that end with the test. */
import { within } from "@testing-library/dom";
import { onTestFinished } from "vitest";
import type { Shop } from "../../support/shop.ts";
import { refuse, showOnly } from "../../support/visitors.ts";
import { getPage } from "./pages.ts";

/** Every read of these tables fails for visitors until the test ends. */
export async function refuseFor(shop: Shop, ...tables: string[]): Promise<void> {
  for (const table of tables) onTestFinished(await refuse(shop.sql, table));
}

/** Visitors see only the rows that satisfy an SQL condition, until the test ends. */
export async function showOnlyFor(shop: Shop, table: string, condition: string): Promise<void> {
  onTestFinished(await showOnly(shop.sql, table, condition));
}

/** The shop's banner over its offers, until the test ends. */
export async function setOffersBanner(shop: Shop, banner: string): Promise<void> {
  onTestFinished(async () => {
    await shop.sql`update shop_settings set offers_banner = default`;
  });
  await shop.sql`update shop_settings set offers_banner = ${banner}`;
}

/** An address as a whole page, with queries on its main part. */
export async function openMain(shop: Shop, path: string) {
  const page = await getPage(shop, path);
  const element = within(page.document.body).getByRole("main");
  return { ...page, element, main: within(element) };
}

export const texts = (elements: Iterable<Element>) => Array.from(elements, textOf);

/** A text with plain single spaces, whatever kind it was written with. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

export const textOf = (element: Element | null | undefined) => oneLine(element?.textContent ?? "");

export const attributes = (elements: Iterable<Element>, name: string) =>
  Array.from(elements, (element) => element.getAttribute(name));

/** The names on the product cards of an element, in their order. */
export const cardNames = (element: Element) => texts(element.querySelectorAll("article h3"));

/** The card of the product with this name. */
export function cardOf(element: Element, name: string): Element {
  const card = Array.from(element.querySelectorAll("article")).find((each) => textOf(each).includes(name));
  if (!card) throw new Error(`There is no card of ${name}.`);
  return card;
}
