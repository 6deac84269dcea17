/**
 * Merging a visitor's wishlist into the account: the requests, and what stays in local storage until they
 * succeed.
 */
import { beforeEach, expect, it, vi } from "vitest";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { openAccountWishlist } from "./account-wishlist.ts";
import { serializeWishlist } from "./visitor-wishlist.ts";

const drill = "00000000-0000-4000-8000-000000000001";
const pipe = "00000000-0000-4000-8000-000000000002";
const saw = "00000000-0000-4000-8000-000000000003";

const { session, addToWishlist, removeFromWishlist, listWishlistIds } = vi.hoisted(() => ({
  session: { current: {} as object | null },
  addToWishlist: vi.fn<(client: unknown, ids: readonly string[]) => Promise<string[]>>(),
  removeFromWishlist: vi.fn<() => Promise<void>>(),
  listWishlistIds: vi.fn<() => Promise<string[]>>(),
}));
vi.mock("#app/lib/supabase/auth.client.ts", () => ({
  getCurrentSession: async () => session.current,
}));
vi.mock("#app/lib/supabase/supabase.client.ts", () => ({
  getSupabase: () => ({}),
}));
vi.mock("./wishlist.mutations.ts", () => ({ addToWishlist, removeFromWishlist }));
vi.mock("./wishlist.queries.ts", () => ({ listWishlistIds, listWishlistProducts: vi.fn() }));

let values: Map<string, string>;
const storedIds = () => JSON.parse(values.get("wishlist") ?? '{"ids":[]}').ids;

beforeEach(() => {
  vi.resetAllMocks();
  values = new Map();
  vi.stubGlobal("window", {
    localStorage: createMemoryStorage(values),
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
  session.current = {};
  addToWishlist.mockImplementation(async (_client, ids) => [...ids]);
});

it("moves the visitor's wishlist and clears local storage", async () => {
  values.set("wishlist", serializeWishlist([drill, pipe]));
  await openAccountWishlist();
  expect(addToWishlist).toHaveBeenCalledExactlyOnceWith({}, [drill, pipe]);
  expect(values.has("wishlist")).toBe(false);
  await openAccountWishlist();
  expect(addToWishlist).toHaveBeenCalledOnce();
});

it("keeps and shows ids whose merge failed, and merges them the next time", async () => {
  values.set("wishlist", serializeWishlist([drill]));
  addToWishlist.mockRejectedValueOnce(new Error("unreachable"));
  const list = await openAccountWishlist();
  expect(storedIds()).toEqual([drill]);
  listWishlistIds.mockResolvedValueOnce([pipe]);
  expect(await list?.listIds()).toEqual([drill, pipe]);
  await openAccountWishlist();
  expect(values.has("wishlist")).toBe(false);
});

it("keeps an id that another tab added during the merge", async () => {
  values.set("wishlist", serializeWishlist([drill]));
  addToWishlist.mockImplementationOnce(async (_client, ids) => {
    values.set("wishlist", serializeWishlist([saw, drill]));
    return [...ids];
  });
  await openAccountWishlist();
  expect(storedIds()).toEqual([saw]);
});

it("drops ids of deleted products, which the database leaves out", async () => {
  values.set("wishlist", serializeWishlist([drill, pipe]));
  addToWishlist.mockResolvedValueOnce([pipe]);
  await openAccountWishlist();
  expect(values.has("wishlist")).toBe(false);
});

it("changes nothing when the session has ended", async () => {
  values.set("wishlist", serializeWishlist([drill]));
  session.current = null;
  expect(await openAccountWishlist()).toBeNull();
  expect(addToWishlist).not.toHaveBeenCalled();
  expect(storedIds()).toEqual([drill]);
});

it("rejects a product that is no longer sold", async () => {
  const list = await openAccountWishlist();
  addToWishlist.mockResolvedValueOnce([]);
  await expect(list?.add(drill)).rejects.toThrow("no longer sold");
});

it("removes a product from both lists", async () => {
  values.set("wishlist", serializeWishlist([drill]));
  addToWishlist.mockRejectedValueOnce(new Error("unreachable"));
  const list = await openAccountWishlist();
  await list?.remove(drill);
  expect(removeFromWishlist).toHaveBeenCalledOnce();
  expect(storedIds()).toEqual([]);
});
