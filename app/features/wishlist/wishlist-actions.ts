/**
 * The wishlist code that a page needs only once the wishlist is used: opening the right list, changing it,
 * and showing toasts. Operations run one after the other, in the order of the presses, and pending changes
 * take precedence over older responses.
 */
import { toast } from "#app/components/ui/toast/toast.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import { visitorWishlist } from "./visitor-wishlist.ts";
import type { Wishlist, WishlistPage } from "./wishlist.types.ts";
import { notifySubscribers, setWishlisted, type WishlistProduct, wishlistedIds } from "./wishlist-store.ts";

/** Changes that are not saved yet. */
const pendingChanges = new Map<string, boolean>();

let lastTask: Promise<unknown> = Promise.resolve();

/** Runs after the earlier operations, whether they succeeded or not. */
function enqueue<T>(work: (list: Wishlist) => Promise<T>): Promise<T> {
  const task = lastTask.then(async () => work(await getCurrentWishlist()));
  lastTask = task.catch(() => undefined);
  return task;
}

/**
 * The customer's list during a session, else the visitor's: determined anew each time, since sessions start
 * and end.
 */
async function getCurrentWishlist(): Promise<Wishlist> {
  if (!hasStoredSession()) return visitorWishlist;
  const { openAccountWishlist } = await import("./account-wishlist.ts");
  return (await openAccountWishlist()) ?? visitorWishlist;
}

/**
 * Adds the product to the list or removes it, and shows a toast, after a removal with a button that calls
 * `undo`. Rejects when the list could not be changed.
 */
export async function saveWishlistChange(
  { id, name }: WishlistProduct,
  isWishlisted: boolean,
  undo: () => void,
): Promise<void> {
  pendingChanges.set(id, isWishlisted);
  // An older response may have arrived between the press and the loading of this code.
  setWishlisted(id, isWishlisted);
  await enqueue(async (list) => {
    try {
      await (isWishlisted ? list.add(id) : list.remove(id));
    } catch (error) {
      console.error("wishlist: not changed", error);
      // The session has ended: the account takes the visitor's list over at the next sign-in.
      if (!isWishlisted || list === visitorWishlist || hasStoredSession()) throw error;
      await visitorWishlist.add(id);
    } finally {
      if (pendingChanges.get(id) === isWishlisted) pendingChanges.delete(id);
    }
  });
  setWishlisted(id, pendingChanges.get(id) ?? isWishlisted);
  toast({
    title: isWishlisted ? "Ajouté à votre liste" : "Retiré de votre liste",
    description: name,
    topic: "wishlist",
    action: isWishlisted ? { label: "Voir la liste", to: "/wishlist" } : { label: "Annuler", onClick: undo },
  });
}

/** Reloads the list into the store; a failure is logged and leaves the store unchanged. */
export async function refreshWishlist(): Promise<void> {
  const isSignedIn = hasStoredSession();
  try {
    const ids = await enqueue((list) => list.listIds());
    wishlistedIds.clear();
    applyIds(ids);
  } catch (error) {
    // The customer has signed out meanwhile: the visitor's list is read next.
    if (isSignedIn && !hasStoredSession()) return;
    console.error("wishlist: the list could not be read", error);
  }
}

/** A page of the list, from this index on; its products are marked as wishlisted. */
export async function loadWishlistPage(from: number): Promise<WishlistPage> {
  const page = await enqueue((list) => list.listProducts(from));
  applyIds(page.products.map(({ id }) => id));
  return page;
}

function applyIds(ids: readonly string[]): void {
  for (const id of ids) wishlistedIds.add(id);
  for (const [id, isWishlisted] of pendingChanges) wishlistedIds[isWishlisted ? "add" : "delete"](id);
  notifySubscribers();
}
