/**
 * The one cart of this browser. It lives outside React because local storage does: every tab reads and writes
 * the same text under the key `cart`, the server knows nothing of it (it renders an empty cart), and React is
 * told through useSyncExternalStore, so hydration never meets a cart it did not expect.
 */
import type { CartItems } from "./cart-items.ts";
import type { CartNotice, ReviewedCart } from "./cart-review.ts";
import { parseCart, serializeCart } from "./stored-cart.ts";

const STORAGE_KEY = "cart";

interface CartState {
  items: CartItems;
  /** What the last comparison with the shop changed; not stored, it explains what this visitor just saw. */
  notices: readonly CartNotice[];
  /** False until the stored cart has been read: on the server and during hydration. */
  ready: boolean;
}

export interface CartStore {
  subscribe(listener: () => void): () => void;
  getSnapshot(): CartState;
  getServerSnapshot(): CartState;
  /** What is stored now: a tab that slept, or came back by the back button, was not told what others did. */
  reread(): CartItems;
  update(change: (items: CartItems) => CartItems): void;
  /** Takes over a repaired cart together with its explanations. */
  review(change: (items: CartItems) => ReviewedCart): void;
  dismissNotice(id: string): void;
}

const EMPTY: CartState = { items: [], notices: [], ready: false };

/** A cart over the given storage; errors of the storage are logged, and the cart then lives in memory. */
export function createCartStore(storage: () => Pick<Storage, "getItem" | "setItem">): CartStore {
  let state = EMPTY;
  let seenText: string | null = null;
  const listeners = new Set<() => void>();

  function publish(next: CartState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Another tab may have written since: the stored text is the truth, unless it cannot be read. */
  function reload(): void {
    let text: string | null;
    try {
      text = storage().getItem(STORAGE_KEY);
    } catch (error) {
      console.error("cart: local storage cannot be read", error);
      if (!state.ready) state = { ...EMPTY, ready: true };
      return;
    }
    if (state.ready && text === seenText) return;
    seenText = text;
    state = { ...state, items: parseCart(text), ready: true };
  }

  function save(items: CartItems): void {
    const text = serializeCart(items);
    try {
      storage().setItem(STORAGE_KEY, text);
      seenText = text;
    } catch (error) {
      console.error("cart: local storage cannot be written", error);
    }
  }

  function reread(): CartItems {
    reload();
    publish({ ...state });
    return state.items;
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === STORAGE_KEY || event.key === null) reread();
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
    getSnapshot() {
      if (!state.ready) reload();
      return state;
    },
    getServerSnapshot: () => EMPTY,
    reread,
    update(change) {
      reload();
      const items = change(state.items);
      save(items);
      publish({ ...state, items, notices: stillTrue(state.notices, items) });
    },
    review(change) {
      reload();
      const { items, notices } = change(state.items);
      save(items);
      const renewed = new Set(notices.map(({ id }) => id));
      const older = state.notices.filter(({ id }) => !renewed.has(id));
      publish({ ...state, items, notices: [...stillTrue(older, items), ...notices] });
    },
    dismissNotice(id) {
      publish({ ...state, notices: state.notices.filter((notice) => notice.id !== id) });
    },
  };
}

/** A notice about a line goes with the line, one about a lost line when the product is back in the cart. */
function stillTrue(notices: readonly CartNotice[], items: CartItems): CartNotice[] {
  return notices.filter((notice) => {
    const lost = notice.kind === "gone" || notice.kind === "sold-out";
    return lost !== items.some(({ id }) => id === notice.id);
  });
}
