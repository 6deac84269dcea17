/**
 * Placing the order, from the submit button to the confirmation: the checkout attempt, the order, the
 * profile, the cart, and the errors. It composes several features, so it is next to the route that uses it.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { useCart } from "#app/features/cart/cart-provider.tsx";
import type { CheckoutValues } from "#app/features/checkout/checkout.schema.ts";
import { createCheckoutAttempts, getCartFingerprint } from "#app/features/checkout/checkout-attempt.ts";
import { clearCheckoutDraft } from "#app/features/checkout/checkout-draft.ts";
import type { PromoCode } from "#app/features/checkout/promo-code.queries.ts";
import { CHECKOUT_SIGN_IN_PATH, showSignInRequired } from "#app/features/checkout/sign-in-required.ts";
import { updateProfile } from "#app/features/identity/profile/profile.mutations.ts";
import { toProfileFields } from "#app/features/identity/profile/profile.ts";
import { storeConfirmation } from "#app/features/orders/confirmation.ts";
import { placeOrder } from "#app/features/orders/order.mutations.ts";
import { findPlacedOrder } from "#app/features/orders/order.queries.ts";
import { sendReviewRequest } from "#app/features/orders/send-review-request.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { getUnitPrice } from "#app/lib/models/price-steps.ts";
import { saveAddress } from "#app/lib/models/saved-addresses.mutations.ts";
import { getFailureStatus, NO_RESPONSE } from "#app/lib/supabase/failure-message.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";

/** The error above the button after a failed try. */
export interface PlacementError {
  message: string;
  /** Whether the same order may be sent again unchanged. */
  retry: boolean;
}

interface OrderPlacementOptions {
  /** Null until the account is known; nothing can be sent before. */
  userId: string | null;
  /** The promo code that the customer entered. */
  promo: PromoCode | null;
  /** Applies a promo code that the customer has typed only; false without one. */
  applyTypedPromo: () => Promise<boolean>;
  /** Called when the code does not count (any more), with the reason. */
  onPromoRefused: (problem: string) => void;
  /** The fee for these values, in whole francs. */
  getShipping: (values: CheckoutValues) => Promise<number>;
  /** Reconciles the cart with the shop. */
  recheck: () => Promise<void>;
  /** Called with a fee that the shop has changed. */
  onShipping: (fee: number) => void;
  /** Called when the order is refused for what was typed, perhaps for a day that is not served any more. */
  onRefused: () => void;
}

type ConfirmedOrder = NonNullable<Awaited<ReturnType<typeof findPlacedOrder>>>;

/** The day or the pick-up point that the customer has chosen; null without one. */
function getChosenDelivery({
  delivery_day,
  delivery_half,
  pickup_point_name,
}: ConfirmedOrder): string | null {
  if (pickup_point_name !== null) return `Retrait en magasin : ${pickup_point_name}`;
  return delivery_day && formatDeliveryDay(delivery_day, delivery_half);
}

/** The outcome is unknown; `status` is that of the response, 0 without one. */
function toUnknownOutcome(status: number): PlacementError {
  const reason = status === NO_RESPONSE ? "Le réseau ne répond pas." : "La boutique n'a pas pu répondre.";
  const advice = "Rien n'est perdu\u00a0: renvoyez la commande, elle ne sera enregistrée qu'une fois.";
  return { message: `${reason} ${advice}`, retry: true };
}

const NOT_SAVED: PlacementError = {
  message: "Votre commande n'a pas été enregistrée. Réessayez, ou appelez-nous.",
  retry: true,
};

const attempts = createCheckoutAttempts(() => window.localStorage);

