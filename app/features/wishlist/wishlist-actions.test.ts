/** The order of changes and responses, with lists that respond on demand. */
import { beforeEach, expect, it, vi } from "vitest";
import { getToasts } from "#app/components/ui/toast/toast.ts";
import { createCardProduct } from "#app/lib/models/card-product.fixture.ts";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import type { Wishlist } from "./wishlist.types.ts";
import { loadWishlistPage, refreshWishlist, saveWishlistChange } from "./wishlist-actions.ts";
import { setWishlisted, wishlistedIds } from "./wishlist-store.ts";

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
    localStorage: createMemoryStorage(values),
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
  wishlistedIds.clear();
  openAccountWishlist.mockResolvedValue(account);
  account.add.mockResolvedValue();
  account.remove.mockResolvedValue();
});

function signIn() {
  values.set(SESSION_KEY, "{}");
}

/** A press of the wishlist button: shown at once, then saved. */
function press(product: { id: string; name: string }, isWishlisted: boolean) {
  setWishlisted(product.id, isWishlisted);
  return saveWishlistChange(product, isWishlisted, undo);
}

it("stores a visitor's wishlist in this browser, newest first", async () => {
  await press(drill, true);
  await press(pipe, true);
  expect(JSON.parse(values.get("wishlist") ?? "")).toEqual({ version: 1, ids: [pipe.id, drill.id] });
  await press(pipe, false);
  await press(drill, false);
  expect(values.has("wishlist")).toBe(false);
  expect(openAccountWishlist).not.toHaveBeenCalled();
});

it("shows a toast with a link to the list or an undo action", async () => {
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

it("changes the customer's list during a session, and the visitor's after it has ended", async () => {
  signIn();
  await press(drill, true);
  expect(account.add).toHaveBeenCalledWith(drill.id);
  expect(values.has("wishlist")).toBe(false);
  openAccountWishlist.mockResolvedValue(null);
  await press(pipe, true);
  expect(JSON.parse(values.get("wishlist") ?? "").ids).toEqual([pipe.id]);
});

it("applies changes one after the other", async () => {
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
  expect(wishlistedIds.has(drill.id)).toBe(false);
});

it("rejects a change that failed, and continues with the next", async () => {
  signIn();
  account.add.mockRejectedValueOnce(new Error("refused"));
  await expect(press(drill, true)).rejects.toThrow("refused");
  await press(pipe, true);
  expect(wishlistedIds.has(pipe.id)).toBe(true);
});

it("does not let an older response overwrite a pending change", async () => {
  signIn();
  const { promise, resolve } = Promise.withResolvers<string[]>();
  account.listIds.mockReturnValueOnce(promise);
  wishlistedIds.add("from before the sign-in");
  const refreshed = refreshWishlist();
  const added = press(drill, true);
  resolve([pipe.id]);
  await refreshed;
  expect([...wishlistedIds].sort()).toEqual([drill.id, pipe.id]);
  await added;
});

it("reapplies a change that an older response overwrote before the code was loaded", async () => {
  setWishlisted(drill.id, true);
  wishlistedIds.clear();
  const added = saveWishlistChange(drill, true, undo);
  expect(wishlistedIds.has(drill.id)).toBe(true);
  await added;
});

it("leaves the store unchanged when the list cannot be read", async () => {
  signIn();
  wishlistedIds.add(drill.id);
  account.listIds.mockRejectedValueOnce(new Error("unreachable"));
  await refreshWishlist();
  expect([...wishlistedIds]).toEqual([drill.id]);
  expect(console.error).toHaveBeenCalled();
});

it("marks the products of a page as wishlisted", async () => {
  signIn();
  const product = createCardProduct(drill.id, drill);
  account.listProducts.mockResolvedValueOnce({ products: [product], total: 1 });
  expect(await loadWishlistPage(24)).toEqual({ products: [product], total: 1 });
  expect(account.listProducts).toHaveBeenCalledWith(24);
  expect(wishlistedIds.has(drill.id)).toBe(true);
});
