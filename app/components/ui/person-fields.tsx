/**
 * The fields in which people say who they are and where they can be found: alike in every form, so that a phone shows
 * the right keyboard and fills them in by itself.
 */
import type { ComponentProps } from "react";
import { towns } from "../../lib/towns.ts";
import { TextAreaField, TextField } from "./field.tsx";

type TextProps = Partial<ComponentProps<typeof TextField>>;

export function FirstNameField(props: TextProps) {
  return <TextField label="Prénom" autoComplete="given-name" {...props} />;
}

export function LastNameField(props: TextProps) {
  return <TextField label="Nom" autoComplete="family-name" {...props} />;
}

export function FullNameField(props: TextProps) {
  return <TextField label="Nom" autoComplete="name" {...props} />;
}

export function EmailField(props: TextProps) {
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

export function PhoneField(props: TextProps) {
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

/** Streets seldom have names, so it asks for what people go by. */
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

export function TownField(props: TextProps) {
  return (
    <>
      <TextField label="Ville" list="towns" autoComplete="address-level2" {...props} />
      <datalist id="towns">
        {towns.map((town) => (
          <option key={town} value={town} />
        ))}
      </datalist>
    </>
  );
}

export function PostalCodeField(props: TextProps) {
  return <TextField label="Code postal" inputMode="numeric" autoComplete="postal-code" optional {...props} />;
}
