/**
 * Which products carry a full heart: all that a public page knows of the wishlist. The list itself, the visitor's in
 * local storage or the customer's in the database, is behind the keeper, which is fetched with the first press or
 * when there is something to show (use-wishlist.ts).
 */
import { toastError } from "../../components/ui/toast/toast.ts";

export interface HeartedProduct {
  id: string;
  name: string;
}

/** Ids of products. Whoever changes it calls `announceHearts`. */
export const hearts = new Set<string>();

const listeners = new Set<() => void>();

export function subscribeToHearts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceHearts(): void {
  for (const listener of listeners) listener();
}

export function showHeart(id: string, full: boolean): void {
  hearts[full ? "add" : "delete"](id);
  announceHearts();
}

export const loadKeeper = () => import("./wishlist-keeper.ts");

/** Shows the heart at once and keeps it in the list; when that fails the heart goes back and a toast says so. */
export async function pressHeart(product: HeartedProduct, wanted: boolean): Promise<void> {
  showHeart(product.id, wanted);
  try {
    await (await loadKeeper()).keepHeart(product, wanted);
  } catch {
    showHeart(product.id, !wanted);
    toastError("Impossible de modifier votre liste de souhaits");
  }
}
