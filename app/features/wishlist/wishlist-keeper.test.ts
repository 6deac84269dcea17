/** The order of things between presses and answers, with lists that answer when they are told to. */
import { beforeEach, expect, it, vi } from "vitest";
import { getToasts } from "../../components/ui/toast/toast.ts";
import { SESSION_KEY } from "../../lib/stored-session.ts";
import type { Wishlist } from "./any-wishlist.ts";
import { hearts, showHeart } from "./hearts.ts";
import { keepHeart, listWishes, refreshHearts } from "./wishlist-keeper.ts";

const drill = { id: "00000000-0000-4000-8000-000000000001", name: "Perceuse" };
const pipe = { id: "00000000-0000-4000-8000-000000000002", name: "Tube" };

const account = vi.hoisted(() => ({
  listIds: vi.fn<Wishlist["listIds"]>(),
  add: vi.fn<Wishlist["add"]>(),
  remove: vi.fn<Wishlist["remove"]>(),
  listProducts: vi.fn<Wishlist["listProducts"]>(),
}));
const openAccountWishlist = vi.hoisted(() => vi.fn<() => Promise<Wishlist | null>>());
vi.mock("./account-wishlist.ts", () => ({ openAccountWishlist }));

let values: Map<string, string>;
const undo = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  values = new Map();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    },
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
  hearts.clear();
  openAccountWishlist.mockResolvedValue(account);
  account.add.mockResolvedValue();
  account.remove.mockResolvedValue();
});

function signIn() {
  values.set(SESSION_KEY, "{}");
}

/** A press as a heart does it: shown at once, then kept. */
function press(product: { id: string; name: string }, wanted: boolean) {
  showHeart(product.id, wanted);
  return keepHeart(product, wanted, undo);
}

it("keeps a visitor's hearts in this browser, the newest first", async () => {
  await press(drill, true);
  await press(pipe, true);
  expect(JSON.parse(values.get("wishlist") ?? "")).toEqual({ version: 1, ids: [pipe.id, drill.id] });
  await press(pipe, false);
  await press(drill, false);
  expect(values.has("wishlist")).toBe(false);
  expect(openAccountWishlist).not.toHaveBeenCalled();
});

it("says what it did, with a way to the list or back", async () => {
  await press(drill, true);
  expect(getToasts()[0]).toMatchObject({
    title: "Ajouté à votre liste",
    description: "Perceuse",
    action: { label: "Voir la liste", to: "/wishlist" },
  });
  await press(drill, false);
  expect(getToasts()[0]).toMatchObject({
    title: "Retiré de votre liste",
    action: { label: "Annuler", onClick: undo },
  });
});

it("asks the customer's list while a session holds, and the visitor's once it is over", async () => {
  signIn();
  await press(drill, true);
  expect(account.add).toHaveBeenCalledWith(drill.id);
  expect(values.has("wishlist")).toBe(false);
  openAccountWishlist.mockResolvedValue(null);
  await press(pipe, true);
  expect(JSON.parse(values.get("wishlist") ?? "").ids).toEqual([pipe.id]);
});

it("does what was pressed one after the other", async () => {
  signIn();
  const { promise, resolve } = Promise.withResolvers<void>();
  account.add.mockReturnValueOnce(promise);
  const added = press(drill, true);
  const removed = press(drill, false);
  await vi.waitFor(() => expect(account.add).toHaveBeenCalled());
  expect(account.remove).not.toHaveBeenCalled();
  resolve();
  await Promise.all([added, removed]);
  expect(account.remove).toHaveBeenCalledWith(drill.id);
  expect(hearts.has(drill.id)).toBe(false);
});

it("rejects a press that the list refused, and goes on with the next", async () => {
  signIn();
  account.add.mockRejectedValueOnce(new Error("refused"));
  await expect(press(drill, true)).rejects.toThrow("refused");
  await press(pipe, true);
  expect(hearts.has(pipe.id)).toBe(true);
});

it("does not let an older answer empty a heart that was pressed meanwhile", async () => {
  signIn();
  const { promise, resolve } = Promise.withResolvers<string[]>();
  account.listIds.mockReturnValueOnce(promise);
  hearts.add("from before the sign-in");
  const refreshed = refreshHearts();
  const added = press(drill, true);
  resolve([pipe.id]);
  await refreshed;
  expect([...hearts].sort()).toEqual([drill.id, pipe.id]);
  await added;
});

it("shows a heart whose press an older answer overtook on the way here", async () => {
  showHeart(drill.id, true);
  hearts.clear();
  const added = keepHeart(drill, true, undo);
  expect(hearts.has(drill.id)).toBe(true);
  await added;
});

it("leaves the hearts as they are when the list cannot be read", async () => {
  signIn();
  hearts.add(drill.id);
  account.listIds.mockRejectedValueOnce(new Error("unreachable"));
  await refreshHearts();
  expect([...hearts]).toEqual([drill.id]);
  expect(console.error).toHaveBeenCalled();
});

it("gives the products of a page their hearts", async () => {
  signIn();
  const product = {
    ...drill,
    slug: "perceuse",
    price: 1000,
    old_price: null,
    discount: null,
    image: null,
    rating: 0,
    review_count: 0,
    is_new: false,
    stock: 1,
  };
  account.listProducts.mockResolvedValueOnce({ products: [product], total: 1 });
  expect(await listWishes(24)).toEqual({ products: [product], total: 1 });
  expect(account.listProducts).toHaveBeenCalledWith(24);
  expect(hearts.has(drill.id)).toBe(true);
});
