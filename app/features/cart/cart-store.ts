/**
 * The cart store of this browser. It lives outside React because local storage does: every tab reads and
 * writes the same text under the key `cart`. The server renders an empty cart, and React subscribes by
 * useSyncExternalStore, so hydration always starts from that empty cart.
 */
import type { CartItems } from "./cart-items.ts";
import type { CartNotice, ReconciledCart } from "./reconcile-cart.ts";
import { CART_KEY, parseCart, serializeCart } from "./stored-cart.ts";

interface CartState {
  items: CartItems;
  /** The changes of the last reconciliation; not stored, since they explain what this visitor just saw. */
  notices: readonly CartNotice[];
  /** False until the stored cart has been read: on the server and during hydration. */
  ready: boolean;
  /** Whether another tab has emptied the cart that this one has shown, perhaps by ordering. */
  isEmptiedElsewhere?: boolean;
}

export interface CartStore {
  subscribe(listener: () => void): () => void;
  getSnapshot(): CartState;
  getServerSnapshot(): CartState;
  /**
   * Reads the stored cart again: a frozen tab, or one restored from the back-forward cache, missed storage
   * events.
   */
  refresh(): CartItems;
  update(change: (items: CartItems) => CartItems): void;
  /** Applies a reconciled cart together with its notices. */
  reconcile(change: (items: CartItems) => ReconciledCart): void;
  dismissNotice(id: string): void;
}

const EMPTY: CartState = { items: [], notices: [], ready: false };

/** A cart over the given storage; storage errors are logged, and the cart then lives in memory. */
export function createCartStore(storage: () => Pick<Storage, "getItem" | "setItem">): CartStore {
  let state = EMPTY;
  let lastReadText: string | null = null;
  const listeners = new Set<() => void>();

  function publish(next: CartState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /**
   * Reads the stored text, which another tab may have changed; keeps the state when the storage cannot be
   * read.
   */
  function readStorage(): void {
    let text: string | null;
    try {
      text = storage().getItem(CART_KEY);
    } catch (error) {
      console.error("cart: local storage cannot be read", error);
      if (!state.ready) state = { ...EMPTY, ready: true };
      return;
    }
    if (state.ready && text === lastReadText) return;
    lastReadText = text;
    const items = parseCart(text);
    const isEmptiedElsewhere = !items.length && (state.isEmptiedElsewhere || state.items.length > 0);
    state = { ...state, items, ready: true, isEmptiedElsewhere };
  }

  /** Stores and shows the lines of a change that this tab has made. */
  function commit(items: CartItems, notices: readonly CartNotice[]): void {
    const text = serializeCart(items);
    try {
      storage().setItem(CART_KEY, text);
      lastReadText = text;
    } catch (error) {
      console.error("cart: local storage cannot be written", error);
    }
    const isEmptiedElsewhere = !items.length && state.isEmptiedElsewhere;
    publish({ ...state, items, notices, isEmptiedElsewhere });
  }

  function refresh(): CartItems {
    readStorage();
    publish({ ...state });
    return state.items;
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === CART_KEY || event.key === null) refresh();
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
      if (!state.ready) readStorage();
      return state;
    },
    getServerSnapshot: () => EMPTY,
    refresh,
    update(change) {
      readStorage();
      const items = change(state.items);
      commit(items, pruneNotices(state.notices, items));
    },
    reconcile(change) {
      readStorage();
      const { items, notices } = change(state.items);
      const updatedIds = new Set(notices.map(({ id }) => id));
      const older = state.notices.filter(({ id }) => !updatedIds.has(id));
      commit(items, [...pruneNotices(older, items), ...notices]);
    },
    dismissNotice(id) {
      publish({ ...state, notices: state.notices.filter((notice) => notice.id !== id) });
    },
  };
}

/**
 * Drops notices about lines that were removed, and unavailability notices for products that are in the cart
 * again.
 */
function pruneNotices(notices: readonly CartNotice[], items: CartItems): CartNotice[] {
  return notices.filter((notice) => {
    const isUnavailable = notice.kind === "unavailable" || notice.kind === "sold-out";
    return isUnavailable !== items.some(({ id }) => id === notice.id);
  });
}
