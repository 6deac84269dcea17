/** Moving a visitor's hearts into the account: what is asked of the database, and what stays here until it said yes. */
import { beforeEach, expect, it, vi } from "vitest";
import { openAccountWishlist } from "./account-wishlist.ts";
import { serializeWishlist } from "./stored-wishlist.ts";

const drill = "00000000-0000-4000-8000-000000000001";
const pipe = "00000000-0000-4000-8000-000000000002";
const saw = "00000000-0000-4000-8000-000000000003";

const { session, addWishes, removeWish, listWishedIds } = vi.hoisted(() => ({
  session: { current: {} as object | null },
  addWishes: vi.fn<(client: unknown, ids: readonly string[]) => Promise<string[]>>(),
  removeWish: vi.fn<() => Promise<void>>(),
  listWishedIds: vi.fn<() => Promise<string[]>>(),
}));
vi.mock("../../lib/auth.client.ts", () => ({
  authClient: async () => ({ getSession: async () => ({ data: { session: session.current } }) }),
}));
vi.mock("../../lib/supabase.client.ts", () => ({
  supabase: () => ({}),
}));
vi.mock("./wishlist.mutations.ts", () => ({ addWishes, removeWish }));
vi.mock("./wishlist.queries.ts", () => ({ listWishedIds, listWishedProducts: vi.fn() }));

let values: Map<string, string>;
const storedIds = () => JSON.parse(values.get("wishlist") ?? '{"ids":[]}').ids;

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
  session.current = {};
  addWishes.mockImplementation(async (_client, ids) => [...ids]);
});

it("moves the visitor's hearts and leaves nothing here", async () => {
  values.set("wishlist", serializeWishlist([drill, pipe]));
  await openAccountWishlist();
  expect(addWishes).toHaveBeenCalledExactlyOnceWith({}, [drill, pipe]);
  expect(values.has("wishlist")).toBe(false);
  await openAccountWishlist();
  expect(addWishes).toHaveBeenCalledOnce();
});

it("keeps what the database did not say yes to, shows it, and moves it the next time", async () => {
  values.set("wishlist", serializeWishlist([drill]));
  addWishes.mockRejectedValueOnce(new Error("unreachable"));
  const list = await openAccountWishlist();
  expect(storedIds()).toEqual([drill]);
  listWishedIds.mockResolvedValueOnce([pipe]);
  expect(await list?.listIds()).toEqual([drill, pipe]);
  await openAccountWishlist();
  expect(values.has("wishlist")).toBe(false);
});

it("keeps a heart that another tab added while the others were on their way", async () => {
  values.set("wishlist", serializeWishlist([drill]));
  addWishes.mockImplementationOnce(async (_client, ids) => {
    values.set("wishlist", serializeWishlist([saw, drill]));
    return [...ids];
  });
  await openAccountWishlist();
  expect(storedIds()).toEqual([saw]);
});

it("drops hearts of products that are gone: the database leaves them out", async () => {
  values.set("wishlist", serializeWishlist([drill, pipe]));
  addWishes.mockResolvedValueOnce([pipe]);
  await openAccountWishlist();
  expect(values.has("wishlist")).toBe(false);
});

it("touches nothing when the session is over", async () => {
  values.set("wishlist", serializeWishlist([drill]));
  session.current = null;
  expect(await openAccountWishlist()).toBeNull();
  expect(addWishes).not.toHaveBeenCalled();
  expect(storedIds()).toEqual([drill]);
});

it("refuses a product that is no longer sold", async () => {
  const list = await openAccountWishlist();
  addWishes.mockResolvedValueOnce([]);
  await expect(list?.add(drill)).rejects.toThrow("no longer sold");
});

it("takes a product off both, whichever still holds it", async () => {
  values.set("wishlist", serializeWishlist([drill]));
  addWishes.mockRejectedValueOnce(new Error("unreachable"));
  const list = await openAccountWishlist();
  await list?.remove(drill);
  expect(removeWish).toHaveBeenCalledOnce();
  expect(storedIds()).toEqual([]);
});
