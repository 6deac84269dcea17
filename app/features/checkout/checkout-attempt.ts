/**
 * The order's id is made here, once for each attempt to buy, and kept until the attempt has an end. A double
 * click, a reload, or sending again after a lost answer then carries the same id, and the database makes one
 * order of them. Another cart is another attempt. Prices are no part of it: when one changes between two tries
 * it is still the same purchase. It names nobody, so it may outlive the tab.
 */
import { randomId } from "../../lib/random-id.ts";

const STORAGE_KEY = "checkout-attempt";

interface Attempt {
  /** Becomes the order's id. */
  id: string;
  userId: string;
  /** The products and quantities it buys. */
  cart: string;
  /** It has been sent, and no answer said what became of it: the order may exist. */
  sent: boolean;
}

/** Products and quantities as one text, whatever their order. */
export function cartKey(lines: readonly { id: string; quantity: number }[]): string {
  return lines
    .map(({ id, quantity }) => `${id}:${quantity}`)
    .toSorted()
    .join(",");
}

type AttemptStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface Attempts {
  /** The attempt of this user that was sent and whose fate is unknown. */
  unsettled(userId: string): Attempt | null;
  /** The id to send this cart under, noted as sent: the one of the earlier attempt when it was the same cart. */
  begin(userId: string, cart: string): string;
  /** The service said no: the order does not exist, and the same cart may be sent under the same id again. */
  refuse(): void;
  /** The order exists, or the id is of no use: the next purchase is a new attempt. */
  end(): void;
}

/** Attempts kept in a storage; where it fails they are remembered as long as the page lives. */
export function createAttempts(storage: () => AttemptStorage): Attempts {
  let remembered: Attempt | null = null;

  function read(): Attempt | null {
    if (remembered) return remembered;
    try {
      const value: unknown = JSON.parse(storage().getItem(STORAGE_KEY) ?? "null");
      return isAttempt(value) ? value : null;
    } catch (error) {
      console.error("checkout: the attempt could not be read", error);
      return null;
    }
  }

  function write(attempt: Attempt | null): void {
    try {
      if (attempt) storage().setItem(STORAGE_KEY, JSON.stringify(attempt));
      else storage().removeItem(STORAGE_KEY);
      remembered = null;
    } catch (error) {
      console.error("checkout: the attempt could not be kept", error);
      remembered = attempt;
    }
  }

  return {
    unsettled(userId) {
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
    refuse() {
      const attempt = read();
      if (attempt) write({ ...attempt, sent: false });
    },
    end: () => write(null),
  };
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== "object" || value === null) return false;
  const { id, userId, cart, sent } = { id: null, userId: null, cart: null, sent: null, ...value };
  return (
    typeof id === "string" &&
    typeof userId === "string" &&
    typeof cart === "string" &&
    typeof sent === "boolean"
  );
}
