/** Schemas for the text fields of forms. */
import * as z from "zod/mini";
import "./validation-defaults.ts";

/**
 * Trims the text and removes control characters other than tabs and line breaks. Text pasted from other
 * programs may contain them; they are invisible, and the database rejects them.
 */
export function normalizedText() {
  return z.overwrite<string>((text) => text.replace(/[^\P{Cc}\t\n\r]/gu, "").trim());
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
