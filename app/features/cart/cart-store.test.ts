import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { addItem, type CartProduct } from "./cart-items.ts";
import { createCartStore } from "./cart-store.ts";
import { reconcileCart } from "./reconcile-cart.ts";

const product: CartProduct = {
  id: "a",
  name: "Perceuse",
  slug: "perceuse",
  price: 25_000,
  old_price: null,
  image: null,
  stock: 5,
};

/** One browser's local storage, and the storage events that its other tabs get. */
function browser() {
  const values = new Map<string, string>();
  return {
    values,
    storage: () => createMemoryStorage(values),
    announce: (key: string | null) => window.dispatchEvent(Object.assign(new Event("storage"), { key })),
  };
}

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the cart store", () => {
  it("is empty and not ready on the server, whatever is stored", () => {
    const { values, storage } = browser();
    values.set("cart", JSON.stringify([{ ...product, quantity: 2 }]));
    const store = createCartStore(storage);
    expect(store.getServerSnapshot()).toMatchObject({ items: [], notices: [], ready: false });
    expect(store.getSnapshot()).toMatchObject({
      items: [{ ...product, quantity: 2 }],
      notices: [],
      ready: true,
    });
  });

  it("returns the same snapshot until something changes", () => {
    const store = createCartStore(browser().storage);
    const before = store.getSnapshot();
    expect(store.getSnapshot()).toBe(before);
    store.update((items) => addItem(items, product, 1));
    expect(store.getSnapshot()).not.toBe(before);
  });

  it("stores every change as the list of lines", () => {
    const { values, storage } = browser();
    createCartStore(storage).update((items) => addItem(items, product, 2));
    expect(JSON.parse(values.get("cart") ?? "")).toEqual([{ ...product, quantity: 2 }]);
  });

  it("shows changes of another tab", () => {
    const { storage, announce } = browser();
    const [here, there] = [createCartStore(storage), createCartStore(storage)];
    const listener = vi.fn();
    here.getSnapshot();
    here.subscribe(listener);
    there.update((items) => addItem(items, product, 2));
    announce("other");
    expect(listener).not.toHaveBeenCalled();
    announce("cart");
    expect(listener).toHaveBeenCalledOnce();
    expect(here.getSnapshot().items).toEqual([{ ...product, quantity: 2 }]);
  });

  it("reads changes of another tab that sent no storage event", () => {
    const { values, storage } = browser();
    const store = createCartStore(storage);
    store.update((items) => addItem(items, product, 2));
    const listener = vi.fn();
    store.subscribe(listener);
    values.delete("cart");
    expect(store.getSnapshot().items).toHaveLength(1);
    expect(store.refresh()).toEqual([]);
    expect(listener).toHaveBeenCalledOnce();
    expect(store.getSnapshot().items).toEqual([]);
  });

  it("knows whether another tab has emptied it, until it holds something again", () => {
    const { values, storage } = browser();
    const store = createCartStore(storage);
    const isEmptiedElsewhere = () => store.getSnapshot().isEmptiedElsewhere ?? false;
    store.update((items) => addItem(items, product, 1));
    store.update(() => []);
    expect(isEmptiedElsewhere(), "emptied here").toBe(false);
    store.update((items) => addItem(items, product, 1));
    values.set("cart", "[]");
    store.refresh();
    expect(isEmptiedElsewhere()).toBe(true);
    // The page compares the lines with the shop, and stores them.
    store.reconcile(() => ({ items: [], notices: [] }));
    expect(isEmptiedElsewhere(), "still empty").toBe(true);
    store.update((items) => addItem(items, product, 1));
    store.update(() => []);
    expect(isEmptiedElsewhere(), "filled and emptied here").toBe(false);
  });

  it("applies updates on top of another tab's changes before the storage event", () => {
    const { storage } = browser();
    const [here, there] = [createCartStore(storage), createCartStore(storage)];
    here.getSnapshot();
    there.update((items) => addItem(items, product, 2));
    here.update((items) => addItem(items, product, 1));
    expect(here.getSnapshot().items).toEqual([{ ...product, quantity: 3 }]);
  });

  it("falls back to memory when the storage throws, and logs it", () => {
    const fail = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const store = createCartStore(() => ({ getItem: fail, setItem: fail }));
    store.update((items) => addItem(items, product, 1));
    store.update((items) => addItem(items, product, 1));
    expect(store.getSnapshot().items).toEqual([{ ...product, quantity: 2 }]);
    expect(console.error).toHaveBeenCalled();
  });

  it("removes notices that no longer apply to the cart", () => {
    const store = createCartStore(browser().storage);
    store.update((items) => addItem(addItem(items, product, 1), { ...product, id: "b" }, 1));
    store.reconcile((items) => reconcileCart(items, ["a", "b"], [{ ...product, price: 30_000 }]));
    expect(store.getSnapshot().notices.map(({ kind, id }) => [kind, id])).toEqual([
      ["price", "a"],
      ["unavailable", "b"],
    ]);
    store.update(() => []);
    expect(store.getSnapshot().notices.map(({ kind }) => kind)).toEqual(["unavailable"]);
    store.dismissNotice("b");
    expect(store.getSnapshot().notices).toEqual([]);
  });
});
