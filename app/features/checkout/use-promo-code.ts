/** The promo code of the checkout: entered once for an order, and checked again when the cart changes. */
import { useEffect, useEffectEvent, useState } from "react";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { readDraftPromoCode, writeDraftPromoCode } from "./checkout-draft.ts";
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
  /** Applies a code that was typed only, or is still being checked; false if there is none. */
  applyTyped(): Promise<boolean>;
  remove(): void;
  /** Says why the order was refused with the code, which is taken away. */
  refuse(problem: string): void;
}

const EMPTY: PromoCodeState = { typed: "", applied: null, problem: null, busy: false };

/** @param userId null until the account is known */
export function usePromoCode(
  items: readonly { id: string; quantity: number }[],
  userId: string | null,
): PromoCodeChoice {
  const [state, setState] = useState(EMPTY);
  const change = (changed: Partial<PromoCodeState>) => setState((current) => ({ ...current, ...changed }));
  const store = (code: string | null) => userId !== null && writeDraftPromoCode(userId, code);

  async function check(code: string, { isNew }: { isNew: boolean }) {
    if (code.trim() === "") return change({ problem: "Entrez le code promo" });
    change({ busy: true, problem: null, typed: code });
    try {
      if (isNew) await enterPromoCode(getSupabase(), code);
      const checked = await checkPromoCode(getSupabase(), code, items);
      if ("problem" in checked) change({ applied: null, problem: checked.problem });
      else {
        change({ applied: checked, typed: checked.code });
        store(checked.code);
      }
    } catch (error) {
      console.error("checkout: the promo code could not be checked", error);
      change({ problem: describeFailure(error, UNREACHABLE) });
    } finally {
      change({ busy: false });
    }
  }

  const cart = items.map(({ id, quantity }) => `${id} ${quantity}`).join();
  const checkAgain = useEffectEvent(() => {
    if (userId === null || items.length === 0) return;
    const code = state.applied?.code ?? readDraftPromoCode(userId);
    if (code !== null) void check(code, { isNew: false });
  });
  // What the code takes off follows the cart. Who comes back from the cart, or reloads, has entered it already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cart and the account are what triggers it
  useEffect(() => checkAgain(), [cart, userId]);

  return {
    ...state,
    type: (typed) => change({ typed, problem: null }),
    apply: () => check(state.typed, { isNew: true }),
    async applyTyped() {
      // Whoever has read why a code is refused may order without it.
      if (state.applied || state.problem !== null || state.typed.trim() === "") return false;
      await check(state.typed, { isNew: true });
      return true;
    },
    remove: () => {
      setState(EMPTY);
      store(null);
    },
    refuse: (problem) => {
      change({ applied: null, problem });
      store(null);
    },
  };
}
