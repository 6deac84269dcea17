/**
 * The checkout form: prefilled from its draft, else from the profile, and stored as a draft while it is
 * edited. `children` is the summary with the submit button; it is laid out beside the fields.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import HandCoins from "lucide-react/icons/hand-coins";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Notice } from "#app/components/ui/notice.tsx";
import { paymentMethods } from "#app/lib/models/payment-methods.ts";
import type { Result } from "#app/lib/result.ts";
import { type CheckoutInput, type CheckoutValues, checkoutSchema } from "./checkout.schema.ts";
import { type CheckoutDraft, readCheckoutDraft, writeCheckoutDraft } from "./checkout-draft.ts";
import { RecipientFields } from "./recipient-fields.tsx";

const offeredMethods = Object.entries(paymentMethods).filter(([, { checkoutHint }]) => checkoutHint);
const profileFields = ["firstName", "lastName", "phone", "address", "city", "postalCode"] as const;

interface CheckoutFormProps {
  account: { id: string; email: string };
  /** The field values from the profile. */
  prefill: Promise<Result<CheckoutDraft>>;
  onSubmit: (values: CheckoutValues) => Promise<void>;
  children: React.ReactNode;
}

export function CheckoutForm({ account, prefill, onSubmit, children }: CheckoutFormProps) {
  const form = useForm<CheckoutInput, unknown, CheckoutValues>({
    resolver: zodResolver(checkoutSchema),
    defaultValues: {
      firstName: "",
      lastName: "",
      phone: "",
      address: "",
      city: "",
      postalCode: "",
      notes: "",
      email: account.email,
      paymentMethod: "cod",
      ...readCheckoutDraft(account.id),
    },
  });
  const { register, handleSubmit, getValues, setValue, subscribe, formState } = form;
  const profile = usePrefill(prefill);

  useEffect(() => {
    if (!profile?.ok) return;
    for (const field of profileFields) {
      const value = profile.value[field];
      if (value && getValues(field) === "") setValue(field, value);
    }
  }, [profile, getValues, setValue]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeCheckoutDraft(account.id, values),
      }),
    [subscribe, account.id],
  );

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
              {profile === null && "Chargement de votre profil..."}
            </p>
          </div>
          {profile?.ok === false && (
            <Notice variant="warning" role="status">
              Votre profil n'a pas pu être chargé. Vous pouvez remplir le formulaire à la main.
            </Notice>
          )}
          <RecipientFields register={register} errors={formState.errors} emailLocked={account.email !== ""} />
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
function usePrefill(prefill: Promise<Result<CheckoutDraft>>): Result<CheckoutDraft> | null {
  const [profile, setProfile] = useState<Result<CheckoutDraft> | null>(null);
  useEffect(() => {
    let current = true;
    void prefill.then((result) => current && setProfile(result));
    return () => {
      current = false;
    };
  }, [prefill]);
  return profile;
}
