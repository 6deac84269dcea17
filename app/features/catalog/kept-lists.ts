/**
 * The pages of lists that «Voir plus» made longer, in the storage of the tab. Coming back from a product to such a list
 * may load a new document, whose address names the last page only: the ones before it are put above it again, and the
 * visitor where they stood. Fetched with the second page of a list.
 */
import { flushSync } from "react-dom";
import type { CardProduct } from "../../lib/card-product.ts";
import type { Pages } from "./catalog.types.ts";

const STORAGE_KEY = "lists";
const MAX_LISTS = 5;

/** Where React Router's ScrollRestoration keeps the positions of this tab, by the key of the history's entry. */
const POSITIONS_KEY = "react-router-scroll-positions";

/**
 * Fills up `pages`, the list under `key`, when this document knows nothing before `page` but the tab does and the
 * visitor has been here; `show` then renders the list anew. Keeps what is known now.
 */
export function keepPages(key: string, pages: Pages, page: number, show: (pages: object) => void): void {
  try {
    const lists = readLists();
    const position = readPosition();
    if (!pages.has(page - 1) && position !== null) {
      for (const [number, products] of lists.get(key) ?? []) {
        if (!pages.has(number)) pages.set(number, products);
      }
      if (pages.has(page - 1)) growTo(position, () => show({}));
    }
    lists.delete(key);
    const latest = [...lists.set(key, pages)].slice(-MAX_LISTS);
    window.sessionStorage.setItem(
      STORAGE_KEY,
      JSON.stringify(latest.map(([list, known]) => [list, [...known]])),
    );
  } catch (error) {
    console.error("catalog: the pages of the list could not be kept", error);
  }
}

/** A visitor who has already moved on keeps what they are looking at: it goes down by what comes above it. */
function growTo(position: number, show: () => void): void {
  const { scrollY, innerHeight } = window;
  const height = document.documentElement.scrollHeight;
  const untouched = Math.abs(scrollY - Math.min(position, height - innerHeight)) < 2;
  flushSync(show);
  window.scrollTo(0, untouched ? position : scrollY + document.documentElement.scrollHeight - height);
}

/** Where the visitor stood on this entry of the history, null when they were never here. */
function readPosition(): number | null {
  const entry: unknown = window.history.state;
  const positions = parse(window.sessionStorage.getItem(POSITIONS_KEY));
  if (!isRecord(entry) || typeof entry.key !== "string" || !isRecord(positions)) return null;
  const position = positions[entry.key];
  return typeof position === "number" ? position : null;
}

function readLists(): Map<string, Pages> {
  const lists = new Map<string, Pages>();
  for (const [key, pages] of entriesOf(parse(window.sessionStorage.getItem(STORAGE_KEY)))) {
    if (typeof key === "string") lists.set(key, readPages(pages));
  }
  return lists;
}

function readPages(value: unknown): Pages {
  const pages: Pages = new Map();
  for (const [number, products] of entriesOf(value)) {
    if (typeof number !== "number" || !Array.isArray(products)) continue;
    pages.set(number, products.filter(isCardProduct));
  }
  return pages;
}

function entriesOf(value: unknown): [unknown, unknown][] {
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => Array.isArray(entry) && entry.length === 2);
}

function isCardProduct(value: unknown): value is CardProduct {
  if (!isRecord(value)) return false;
  const { id, name, slug, price, old_price, discount, image, rating, review_count, is_new, stock } = value;
  return (
    [id, name, slug].every((text) => typeof text === "string") &&
    [price, rating, review_count, stock].every((amount) => typeof amount === "number") &&
    [old_price, discount].every((amount) => amount === null || typeof amount === "number") &&
    (image === null || typeof image === "string") &&
    typeof is_new === "boolean"
  );
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
