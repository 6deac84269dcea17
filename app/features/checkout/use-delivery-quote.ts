/**
 * The fee and the days of the delivery while the address is typed. The database computes them from the town, the
 * quarter and the products, as it does for the order itself.
 */
import { useEffect, useRef, useState } from "react";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type DeliveryQuote, type DeliveryRequest, getDeliveryQuote } from "./delivery-quote.queries.ts";

/** After the last key. */
const DELAY_MS = 500;

interface Answer {
  key: string;
  /** Null when the request failed. */
  quote: DeliveryQuote | null;
}

export interface QuoteState {
  /** Null until the town is known, and when the request failed. */
  quote: DeliveryQuote | null;
  status: "idle" | "loading" | "ready" | "failed";
}

/**
 * `request` is null where nothing is to be computed: in a shop without zones, and for a pick-up. `ask` resolves to the
 * quote for what is sent, requested now if it is not known yet.
 */
export function useDeliveryQuote(request: DeliveryRequest | null) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const latest = useRef("");
  const isKnown = request !== null && request.city.trim().length >= 2;
  const key = isKnown ? getKey(request) : "";

  async function ask(asked: DeliveryRequest): Promise<DeliveryQuote | null> {
    const askedKey = getKey(asked);
    if (answer?.key === askedKey && answer.quote) return answer.quote;
    latest.current = askedKey;
    const quote = await load(asked);
    if (latest.current === askedKey) setAnswer({ key: askedKey, quote });
    return quote;
  }

  const known = answer?.key;
  useEffect(() => {
    if (key === "" || key === known) return;
    latest.current = key;
    const timer = setTimeout(async () => {
      const quote = await load(parseKey(key));
      if (latest.current === key) setAnswer({ key, quote });
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [key, known]);

  const state: QuoteState = { quote: isKnown ? (answer?.quote ?? null) : null, status: getStatus() };
  function getStatus(): QuoteState["status"] {
    if (!isKnown) return "idle";
    if (known !== key) return "loading";
    return answer?.quote ? "ready" : "failed";
  }
  return { ...state, ask, forget: () => setAnswer(null) };
}

async function load(request: DeliveryRequest): Promise<DeliveryQuote | null> {
  try {
    return await getDeliveryQuote(getSupabase(), request);
  } catch (error) {
    console.error("checkout: the delivery fee could not be read", error);
    return null;
  }
}

function getKey({ city, quarter, items }: DeliveryRequest): string {
  const lines = items.map(({ id, quantity }) => ({ id, quantity }));
  return JSON.stringify({ city: city.trim(), quarter: quarter.trim(), items: lines });
}

function parseKey(key: string): DeliveryRequest {
  return JSON.parse(key);
}
