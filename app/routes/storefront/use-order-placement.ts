/**
 * What happens between the button and the confirmation: the attempt's id, the order, the profile, the cart, and
 * what to say when it did not work. Composes features, so it stands beside the route that uses it.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { toast, toastError } from "../../components/ui/toast/toast.ts";
import { useCart } from "../../features/cart/cart-provider.tsx";
import type { CheckoutValues } from "../../features/checkout/checkout.schema.ts";
import { cartKey, createAttempts } from "../../features/checkout/checkout-attempt.ts";
import { forgetDraft } from "../../features/checkout/checkout-draft.ts";
import { askToSignIn, CHECKOUT_SIGN_IN } from "../../features/checkout/sign-in-first.ts";
import { updateProfile } from "../../features/identity/profile.mutations.ts";
import { toProfileFields } from "../../features/identity/profile.ts";
import { noteConfirmation } from "../../features/orders/confirmation.ts";
import { placeOrder } from "../../features/orders/order.mutations.ts";
import { findOrder } from "../../features/orders/order.queries.ts";
import { requestReview } from "../../features/orders/review-request.ts";
import { authClient } from "../../lib/auth.client.ts";
import { renewSession } from "../../lib/renew-session.ts";
import { supabase } from "../../lib/supabase.client.ts";

/** What stands above the button after a try that failed. */
export interface Problem {
  message: string;
  /** The same order may be sent again as it is. */
  retry: boolean;
}

interface OrderPlacement {
  userId: string;
  /** Whole francs. */
  shipping: number;
  /** Compares the cart with the shop. */
  recheck: () => Promise<void>;
  /** Takes a fee that the shop has changed. */
  onShipping: (fee: number) => void;
}

interface Confirmed {
  id: string;
  number: string;
  created_at: string;
}

const NO_ANSWER: Problem = {
  message:
    "Le réseau ne répond pas. Rien n'est perdu\u00a0: renvoyez la commande, elle ne sera enregistrée qu'une fois.",
  retry: true,
};

const attempts = createAttempts(() => window.localStorage);

export function useOrderPlacement({ userId, shipping, recheck, onShipping }: OrderPlacement) {
  const { items, ready, clear, reread } = useCart();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<"editing" | "sending" | "done">("editing");
  const [problem, setProblem] = useState<Problem | null>(null);
  const sending = useRef(false);
  const looked = useRef(false);
  const finished = useRef(false);

  const finish = useCallback(
    async (order: Confirmed) => {
      if (finished.current) return;
      finished.current = true;
      // Drawn before the cart empties, or the page would take it for an empty cart and lead there.
      flushSync(() => setPhase("done"));
      attempts.end();
      forgetDraft();
      noteConfirmation(order);
      clear();
      toast({ title: "Commande confirmée !", description: "Votre commande a été enregistrée avec succès." });
      void requestReview(order.id);
      await navigate("/order-confirmation", { replace: true });
    },
    [clear, navigate],
  );

  /**
   * An earlier try may have become an order although its answer was lost. True when that decided what happens
   * now; false when this cart may be sent.
   */
  const settleEarlier = useCallback(async (): Promise<boolean> => {
    const attempt = attempts.unsettled(userId);
    if (!attempt) return false;
    const sameCart = attempt.cart === cartKey(items);
    try {
      const order = await findOrder(supabase(), attempt.id);
      if (!order) {
        attempts.refuse();
        return false;
      }
      if (sameCart) {
        await finish(order);
        return true;
      }
      attempts.end();
      setProblem({
        message: `Votre commande ${order.number} est déjà enregistrée. Ce panier fera une nouvelle commande.`,
        retry: false,
      });
      return true;
    } catch (error) {
      console.error("checkout: the earlier order could not be looked up", error);
      if (sameCart) return false;
      setProblem(NO_ANSWER);
      return true;
    }
  }, [userId, items, finish]);

  useEffect(() => {
    if (!ready || items.length === 0 || looked.current) return;
    looked.current = true;
    void settleEarlier();
  }, [ready, items, settleEarlier]);

  async function send(values: CheckoutValues): Promise<void> {
    // Emptied in another tab, perhaps by ordering there, while this one slept: nothing is ordered twice.
    if (reread().length === 0) {
      toastError("Panier vide");
      return;
    }
    if (await settleEarlier()) return;
    void keepProfile(userId, values);
    const { email, paymentMethod: method, ...recipient } = values;
    const id = attempts.begin(userId, cartKey(items));
    const outcome = await placeOrder(supabase(), { id, email, recipient, method, lines: items, shipping });
    switch (outcome.kind) {
      case "placed":
        return finish(outcome.order);
      case "as-sent-before":
        toast({
          title: "Commande déjà enregistrée",
          description: "Elle porte les informations de votre premier envoi. Appelez-nous pour les changer.",
          variant: "blue",
        });
        return finish(outcome.order);
      case "unreachable":
        return fail(NO_ANSWER);
      case "id-used":
        attempts.end();
        return fail(null);
    }
    attempts.refuse();
    switch (outcome.kind) {
      case "price-changed":
        if (outcome.shipping !== null) onShipping(outcome.shipping);
        await recheck();
        return setProblem({
          message: `${outcome.message}. Vérifiez, puis confirmez à nouveau.`,
          retry: false,
        });
      case "out-of-stock":
      case "gone":
        await recheck();
        return setProblem({ message: `${outcome.message}. Votre panier a été mis à jour.`, retry: false });
      case "malformed":
        return fail({ message: `${outcome.message}.`, retry: false });
      case "signed-out":
        return signInAgain();
      case "failed":
        return fail(null);
    }
  }

  async function signInAgain(): Promise<void> {
    const session = await renewSession(await authClient());
    if (session === "unreachable") return fail(NO_ANSWER);
    if (session === "renewed") {
      return setProblem({ message: "Votre session avait expiré. Confirmez à nouveau.", retry: true });
    }
    askToSignIn();
    await navigate(CHECKOUT_SIGN_IN);
  }

  function fail(reason: Problem | null): void {
    setProblem(reason);
    toastError("Impossible d'enregistrer votre commande. Veuillez réessayer.");
  }

  /** One sending at a time, whatever is clicked meanwhile. */
  async function submit(values: CheckoutValues): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setPhase("sending");
    setProblem(null);
    try {
      await send(values);
    } finally {
      sending.current = false;
      setPhase((current) => (current === "done" ? current : "editing"));
    }
  }

  return { phase, problem, submit };
}

/** The form's values become the profile's; a failure does not stop the order. */
async function keepProfile(userId: string, values: CheckoutValues): Promise<void> {
  try {
    await updateProfile(supabase(), userId, toProfileFields(values));
  } catch (error) {
    console.error("checkout: the profile was not updated", error);
  }
}
