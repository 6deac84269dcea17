/** The recipient's fields. Streets seldom have names, so the address asks for landmarks. */
import type { UseFormReturn } from "react-hook-form";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import {
  EmailField,
  FirstNameField,
  LastNameField,
  PhoneField,
} from "#app/components/ui/forms/person-fields.tsx";
import { NOT_RESTORED } from "#app/lib/forms/not-restored.ts";
import type { CheckoutInput, CheckoutValues } from "./checkout.schema.ts";
import { type CheckoutDelivery, DeliveryFields } from "./delivery-fields.tsx";

interface RecipientFieldsProps {
  form: UseFormReturn<CheckoutInput, unknown, CheckoutValues>;
  delivery: CheckoutDelivery;
  /** An account without an address is not asked for one. */
  hasEmail: boolean;
  /** Null until the customer is known. */
  userId: string | null;
}

export function RecipientFields({ form, delivery, hasEmail, userId }: RecipientFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  const autofill = userId !== null ? {} : NOT_RESTORED;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FirstNameField error={errors.firstName?.message} {...autofill} {...register("firstName")} />
      <LastNameField error={errors.lastName?.message} {...autofill} {...register("lastName")} />
      {hasEmail && (
        <EmailField
          readOnly
          hint="L'email de votre compte."
          error={errors.email?.message}
          {...autofill}
          {...register("email", { shouldUnregister: true })}
        />
      )}
      <PhoneField
        hint="Le livreur vous appelle à ce numéro."
        error={errors.phone?.message}
        {...autofill}
        {...register("phone")}
      />
      <DeliveryFields form={form} delivery={delivery} userId={userId} autofill={autofill} />
      <TextAreaField
        label="Notes"
        optional
        rows={2}
        placeholder="Heure qui vous arrange, étage, personne à demander"
        error={errors.notes?.message}
        className="sm:col-span-2"
        {...autofill}
        {...register("notes")}
      />
    </div>
  );
}
