/** The promo code of the checkout: entered once, and checked again when the cart changes. */
import { useEffect, useEffectEvent, useState } from "react";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { checkPromoCode, enterPromoCode, type PromoCode } from "./promo-code.queries.ts";

const UNREACHABLE = "Le code n'a pas pu être vérifié. Réessayez.";

interface PromoCodeState {
  typed: string;
  applied: PromoCode | null;
  problem: string | null;
  busy: boolean;
}

export interface PromoCodeChoice extends PromoCodeState {
  type(text: string): void;
  apply(): Promise<void>;
  remove(): void;
  /** Says why the order was refused with the code, which is taken away. */
  refuse(problem: string): void;
}

const EMPTY: PromoCodeState = { typed: "", applied: null, problem: null, busy: false };

export function usePromoCode(items: readonly { id: string; quantity: number }[]): PromoCodeChoice {
  const [state, setState] = useState(EMPTY);
  const change = (changed: Partial<PromoCodeState>) => setState((current) => ({ ...current, ...changed }));

  async function check(code: string, { isNew }: { isNew: boolean }) {
    if (code.trim() === "") return change({ problem: "Entrez le code promo" });
    change({ busy: true, problem: null });
    try {
      if (isNew) await enterPromoCode(getSupabase(), code);
      const checked = await checkPromoCode(getSupabase(), code, items);
      if ("problem" in checked) change({ applied: null, problem: checked.problem });
      else change({ applied: checked, typed: checked.code });
    } catch (error) {
      console.error("checkout: the promo code could not be checked", error);
      change({ problem: describeFailure(error, UNREACHABLE) });
    } finally {
      change({ busy: false });
    }
  }

  const cart = items.map(({ id, quantity }) => `${id} ${quantity}`).join();
  const checkAgain = useEffectEvent(() => {
    if (state.applied && items.length > 0) void check(state.applied.code, { isNew: false });
  });
  // What the code takes off follows the cart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cart is what triggers it
  useEffect(() => checkAgain(), [cart]);

  return {
    ...state,
    type: (typed) => change({ typed, problem: null }),
    apply: () => check(state.typed, { isNew: true }),
    remove: () => setState(EMPTY),
    refuse: (problem) => change({ applied: null, problem }),
  };
}
