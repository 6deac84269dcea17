/**
 * Everything about the wishlist that a page needs only once somebody uses it: which list it is, changing it, saying
 * so. What is asked of the list is done one after the other, in the order of the presses, and hearts that were
 * pressed meanwhile stand above what an older answer says.
 */
import { toast } from "../../components/ui/toast/toast.ts";
import { hasStoredSession } from "../../lib/stored-session.ts";
import type { Wishlist, WishlistPage } from "./any-wishlist.ts";
import { announceHearts, type HeartedProduct, hearts, showHeart } from "./hearts.ts";
import { visitorWishlist } from "./visitor-wishlist.ts";

/** Presses that the list does not know of yet. */
const pressed = new Map<string, boolean>();

let lastTurn: Promise<unknown> = Promise.resolve();

/** Waits for what was asked before, however that ended. */
function inTurn<T>(work: (list: Wishlist) => Promise<T>): Promise<T> {
  const turn = lastTurn.then(async () => work(await currentList()));
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/** The customer's while a session holds, else the visitor's: asked anew each time, since sessions come and go. */
async function currentList(): Promise<Wishlist> {
  if (!hasStoredSession()) return visitorWishlist;
  const { openAccountWishlist } = await import("./account-wishlist.ts");
  return (await openAccountWishlist()) ?? visitorWishlist;
}

/** Puts the product on the list or takes it off, and says so. Rejects when the list stays as it was. */
export async function keepHeart(
  { id, name }: HeartedProduct,
  wanted: boolean,
  undo: () => void,
): Promise<void> {
  pressed.set(id, wanted);
  // An older answer may have come between the press and this code.
  showHeart(id, wanted);
  await inTurn(async (list) => {
    try {
      await (wanted ? list.add(id) : list.remove(id));
    } catch (error) {
      console.error("wishlist: not changed", error);
      throw error;
    } finally {
      if (pressed.get(id) === wanted) pressed.delete(id);
    }
  });
  showHeart(id, pressed.get(id) ?? wanted);
  toast({
    title: wanted ? "Ajouté à votre liste" : "Retiré de votre liste",
    description: name,
    topic: "wishlist",
    action: wanted ? { label: "Voir la liste", to: "/wishlist" } : { label: "Annuler", onClick: undo },
  });
}

/** Shows the hearts of the list as it is now; a list that cannot be read is logged and leaves them as they are. */
export async function refreshHearts(): Promise<void> {
  try {
    const ids = await inTurn((list) => list.listIds());
    hearts.clear();
    show(ids);
  } catch (error) {
    console.error("wishlist: the list could not be read", error);
  }
}

/** A page of the list, from this place on; its products carry their hearts. */
export async function listWishes(from: number): Promise<WishlistPage> {
  const page = await inTurn((list) => list.listProducts(from));
  show(page.products.map(({ id }) => id));
  return page;
}

function show(ids: readonly string[]): void {
  for (const id of ids) hearts.add(id);
  for (const [id, wanted] of pressed) hearts[wanted ? "add" : "delete"](id);
  announceHearts();
}
