/**
 * Why an order was not taken. The database refuses with codes of the shop's own (YA001 to YA005) and a French
 * sentence; the network and the gateway fail in their ways. What matters to the checkout is whether the order
 * may exist nevertheless.
 */
import { typeset } from "../../lib/typeset.ts";

export type OrderRefusal =
  /** A price or the shipping is not what the browser thought; amounts in francs. */
  | { kind: "price-changed"; message: string; total: number | null; shipping: number | null }
  | { kind: "out-of-stock"; message: string }
  | { kind: "gone"; message: string }
  /** The id belongs to an order with another content. */
  | { kind: "id-used" }
  | { kind: "malformed"; message: string }
  | { kind: "signed-out" }
  /** No answer, or a broken one: the order may have been taken. */
  | { kind: "unreachable" }
  | { kind: "failed" };

/** What postgrest-js gives for a failure; `status` is 0 when there was no answer. */
export interface RestFailure {
  code: string;
  message: string;
  details: string | null;
}

export function readRefusal(error: RestFailure, status: number): OrderRefusal {
  const { code } = error;
  const message = typeset(error.message);
  switch (code) {
    case "YA001": {
      const details = readDetails(error.details);
      return {
        kind: "price-changed",
        message,
        total: amount(details.total),
        shipping: amount(details.shipping),
      };
    }
    case "YA002":
      return { kind: "out-of-stock", message };
    case "YA003":
      return { kind: "gone", message };
    case "YA004":
    case "23505":
      return { kind: "id-used" };
    case "YA005":
      return { kind: "malformed", message };
  }
  if (status === 401) return { kind: "signed-out" };
  return { kind: status === 0 || status >= 500 ? "unreachable" : "failed" };
}

/** The details travel as JSON in a text; anything else is as good as none. */
function readDetails(details: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(details ?? "");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function amount(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
