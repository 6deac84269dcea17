/** Schemas for the text fields of forms. */
import * as z from "zod/mini";
import { toVisibleText } from "#app/lib/format/visible-text.ts";
import "./validation-defaults.ts";

/** Trims the text and removes what nobody sees of it: a text of nothing else is empty. */
export function normalizedText() {
  return z.overwrite<string>(toVisibleText);
}

/** No more characters than the database accepts. */
export function maxLength(max: number) {
  return z.maxLength(max, `${max} caractères au plus`);
}

/** A text of `min` to `max` characters; `tooShort` is the message for a shorter one. */
export function requiredText(min: number, max: number, tooShort: string) {
  return z.string().check(normalizedText(), z.minLength(min, tooShort), maxLength(max));
}

/** A text that may be empty. */
export function optionalText(max: number) {
  return z.string().check(normalizedText(), maxLength(max));
}

/** A phone number that may be empty, as the database checks it. */
export const optionalPhone = z.string().check(
  z.trim(),
  z.refine((phone) => phone === "" || (phone.length >= 8 && phone.length <= 40), "8 à 40 caractères"),
);
