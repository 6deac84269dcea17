/**
 * The idempotency key of a checkout: the order's id is generated here, once for each attempt to buy, and
 * stored until the attempt ends. A double click, a reload, or a retry after a lost response then sends the
 * same id, and the database creates one order. Another cart is another attempt. Prices are not part of the
 * fingerprint: when one changes between two tries it is still the same purchase. The attempt holds no
 * personal data, so it may outlive the tab. Of the order that it became the id is left, by which the checkout of another
 * tab knows why its cart is empty.
 */
import { randomId } from "#app/lib/random-id.ts";

const STORAGE_KEY = "checkout-attempt";

interface CheckoutAttempt {
  /** Becomes the order's id. */
  id: string;
  userId: string;
  /** The fingerprint of the cart that it buys; "" once it is an order. */
  cart: string;
  /** Sent without a response that says the outcome: the order may exist. */
  sent: boolean;
}

/** The cart's fingerprint: products and quantities as one text, independent of the order of the lines. */
export function getCartFingerprint(lines: readonly { id: string; quantity: number }[]): string {
  return lines
    .map(({ id, quantity }) => `${id}:${quantity}`)
    .toSorted()
    .join(",");
}

type AttemptStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface CheckoutAttempts {
  /** The attempt of this user that was sent and whose outcome is unknown. */
  findUnconfirmed(userId: string): CheckoutAttempt | null;
  /**
   * The id to send the cart of this fingerprint with, recorded as sent: that of the earlier attempt when the
   * cart is the same.
   */
  begin(userId: string, cart: string): string;
  /** The service rejected it: no order exists, and the same cart may be sent again with the same id. */
  markRejected(): void;
  /** The order exists: the next purchase is a new attempt. */
  markPlaced(userId: string, id: string): void;
  /** The id of the order that the last attempt became; null while it is none. */
  findPlaced(): string | null;
  /** The id cannot be used: the next purchase is a new attempt. */
  clear(): void;
}

/** Attempts in a storage, with memory as the fallback for as long as the page lives. */
export function createCheckoutAttempts(storage: () => AttemptStorage): CheckoutAttempts {
  let fallback: CheckoutAttempt | null = null;

  function read(): CheckoutAttempt | null {
    if (fallback) return fallback;
    try {
      const value: unknown = JSON.parse(storage().getItem(STORAGE_KEY) ?? "null");
      return isAttempt(value) ? value : null;
    } catch (error) {
      console.error("checkout: the attempt could not be read", error);
      return null;
    }
  }

  function write(attempt: CheckoutAttempt | null): void {
    try {
      if (attempt) storage().setItem(STORAGE_KEY, JSON.stringify(attempt));
      else storage().removeItem(STORAGE_KEY);
      fallback = null;
    } catch (error) {
      console.error("checkout: the attempt could not be stored", error);
      fallback = attempt;
    }
  }

  return {
    findUnconfirmed(userId) {
      const attempt = read();
      return attempt?.sent && attempt.userId === userId ? attempt : null;
    },
    begin(userId, cart) {
      const earlier = read();
      const same = earlier?.userId === userId && earlier.cart === cart;
      const id = same ? earlier.id : randomId();
      write({ id, userId, cart, sent: true });
      return id;
    },
    markRejected() {
      const attempt = read();
      if (attempt) write({ ...attempt, sent: false });
    },
    markPlaced: (userId, id) => write({ id, userId, cart: "", sent: false }),
    findPlaced() {
      const attempt = read();
      return attempt?.cart === "" ? attempt.id : null;
    },
    clear: () => write(null),
  };
}

function isAttempt(value: unknown): value is CheckoutAttempt {
  if (typeof value !== "object" || value === null) return false;
  const { id, userId, cart, sent } = { id: null, userId: null, cart: null, sent: null, ...value };
  return (
    typeof id === "string" &&
    typeof userId === "string" &&
    typeof cart === "string" &&
    typeof sent === "boolean"
  );
}
