/**
 * The form fields for a person's name, contact and address. They are the same in every form, so that autofill
 * works and a phone shows the right keyboard.
 */
import type { ComponentProps } from "react";
import { cities } from "#app/lib/forms/cities.ts";
import { TextAreaField, TextField } from "./field.tsx";

type TextFieldProps = Partial<ComponentProps<typeof TextField>>;

export function FirstNameField(props: TextFieldProps) {
  return <TextField label="Prénom" autoComplete="given-name" {...props} />;
}

export function LastNameField(props: TextFieldProps) {
  return <TextField label="Nom" autoComplete="family-name" {...props} />;
}

export function FullNameField(props: TextFieldProps) {
  return <TextField label="Nom" autoComplete="name" {...props} />;
}

export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

export function PhoneField(props: TextFieldProps) {
  return (
    <TextField
      label="Téléphone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="70 12 34 56"
      {...props}
    />
  );
}

/** The hint asks for landmarks, since streets seldom have names. */
export function AddressField(props: Partial<ComponentProps<typeof TextAreaField>>) {
  return (
    <TextAreaField
      label="Adresse"
      rows={2}
      autoComplete="street-address"
      placeholder="Ex. : Patte d'Oie, portail bleu en face de la pharmacie"
      hint="Quartier, rue, et un repère que le livreur reconnaît&nbsp;: école, pharmacie, maquis, mosquée."
      {...props}
    />
  );
}

/** `towns` are suggested. */
export function CityField({ towns = cities, ...props }: TextFieldProps & { towns?: readonly string[] }) {
  return (
    <>
      <TextField label="Ville" list="towns" autoComplete="address-level2" {...props} />
      <datalist id="towns">
        {towns.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
    </>
  );
}

export function PostalCodeField(props: TextFieldProps) {
  return <TextField label="Code postal" inputMode="numeric" autoComplete="postal-code" optional {...props} />;
}
