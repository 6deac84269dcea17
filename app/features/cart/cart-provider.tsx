/** Hands the cart to the screens. The provider renders nothing of its own and is the same on every page. */
import { createContext, useContext, useState, useSyncExternalStore } from "react";
import { toast } from "../../components/ui/toast/toast.ts";
import {
  addItem,
  type CartItem,
  type CartItems,
  type CartProduct,
  countItems,
  removeItem,
  restoreItem,
  setItemQuantity,
  subtotalOf,
} from "./cart-items.ts";
import type { CartNotice, ReviewedCart } from "./cart-review.ts";
import { type CartStore, createCartStore } from "./cart-store.ts";

interface CartActions {
  /** Adds pieces of a product (1 unless told) and says so in a toast, with the quantity when one was chosen. */
  add(product: CartProduct, quantity?: number): void;
  remove(id: string): void;
  restore(item: CartItem, index: number): void;
  /** Applies only a quantity greater than 0, and no more than the stock. */
  setQuantity(id: string, quantity: number): void;
  clear(): void;
  /** The lines as they are stored now, whether this tab was told of a change or not. */
  reread(): CartItems;
  /** Takes over a repaired cart together with its explanations. */
  review(change: (items: CartItems) => ReviewedCart): void;
  dismissNotice(id: string): void;
}

/** The actions stay the same from one render to the next. */
export interface Cart extends CartActions {
  items: CartItems;
  /** What the last comparison with the shop changed, for display beside the lines. */
  notices: readonly CartNotice[];
  /** Sum of the quantities. */
  count: number;
  /** In francs, without shipping. */
  subtotal: number;
  /** False until the stored cart has been read; it looks empty until then. */
  ready: boolean;
}

const CartContext = createContext<{ store: CartStore; actions: CartActions } | null>(null);

export function CartProvider({ children }: { children: React.ReactNode }) {
  const [cart] = useState(() => {
    const store = createCartStore(() => window.localStorage);
    return { store, actions: actionsOn(store) };
  });
  return <CartContext value={cart}>{children}</CartContext>;
}

/** The cart and its actions. Throws outside a CartProvider. */
export function useCart(): Cart {
  const cart = useContext(CartContext);
  if (!cart) throw new Error("useCart must be used within a CartProvider");
  const { store, actions } = cart;
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  return { ...state, ...actions, count: countItems(state.items), subtotal: subtotalOf(state.items) };
}

function quantityOf(store: CartStore, id: string): number {
  return store.getSnapshot().items.find((item) => item.id === id)?.quantity ?? 0;
}

function actionsOn(store: CartStore): CartActions {
  return {
    add(product, quantity) {
      const before = quantityOf(store, product.id);
      store.update((items) => addItem(items, product, quantity ?? 1));
      const added = quantityOf(store, product.id) - before;
      if (added > 0) {
        toast({
          title: "Produit ajouté au panier",
          description: quantity === undefined ? product.name : `${added} × ${product.name}`,
        });
      } else {
        toast({
          title: "Stock maximum atteint",
          description: `${product.name} : tout le stock est déjà dans votre panier`,
          variant: "blue",
        });
      }
    },
    remove: (id) => store.update((items) => removeItem(items, id)),
    restore: (item, index) => store.update((items) => restoreItem(items, item, index)),
    setQuantity: (id, quantity) => store.update((items) => setItemQuantity(items, id, quantity)),
    clear: () => store.update(() => []),
    reread: store.reread,
    review: store.review,
    dismissNotice: store.dismissNotice,
  };
}
