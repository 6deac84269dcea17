import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { type CheckoutAttempts, createCheckoutAttempts, getCartFingerprint } from "./checkout-attempt.ts";

const memory = () => createMemoryStorage(new Map());

const cart = getCartFingerprint([
  { id: "a", quantity: 2 },
  { id: "b", quantity: 1 },
]);
const otherCart = getCartFingerprint([{ id: "a", quantity: 3 }]);
let storage: ReturnType<typeof memory>;
let attempts: CheckoutAttempts;

beforeEach(() => {
  storage = memory();
  attempts = createCheckoutAttempts(() => storage);
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("a checkout attempt", () => {
  it("has a UUID", () => {
    expect(attempts.begin("awa", cart)).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });

  it("keeps its id when the same cart is sent again, in any order of its lines", () => {
    const id = attempts.begin("awa", cart);
    const reordered = getCartFingerprint([
      { id: "b", quantity: 1 },
      { id: "a", quantity: 2 },
    ]);
    expect(attempts.begin("awa", reordered)).toBe(id);
  });

  it("keeps its id after a rejection", () => {
    const id = attempts.begin("awa", cart);
    attempts.markRejected();
    expect(attempts.begin("awa", cart)).toBe(id);
  });

  it("is a new one for another cart, another customer, and after `clear`", () => {
    const first = attempts.begin("awa", cart);
    const second = attempts.begin("awa", otherCart);
    const third = attempts.begin("issa", otherCart);
    attempts.clear();
    const fourth = attempts.begin("issa", otherCart);
    expect(new Set([first, second, third, fourth]).size).toBe(4);
  });

  it("is unconfirmed from the sending until a response", () => {
    expect(attempts.findUnconfirmed("awa")).toBeNull();
    const id = attempts.begin("awa", cart);
    expect(attempts.findUnconfirmed("awa")).toEqual({ id, userId: "awa", cart, sent: true });
    expect(attempts.findUnconfirmed("issa")).toBeNull();
    attempts.markRejected();
    expect(attempts.findUnconfirmed("awa")).toBeNull();
  });

  it.each(["", "{", "[]", "7", '{"id":1}'])("starts anew when %j is stored", (text) => {
    storage.setItem("checkout-attempt", text);
    expect(attempts.findUnconfirmed("awa")).toBeNull();
    expect(attempts.begin("awa", cart)).toHaveLength(36);
  });

  it("leaves the id of its order, and the next purchase is a new attempt", () => {
    const id = attempts.begin("awa", cart);
    expect(attempts.findPlaced()).toBeNull();
    attempts.markPlaced("awa", id);
    expect(createCheckoutAttempts(() => storage).findPlaced()).toBe(id);
    expect(attempts.findUnconfirmed("awa")).toBeNull();
    expect(attempts.begin("awa", cart)).not.toBe(id);
    expect(attempts.findPlaced()).toBeNull();
  });

  it("survives a reload", () => {
    const id = attempts.begin("awa", cart);
    expect(createCheckoutAttempts(() => storage).begin("awa", cart)).toBe(id);
  });

  it("keeps its id in memory when nothing can be stored", () => {
    const denied = createCheckoutAttempts(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(denied.begin("awa", cart)).toBe(denied.begin("awa", cart));
    denied.clear();
    expect(denied.findUnconfirmed("awa")).toBeNull();
  });
});
