/** The recipient's fields. Streets seldom have names, so the address asks for landmarks. */
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import {
  AddressField,
  CityField,
  EmailField,
  FirstNameField,
  LastNameField,
  PhoneField,
  PostalCodeField,
} from "#app/components/ui/forms/person-fields.tsx";
import type { CheckoutInput } from "./checkout.schema.ts";

interface RecipientFieldsProps {
  register: UseFormRegister<CheckoutInput>;
  errors: FieldErrors<CheckoutInput>;
  emailLocked: boolean;
}

export function RecipientFields({ register, errors, emailLocked }: RecipientFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FirstNameField error={errors.firstName?.message} {...register("firstName")} />
      <LastNameField error={errors.lastName?.message} {...register("lastName")} />
      <EmailField
        readOnly={emailLocked}
        hint={emailLocked ? "L'email de votre compte." : undefined}
        error={errors.email?.message}
        {...register("email")}
      />
      <PhoneField
        hint="Le livreur vous appelle à ce numéro."
        error={errors.phone?.message}
        {...register("phone")}
      />
      <AddressField error={errors.address?.message} className="sm:col-span-2" {...register("address")} />
      <CityField error={errors.city?.message} {...register("city")} />
      <PostalCodeField error={errors.postalCode?.message} {...register("postalCode")} />
      <TextAreaField
        label="Notes"
        optional
        rows={2}
        placeholder="Heure qui vous arrange, étage, personne à demander"
        error={errors.notes?.message}
        className="sm:col-span-2"
        {...register("notes")}
      />
    </div>
  );
}
