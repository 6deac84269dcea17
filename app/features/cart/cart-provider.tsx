/** The cart context. The provider renders nothing of its own and is the same on every page. */
import { createContext, useContext, useState, useSyncExternalStore } from "react";
import { toast } from "#app/components/ui/toast/toast.ts";
import {
  addItem,
  type CartItem,
  type CartItems,
  type CartProduct,
  calculateSubtotal,
  countItems,
  removeItem,
  restoreItem,
  setItemQuantity,
} from "./cart-items.ts";
import { type CartStore, createCartStore } from "./cart-store.ts";
import type { CartNotice, ReconciledCart } from "./reconcile-cart.ts";

interface CartActions {
  /** Adds pieces of a product (1 by default) and shows a toast, with the quantity when one was given. */
  add(product: CartProduct, quantity?: number): void;
  remove(id: string): void;
  restore(item: CartItem, index: number): void;
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
  const cart = useContext(CartContext);
  if (!cart) throw new Error("useCart must be used within a CartProvider");
  const { store, actions } = cart;
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  return { ...state, ...actions, count: countItems(state.items), subtotal: calculateSubtotal(state.items) };
}

function getItemQuantity(store: CartStore, id: string): number {
  return store.getSnapshot().items.find((item) => item.id === id)?.quantity ?? 0;
}

function createCartActions(store: CartStore): CartActions {
  return {
    add(product, quantity) {
      const before = getItemQuantity(store, product.id);
      store.update((items) => addItem(items, product, quantity ?? 1));
      const added = getItemQuantity(store, product.id) - before;
      if (added > 0) {
        toast({
          title: "Produit ajouté au panier",
          description: quantity === undefined ? product.name : `${added} × ${product.name}`,
        });
      } else {
        toast({
          title: "Stock maximum atteint",
          description: `${product.name} : tout le stock est déjà dans votre panier`,
          variant: "info",
        });
      }
    },
    remove: (id) => store.update((items) => removeItem(items, id)),
    restore: (item, index) => store.update((items) => restoreItem(items, item, index)),
    setQuantity: (id, quantity) => store.update((items) => setItemQuantity(items, id, quantity)),
    clear: () => store.update(() => []),
    refresh: store.refresh,
    reconcile: store.reconcile,
    dismissNotice: store.dismissNotice,
  };
}
