/** The products of the wishlist, page by page, as a screen shows them; a heart that empties takes its product away. */
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { CardProduct } from "../../lib/card-product.ts";
import { hearts, subscribeToHearts } from "./hearts.ts";
import { listWishes } from "./wishlist-keeper.ts";

interface Wishes {
  /** Of the last request. */
  state: "loading" | "ready" | "failed";
  products: CardProduct[];
  /** How many there are in all, also those that are not loaded yet; null before the first answer. */
  total: number | null;
  /** Loads what comes after the products that are there; again after a failure. */
  more(): Promise<void>;
}

export function useWishes(): Wishes {
  const [state, setState] = useState<Wishes["state"]>("loading");
  const [loaded, setLoaded] = useState<CardProduct[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const wished = useSyncExternalStore(
    subscribeToHearts,
    () => loaded.filter(({ id }) => hearts.has(id)).length,
    () => 0,
  );
  const products = wished === loaded.length ? loaded : loaded.filter(({ id }) => hearts.has(id));

  const load = useCallback(async (known: CardProduct[]) => {
    setState("loading");
    try {
      const page = await listWishes(known.length);
      const ids = new Set(known.map(({ id }) => id));
      setLoaded([...known, ...page.products.filter(({ id }) => !ids.has(id))]);
      setTotal(page.total);
      setState("ready");
    } catch (error) {
      console.error("wishlist: the products could not be read", error);
      setState("failed");
    }
  }, []);

  useEffect(() => {
    void load([]);
  }, [load]);

  return {
    state,
    products,
    total: total === null ? null : total - loaded.length + products.length,
    more: () => load(products),
  };
}
