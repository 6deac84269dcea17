/**
 * The errors of placing an order. The database rejects with the shop's own codes and a French message; the
 * network and the gateway fail with other codes. The checkout needs to know whether the order may exist
 * nevertheless.
 */
import { typeset } from "#app/lib/format/typeset.ts";
import {
  LIMIT_REACHED,
  MALFORMED_ORDER,
  NO_CONNECTION,
  ORDER_ID_TAKEN,
  ORDER_TOTAL_CHANGED,
  OUT_OF_STOCK,
  PRODUCT_UNAVAILABLE,
  PROMO_CODE_REFUSED,
  UNIQUE_VIOLATION,
} from "#app/lib/supabase/error-codes.ts";

export type OrderError =
  /** A price or the shipping fee differs from what the browser sent; amounts in francs. */
  | { kind: "price-changed"; message: string; total: number | null; shipping: number | null }
  | { kind: "out-of-stock"; message: string }
  | { kind: "unavailable"; message: string }
  /** The id belongs to an order with other contents. */
  | { kind: "duplicate-id" }
  /** The promo code does not count. */
  | { kind: "promo-refused"; message: string }
  | { kind: "malformed"; message: string }
  /** Beyond a limit; the message says how to reach the shop. */
  | { kind: "limited"; message: string }
  | { kind: "signed-out" }
  /** No response (status 0), an unreadable one or a server error: the order may have been placed. */
  | { kind: "unreachable"; status: number }
  | { kind: "failed" };

/** The fields of postgrest-js's error that are read here. */
export interface RestError {
  code: string;
  message: string;
  details: string | null;
}

/** `status` is the response's HTTP status, 0 without a response. */
export function toOrderError(error: RestError, status: number): OrderError {
  const { code } = error;
  const message = typeset(error.message);
  switch (code) {
    case ORDER_TOTAL_CHANGED: {
      const details = parseDetails(error.details);
      return {
        kind: "price-changed",
        message,
        total: parseAmount(details.total),
        shipping: parseAmount(details.shipping),
      };
    }
    case OUT_OF_STOCK:
      return { kind: "out-of-stock", message };
    case PRODUCT_UNAVAILABLE:
      return { kind: "unavailable", message };
    case ORDER_ID_TAKEN:
    case UNIQUE_VIOLATION:
      return { kind: "duplicate-id" };
    case PROMO_CODE_REFUSED:
      return { kind: "promo-refused", message };
    case MALFORMED_ORDER:
      return { kind: "malformed", message };
    case NO_CONNECTION:
      return { kind: "unreachable", status };
    case LIMIT_REACHED:
      return { kind: "limited", message };
  }
  if (status === 401) return { kind: "signed-out" };
  return status < 400 || status >= 500 ? { kind: "unreachable", status } : { kind: "failed" };
}

/** Parses the details, which are sent as JSON in a text; anything else gives an empty object. */
function parseDetails(details: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(details ?? "");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function parseAmount(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