export function useOrderPlacement({
  userId,
  promo,
  applyTypedPromo,
  onPromoRefused,
  getShipping,
  recheck,
  onShipping,
  onRefused,
}: OrderPlacementOptions) {
  const { items, ready, clear, refresh } = useCart();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<"editing" | "sending" | "done">("editing");
  const [error, setError] = useState<PlacementError | null>(null);
  const sending = useRef(false);
  const hasChecked = useRef(false);
  const hasFinished = useRef(false);
  const placedBefore = useRef<string | null>(null);
  useEffect(() => {
    placedBefore.current = attempts.findPlaced();
  }, []);

  const finish = useCallback(
    async (order: ConfirmedOrder) => {
      if (hasFinished.current || userId === null) return;
      hasFinished.current = true;
      // Rendered before the cart is cleared: the page would redirect an empty cart to the cart page.
      flushSync(() => setPhase("done"));
      attempts.markPlaced(userId, order.id);
      clearCheckoutDraft();
      storeConfirmation({ ...order, delivery: getChosenDelivery(order) });
      clear();
      toast({ title: "Commande confirmée !", description: "Votre commande a été enregistrée avec succès." });
      void sendReviewRequest(order.id);
      await navigate("/order-confirmation", { replace: true });
    },
    [userId, clear, navigate],
  );

  /**
   * Resolves an earlier attempt that may have become an order although its response was lost. True when that
   * decided the outcome; false when this cart may be sent.
   */
  const resolveEarlierAttempt = useCallback(async (): Promise<boolean> => {
    const attempt = userId === null ? null : attempts.findUnconfirmed(userId);
    if (!attempt) return false;
    const sameCart = attempt.cart === getCartFingerprint(items);
    try {
      const order = await findPlacedOrder(getSupabase(), attempt.id);
      if (!order) {
        attempts.markRejected();
        return false;
      }
      if (sameCart) {
        await finish(order);
        return true;
      }
      attempts.clear();
      setError({
        message: `Votre commande ${order.number} est déjà enregistrée. Ce panier fera une nouvelle commande.`,
        retry: false,
      });
      return true;
    } catch (error) {
      console.error("checkout: the earlier order could not be looked up", error);
      if (sameCart) return false;
      setError(toUnknownOutcome(getFailureStatus(error) ?? NO_RESPONSE));
      return true;
    }
  }, [userId, items, finish]);

  useEffect(() => {
    if (userId === null || !ready || items.length === 0 || hasChecked.current) return;
    hasChecked.current = true;
    void resolveEarlierAttempt();
  }, [userId, ready, items, resolveEarlierAttempt]);

  async function send(values: CheckoutValues): Promise<void> {
    if (userId === null) return;
    // Another tab may have emptied the cart, perhaps by ordering, while this one was frozen: never order
    // twice.
    if (refresh().length === 0) {
      if (findPlacedElsewhere() === null) toastError("Panier vide");
      return;
    }
    if (await resolveEarlierAttempt()) return;
    if (await applyTypedPromo()) {
      setError({
        message: "Un code promo restait à appliquer. Vérifiez le total, puis confirmez à nouveau.",
        retry: false,
      });
      return;
    }
    void updateProfileFromOrder(userId, values);
    const { email, paymentMethod: method, keepAddress, ...recipient } = values;
    const shipping = promo?.isFreeDelivery ? 0 : await getShipping(values);
    const lines = items.map((item) => ({ ...item, price: getUnitPrice(item, item.quantity) }));
    const request = {
      id: attempts.begin(userId, getCartFingerprint(items)),
      email,
      recipient,
      method,
      shipping,
    };
    const outcome = await placeOrder(getSupabase(), { ...request, lines, promo });
    switch (outcome.kind) {
      case "placed":
        if (keepAddress && !values.pickupPoint) void keepOrderAddress(values);
        return finish(outcome.order);
      case "already-placed":
        toast({
          title: "Commande déjà enregistrée",
          description: "Elle porte les informations de votre premier envoi. Appelez-nous pour les changer.",
          variant: "info",
        });
        return finish(outcome.order);
      case "unreachable":
        return fail(toUnknownOutcome(outcome.status));
      case "duplicate-id":
        attempts.clear();
        return fail(NOT_SAVED);
    }
    attempts.markRejected();
    switch (outcome.kind) {
      case "price-changed":
        if (outcome.shipping !== null) onShipping(outcome.shipping);
        await recheck();
        return setError({
          message: `${outcome.message}. Vérifiez, puis confirmez à nouveau.`,
          retry: false,
        });
      case "out-of-stock":
      case "unavailable":
        await recheck();
        return setError({ message: `${outcome.message}. Votre panier a été mis à jour.`, retry: false });
      case "promo-refused":
        onPromoRefused(outcome.message);
        return setError({
          message: `${outcome.message}. Vérifiez le total, puis confirmez à nouveau.`,
          retry: false,
        });
      case "malformed":
        onRefused();
        return fail({ message: `${outcome.message}.`, retry: false });
      case "limited":
        return fail({ message: `${outcome.message}.`, retry: false });
      case "signed-out":
        return signInAgain();
      case "failed":
        return fail(NOT_SAVED);
    }
  }

  async function signInAgain(): Promise<void> {
    // The client could not refresh the session, and removes one that has ended.
    if (hasStoredSession()) return fail(toUnknownOutcome(NO_RESPONSE));
    showSignInRequired();
    await navigate(CHECKOUT_SIGN_IN_PATH);
  }

  function fail(reason: PlacementError): void {
    setError(reason);
    toastError("Impossible d'enregistrer votre commande. Veuillez réessayer.");
  }

  /** Ignores further submits while one is running. */
  async function submit(values: CheckoutValues): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setPhase("sending");
    setError(null);
    try {
      await send(values);
    } finally {
      sending.current = false;
      setPhase((current) => (current === "done" ? current : "editing"));
    }
  }

  /** The id of the order that another tab has placed since this page was opened; null without one. */
  function findPlacedElsewhere(): string | null {
    const placed = attempts.findPlaced();
    return placed === placedBefore.current ? null : placed;
  }

  return { phase, error, submit, findPlacedElsewhere };
}

/** Saves the address under the name of its quarter or town; a failure does not stop the order. */
async function keepOrderAddress(values: CheckoutValues): Promise<void> {
  const { address, city, postalCode, quarter, landmark, position } = values;
  const [latitude = null, longitude = null] = position === "" ? [] : position.split(",").map(Number);
  const kept = { address, city, postal_code: postalCode, quarter, landmark, latitude, longitude };
  try {
    await saveAddress(getSupabase(), { name: quarter || city, ...kept });
  } catch (error) {
    console.error("checkout: the address was not saved", error);
  }
}

/** Copies the form's values to the profile; a failure does not stop the order. */
async function updateProfileFromOrder(userId: string, values: CheckoutValues): Promise<void> {
  try {
    const { first_name, last_name, phone, ...address } = toProfileFields(values);
    const name = { first_name, last_name, phone };
    await updateProfile(getSupabase(), userId, values.pickupPoint ? name : { ...name, ...address });
  } catch (error) {
    console.error("checkout: the profile was not updated", error);
  }
}
