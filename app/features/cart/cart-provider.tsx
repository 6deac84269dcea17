/** The cart context. The provider renders nothing of its own and is the same on every page. */
import { createContext, useContext, useState, useSyncExternalStore } from "react";
import { toast } from "#app/components/ui/toast/toast.ts";
import { countArticles } from "#app/lib/format/articles.ts";
import {
  addItem,
  type CartItem,
  type CartItems,
  type CartProduct,
  calculateSubtotal,
  ensureItem,
  getItemQuantity,
  removeItem,
  restoreItem,
  setItemQuantity,
} from "./cart-items.ts";
import { type CartStore, createCartStore } from "./cart-store.ts";
import type { CartNotice, ReconciledCart } from "./reconcile-cart.ts";

interface CartActions {
  /**
   * Adds pieces of a product (1 by default) and shows a toast, which says what was added when a quantity was given.
   * `describe` has the words of its unit, which most pages do without.
   */
  add(product: CartProduct, quantity?: number, describe?: (added: number) => string): void;
  /**
   * For an order of these pieces: adds those that the cart does not hold yet, and shows no toast, since the
   * checkout shows the cart.
   */
  ensure(product: CartProduct, quantity: number): void;
  /** Removes a line, with a toast that restores it at its place. */
  removeWithUndo(id: string): void;
  restore(item: CartItem, index: number): void;
  /** Restores the lines of a cleared cart, in their order; lines added in the meantime come last. */
  restoreAll(items: CartItems): void;
  /** Applies only a quantity greater than 0, and no more than the stock. */
  setQuantity(id: string, quantity: number): void;
  clear(): void;
  /** Reads the stored lines again, for changes of other tabs that sent no storage event. */
  refresh(): CartItems;
  /** Applies a reconciled cart together with its notices. */
  reconcile(change: (items: CartItems) => ReconciledCart): void;
  dismissNotice(id: string): void;
}

/** The actions are stable between renders. */
export interface Cart extends CartActions {
  items: CartItems;
  /** The changes of the last reconciliation, for display beside the lines. */
  notices: readonly CartNotice[];
  /** Sum of the quantities. */
  count: number;
  /** In francs, without shipping. */
  subtotal: number;
  /** False until the stored cart has been read; the cart is empty until then. */
  ready: boolean;
  /** Whether another tab has emptied the cart, perhaps by ordering. */
  isEmptiedElsewhere?: boolean;
}

const CartContext = createContext<{ store: CartStore; actions: CartActions } | null>(null);

export function CartProvider({ children }: { children: React.ReactNode }) {
  const [cart] = useState(() => {
    const store = createCartStore(() => window.localStorage);
    return { store, actions: createCartActions(store) };
  });
  return <CartContext value={cart}>{children}</CartContext>;
}

/** The cart and its actions. Throws outside a CartProvider. */
export function useCart(): Cart {
  const { store, actions } = useCartStore();
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  return {
    ...state,
    ...actions,
    count: countArticles(state.items),
    subtotal: calculateSubtotal(state.items),
  };
}

/**
 * The quantity of one product, 0 without a line of it, and the cart's actions. A card that uses it is
 * rendered again only when its own quantity changes, not at every change of the cart.
 */
export function useCartQuantity(id: string): CartActions & { quantity: number } {
  const { store, actions } = useCartStore();
  const quantity = useSyncExternalStore(
    store.subscribe,
    () => getItemQuantity(store.getSnapshot().items, id),
    () => 0,
  );
  return { ...actions, quantity };
}

function useCartStore() {
  const cart = useContext(CartContext);
  if (!cart) throw new Error("useCart must be used within a CartProvider");
  return cart;
}

const CART_LINK = { label: "Voir le panier", to: "/cart" };

function createCartActions(store: CartStore): CartActions {
  const restore = (item: CartItem, index: number) => store.update((items) => restoreItem(items, item, index));
  return {
    add(product, quantity, describe) {
      const before = getItemQuantity(store.getSnapshot().items, product.id);
      store.update((items) => addItem(items, product, quantity ?? 1));
      const added = getItemQuantity(store.getSnapshot().items, product.id) - before;
      if (added > 0) {
        toast({
          title: "Produit ajouté au panier",
          description:
            quantity === undefined ? product.name : (describe?.(added) ?? `${added} × ${product.name}`),
          action: CART_LINK,
        });
      } else {
        toast({
          title: "Stock maximum atteint",
          description: `${product.name} : tout le stock est déjà dans votre panier`,
          variant: "info",
          action: CART_LINK,
        });
      }
    },
    removeWithUndo(id) {
      const lines = store.refresh();
      const index = lines.findIndex((line) => line.id === id);
      const removed = lines[index];
      if (!removed) return;
      store.update((items) => removeItem(items, id));
      toast({
        title: "Produit retiré",
        description: removed.name,
        action: { label: "Annuler", onClick: () => restore(removed, index) },
      });
    },
    restore,
    ensure: (product, quantity) => store.update((items) => ensureItem(items, product, quantity)),
    restoreAll: (lines) => store.update((items) => lines.reduce(restoreItem, items)),
    setQuantity: (id, quantity) => store.update((items) => setItemQuantity(items, id, quantity)),
    clear: () => store.update(() => []),
    refresh: store.refresh,
    reconcile: store.reconcile,
    dismissNotice: store.dismissNotice,
  };
}
