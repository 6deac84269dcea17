/** Who receives the order and where. Streets seldom have names, so the address asks for what people go by. */
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { TextAreaField, TextField } from "../../components/ui/field.tsx";
import { towns } from "../../lib/towns.ts";
import type { CheckoutInput } from "./checkout.schema.ts";

interface RecipientFieldsProps {
  register: UseFormRegister<CheckoutInput>;
  errors: FieldErrors<CheckoutInput>;
  emailLocked: boolean;
}

export function RecipientFields({ register, errors, emailLocked }: RecipientFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Prénom"
        autoComplete="given-name"
        error={errors.firstName?.message}
        {...register("firstName")}
      />
      <TextField
        label="Nom"
        autoComplete="family-name"
        error={errors.lastName?.message}
        {...register("lastName")}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        readOnly={emailLocked}
        hint={emailLocked ? "L'email de votre compte." : undefined}
        error={errors.email?.message}
        {...register("email")}
      />
      <TextField
        label="Téléphone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="70 12 34 56"
        hint="Le livreur vous appelle à ce numéro."
        error={errors.phone?.message}
        {...register("phone")}
      />
      <TextAreaField
        label="Adresse"
        rows={2}
        autoComplete="street-address"
        placeholder="Ex. : Patte d'Oie, portail bleu en face de la pharmacie"
        hint="Quartier, rue, et un repère que le livreur reconnaît : école, pharmacie, maquis, mosquée."
        error={errors.address?.message}
        className="sm:col-span-2"
        {...register("address")}
      />
      <TextField
        label="Ville"
        list="towns"
        autoComplete="address-level2"
        error={errors.city?.message}
        {...register("city")}
      />
      <datalist id="towns">
        {towns.map((town) => (
          <option key={town} value={town} />
        ))}
      </datalist>
      <TextField
        label="Code postal"
        optional
        inputMode="numeric"
        autoComplete="postal-code"
        error={errors.postalCode?.message}
        {...register("postalCode")}
      />
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
