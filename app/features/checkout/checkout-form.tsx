/**
 * The checkout form: prefilled from its draft, else from the profile, and stored as a draft while it is
 * edited. It is a part of the server's HTML, which knows no account: its fields have no default values, which would
 * overwrite what was typed before hydration. `children` is the summary with the submit button; it is laid out beside
 * the fields.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import HandCoins from "lucide-react/icons/hand-coins";
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { Notice } from "#app/components/ui/notice.tsx";
import { fillEmptyFields } from "#app/lib/forms/fill-empty-fields.ts";
import { paymentMethods } from "#app/lib/models/payment-methods.ts";
import type { Result } from "#app/lib/result.ts";
import { type CheckoutInput, type CheckoutValues, checkoutSchema, pickupSchema } from "./checkout.schema.ts";
import { type CheckoutDraft, draftFields, readCheckoutDraft, writeCheckoutDraft } from "./checkout-draft.ts";
import type { CheckoutDelivery } from "./delivery-fields.tsx";
import { RecipientFields } from "./recipient-fields.tsx";

const offeredMethods = Object.entries(paymentMethods).filter(([, { checkoutHint }]) => checkoutHint);

/** The part of the form that decides the fee. */
export interface DeliveryPlace {
  city: string;
  quarter: string;
  /** Its id; empty for a delivery. */
  pickupPoint: string;
}

const resolveDelivery = zodResolver(checkoutSchema);
const resolvePickup = zodResolver(pickupSchema);
const resolver: Resolver<CheckoutInput, unknown, CheckoutValues> = (values, context, options) =>
  (values.pickupPoint ? resolvePickup : resolveDelivery)(values, context, options);

interface CheckoutFormProps {
  /** Null until it is known. */
  account: { id: string; email: string } | null;
  /** The field values from the profile; null as long as the account is. */
  prefill: Promise<Result<CheckoutDraft>> | null;
  delivery: CheckoutDelivery;
  onPlace: (place: DeliveryPlace) => void;
  onSubmit: (values: CheckoutValues) => Promise<void>;
  children: React.ReactNode;
}

export function CheckoutForm({ account, prefill, delivery, onPlace, onSubmit, children }: CheckoutFormProps) {
  const form = useForm<CheckoutInput, unknown, CheckoutValues>({ resolver });
  const { register, handleSubmit, getValues, setValue, subscribe } = form;
  const profile = usePrefill(prefill);
  const { id: userId, email } = account ?? { id: null, email: "" };

  useLayoutEffect(() => {
    if (userId === null) return;
    if (email !== "") fillEmptyFields({ getValues, setValue }, ["email"], { email });
    fillEmptyFields({ getValues, setValue }, draftFields, readCheckoutDraft(userId));
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => writeCheckoutDraft(userId, values),
    });
  }, [userId, email, getValues, setValue, subscribe]);

  const reportPlace = useEffectEvent(({ city, quarter, pickupPoint }: Partial<CheckoutInput>) =>
    onPlace({ city: city ?? "", quarter: quarter ?? "", pickupPoint: pickupPoint ?? "" }),
  );
  useEffect(() => {
    // What was typed before hydration.
    reportPlace(getValues());
    return subscribe({ formState: { values: true }, callback: ({ values }) => reportPlace(values) });
  }, [getValues, subscribe]);

  useEffect(() => {
    if (profile?.ok) fillEmptyFields({ getValues, setValue }, draftFields, profile.value);
  }, [profile, getValues, setValue]);

  return (
    <form
      noValidate
      method="post"
      onSubmit={handleSubmit(onSubmit)}
      className="grid items-start gap-6 lg:grid-cols-[1fr_400px]"
    >
      <div className="grid gap-6">
        <section aria-labelledby="recipient" className="card grid gap-5 p-4 sm:p-6">
          <div>
            <h2 id="recipient" className="text-xl">
              Informations personnelles
            </h2>
            {/* Its line stays when the profile has loaded: the fields may already be in use. */}
            <p role="status" className="min-h-6 text-muted">
              {profile === null ? "Chargement de votre profil..." : "Pour vous livrer et vous joindre."}
            </p>
          </div>
          {profile?.ok === false && (
            <Notice variant="warning" role="status">
              Votre profil n'a pas pu être chargé. Vous pouvez remplir le formulaire à la main.
            </Notice>
          )}
          <RecipientFields form={form} delivery={delivery} hasEmail={account?.email !== ""} userId={userId} />
        </section>
        <section aria-labelledby="payment" className="card grid gap-4 p-4 sm:p-6">
          <h2 id="payment" className="text-xl">
            Mode de paiement
          </h2>
          {offeredMethods.map(([method, { label, checkoutHint }]) => (
            <label
              key={method}
              className="flex items-center gap-3 rounded-md border-2 border-brand bg-brand-soft p-4"
            >
              <input
                type="radio"
                value={method}
                defaultChecked={method === "cod"}
                className="size-5 accent-brand"
                {...register("paymentMethod")}
              />
              <HandCoins aria-hidden className="shrink-0 text-brand" size={28} />
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-muted">{checkoutHint}</span>
              </span>
            </label>
          ))}
        </section>
      </div>
      {children}
    </form>
  );
}

/** Null until the promise resolves. */
function usePrefill(prefill: Promise<Result<CheckoutDraft>> | null): Result<CheckoutDraft> | null {
  const [profile, setProfile] = useState<Result<CheckoutDraft> | null>(null);
  useEffect(() => {
    let current = true;
    void prefill?.then((result) => current && setProfile(result));
    return () => {
      current = false;
    };
  }, [prefill]);
  return profile;
}
