/**
 * Stores the pages of lists that «Voir plus» extended in the tab's session storage. Coming back from a
 * product may load a new document whose URL names the last page only: the earlier pages are then prepended
 * again, and the scroll position is restored. Loaded with the second page of a list.
 */
import { flushSync } from "react-dom";
import type { PagesByNumber } from "#app/features/catalog/catalog.types.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";

const STORAGE_KEY = "lists";
const MAX_LISTS = 5;

/** Where React Router's ScrollRestoration stores the scroll positions of this tab, by history entry key. */
const POSITIONS_KEY = "react-router-scroll-positions";

/**
 * Prepends stored pages to `pages`, the list under `key`, when this document lacks the page before `page` and
 * the history entry has a stored scroll position, that is for a returning visitor; `show` then re-renders the
 * list. Stores the current pages in any case.
 */
export function syncListPages(
  key: string,
  pages: PagesByNumber,
  page: number,
  show: (pages: object) => void,
): void {
  try {
    const lists = readStoredLists();
    const position = readScrollPosition();
    if (!pages.has(page - 1) && position !== null) {
      for (const [number, products] of lists.get(key) ?? []) {
        if (!pages.has(number)) pages.set(number, products);
      }
      if (pages.has(page - 1)) renderAndRestoreScroll(position, () => show({}));
    }
    lists.delete(key);
    const latest = [...lists.set(key, pages)].slice(-MAX_LISTS);
    window.sessionStorage.setItem(
      STORAGE_KEY,
      JSON.stringify(latest.map(([list, listPages]) => [list, [...listPages]])),
    );
  } catch (error) {
    console.error("catalog: the pages of the list could not be stored", error);
  }
}

/**
 * When the visitor has already scrolled, the scroll position moves down by the height of the prepended
 * products.
 */
function renderAndRestoreScroll(position: number, show: () => void): void {
  const { scrollY, innerHeight } = window;
  const height = document.documentElement.scrollHeight;
  const isUntouched = Math.abs(scrollY - Math.min(position, height - innerHeight)) < 2;
  flushSync(show);
  window.scrollTo(0, isUntouched ? position : scrollY + document.documentElement.scrollHeight - height);
}

/** The stored scroll position of this history entry, null on a first visit. */
function readScrollPosition(): number | null {
  const entry: unknown = window.history.state;
  const positions = parseJson(window.sessionStorage.getItem(POSITIONS_KEY));
  if (!isRecord(entry) || typeof entry.key !== "string" || !isRecord(positions)) return null;
  const position = positions[entry.key];
  return typeof position === "number" ? position : null;
}

function readStoredLists(): Map<string, PagesByNumber> {
  const lists = new Map<string, PagesByNumber>();
  for (const [key, pages] of toEntries(parseJson(window.sessionStorage.getItem(STORAGE_KEY)))) {
    if (typeof key === "string") lists.set(key, parsePages(pages));
  }
  return lists;
}

function parsePages(value: unknown): PagesByNumber {
  const pages: PagesByNumber = new Map();
  for (const [number, products] of toEntries(value)) {
    if (typeof number !== "number" || !Array.isArray(products)) continue;
    pages.set(number, products.filter(isCardProduct));
  }
  return pages;
}

function toEntries(value: unknown): [unknown, unknown][] {
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => Array.isArray(entry) && entry.length === 2);
}

function isCardProduct(value: unknown): value is CardProduct {
  if (!isRecord(value)) return false;
  const { id, name, slug, price, old_price, discount, image, rating, review_count, is_new, stock, in_stock } =
    value;
  return (
    [id, name, slug].every((text) => typeof text === "string") &&
    [price, rating, review_count, stock].every((amount) => typeof amount === "number") &&
    [old_price, discount].every((amount) => amount === null || typeof amount === "number") &&
    (image === null || typeof image === "string") &&
    [is_new, in_stock].every((flag) => typeof flag === "boolean")
  );
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
