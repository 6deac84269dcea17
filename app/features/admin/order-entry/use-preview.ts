/** What an order costs while it is typed: the database computes it, as it does when the order is placed. */
import { useEffect, useState } from "react";
import { listUnsold } from "#app/features/admin/shared/mutations/list-unsold.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { SentOrder } from "./staff-order.ts";
import { type Preview, type PreviewedOrder, previewOrder } from "./staff-orders.queries.ts";

/** After the last key. */
const DELAY_MS = 250;

interface Answer {
  key: string;
  preview: Preview | null;
  /** Why there is none. */
  failure: string | null;
  /** The lines that make it fail, since they are not sold any more: their ids. */
  unsold: readonly string[];
}

export interface PreviewState {
  /** The latest that is known; null until the first one. */
  preview: Preview | null;
  /** Whether it is about what is typed now. */
  isCurrent: boolean;
  failure: string | null;
  unsold: readonly string[];
  /** Asks again, for example after a price has changed. */
  refresh(): void;
}

/** `of` is the order that would be changed; null for a new one. */
export function usePreview(order: SentOrder, of: string | null): PreviewState {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  // The customer may have prices of their own.
  const { customer_id, items, discount, fee, source, pickup_point_id, shipping_address } = order;
  const asked: PreviewedOrder = {
    customer_id,
    items,
    discount,
    fee,
    source,
    pickup_point_id,
    shipping_address,
  };
  const key = JSON.stringify(asked);
  const known = answer?.key;

  useEffect(() => {
    if (key === known) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const next = await previewOrder(getSupabase(), JSON.parse(key), of, abort.signal);
        setAnswer({ key, preview: next, failure: null, unsold: [] });
        setPreview(next);
      } catch (error) {
        if (abort.signal.aborted) return;
        console.error("admin: the order could not be computed", error);
        setAnswer({ key, preview: null, failure: toUserMessage(error), unsold: listUnsold(error) });
      }
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, known, of]);

  const isKnown = known === key;
  return {
    preview,
    isCurrent: isKnown && answer?.preview !== null,
    failure: isKnown ? (answer?.failure ?? null) : null,
    unsold: isKnown ? (answer?.unsold ?? []) : [],
    refresh: () => setAnswer(null),
  };
}
