import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Attempts, cartKey, createAttempts } from "./checkout-attempt.ts";

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const cart = cartKey([
  { id: "a", quantity: 2 },
  { id: "b", quantity: 1 },
]);
const otherCart = cartKey([{ id: "a", quantity: 3 }]);
let storage: ReturnType<typeof memory>;
let attempts: Attempts;

beforeEach(() => {
  storage = memory();
  attempts = createAttempts(() => storage);
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("an attempt to buy", () => {
  it("is a uuid", () => {
    expect(attempts.begin("awa", cart)).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });

  it("keeps its id when the same cart is sent again, in whatever order its lines stand", () => {
    const id = attempts.begin("awa", cart);
    const turned = cartKey([
      { id: "b", quantity: 1 },
      { id: "a", quantity: 2 },
    ]);
    expect(attempts.begin("awa", turned)).toBe(id);
  });

  it("keeps its id after a refusal", () => {
    const id = attempts.begin("awa", cart);
    attempts.refuse();
    expect(attempts.begin("awa", cart)).toBe(id);
  });

  it("is a new one for another cart, another customer, and after the end", () => {
    const first = attempts.begin("awa", cart);
    const second = attempts.begin("awa", otherCart);
    const third = attempts.begin("issa", otherCart);
    attempts.end();
    const fourth = attempts.begin("issa", otherCart);
    expect(new Set([first, second, third, fourth]).size).toBe(4);
  });

  it("is unsettled from the sending until an answer", () => {
    expect(attempts.unsettled("awa")).toBeNull();
    const id = attempts.begin("awa", cart);
    expect(attempts.unsettled("awa")).toEqual({ id, userId: "awa", cart, sent: true });
    expect(attempts.unsettled("issa")).toBeNull();
    attempts.refuse();
    expect(attempts.unsettled("awa")).toBeNull();
  });

  it.each(["", "{", "[]", "7", '{"id":1}'])("is begun anew when %j is stored", (text) => {
    storage.setItem("checkout-attempt", text);
    expect(attempts.unsettled("awa")).toBeNull();
    expect(attempts.begin("awa", cart)).toHaveLength(36);
  });

  it("survives a reload", () => {
    const id = attempts.begin("awa", cart);
    expect(createAttempts(() => storage).begin("awa", cart)).toBe(id);
  });

  it("keeps its id while the page lives when nothing can be stored", () => {
    const denied = createAttempts(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(denied.begin("awa", cart)).toBe(denied.begin("awa", cart));
    denied.end();
    expect(denied.unsettled("awa")).toBeNull();
  });
});
