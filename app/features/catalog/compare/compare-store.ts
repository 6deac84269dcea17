/** The products that the visitor compares, in local storage: their slugs and names, at most four. */
import { MAX_COMPARED } from "./compare-path.ts";

export interface ComparedProduct {
  slug: string;
  name: string;
}

const KEY = "compare";
const EMPTY: readonly ComparedProduct[] = [];

/** The list may have been edited by hand: only what is a product counts. No schema, because each page has this code. */
function read(): readonly ComparedProduct[] {
  try {
    const list: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter(isProduct).slice(0, MAX_COMPARED) : EMPTY;
  } catch {
    return EMPTY;
  }
}

function write(products: readonly ComparedProduct[]): void {
  try {
    if (products.length === 0) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, JSON.stringify(products));
  } catch {
    // Without a storage the comparison lasts as long as the page.
  }
}

function isProduct(value: unknown): value is ComparedProduct {
  return (
    typeof value === "object" &&
    value !== null &&
    "slug" in value &&
    typeof value.slug === "string" &&
    "name" in value &&
    typeof value.name === "string"
  );
}

let compared: readonly ComparedProduct[] | null = null;
const listeners = new Set<() => void>();

export function getCompared(): readonly ComparedProduct[] {
  compared ??= read();
  return compared;
}

/** On the server, and for the hydration of its HTML. */
export function getNoneCompared(): readonly ComparedProduct[] {
  return EMPTY;
}

export function subscribeToCompared(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has changed it.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && event.key !== KEY) return;
    compared = null;
    listener();
  };
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** False when there are four already. */
export function addCompared(product: ComparedProduct): boolean {
  const others = getCompared().filter(({ slug }) => slug !== product.slug);
  if (others.length >= MAX_COMPARED) return false;
  change([...others, { slug: product.slug, name: product.name }]);
  return true;
}

export function removeCompared(slug: string): void {
  change(getCompared().filter((product) => product.slug !== slug));
}

export function clearCompared(): void {
  change([]);
}

function change(products: readonly ComparedProduct[]): void {
  compared = products;
  write(products);
  for (const listener of listeners) listener();
}
