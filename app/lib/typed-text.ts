/** What people type or paste into forms. */
import * as z from "zod/mini";
import "./validation-defaults.ts";

/**
 * Takes the spaces around a text away, and with them what nobody sees and no database takes: control characters
 * other than tabs and line ends, as they come along from other programs.
 */
export function tidied() {
  return z.overwrite<string>((text) => text.replace(/[^\P{Cc}\t\n\r]/gu, "").trim());
}

/** No more characters than the database takes. */
export function atMost(max: number) {
  return z.maxLength(max, `${max} caractères au plus`);
}

/** A text of `min` to `max` characters; `tooShort` says what is missing. */
export function textOf(min: number, max: number, tooShort: string) {
  return z.string().check(tidied(), z.minLength(min, tooShort), atMost(max));
}

/** A text that may be empty. */
export function optionalText(max: number) {
  return z.string().check(tidied(), atMost(max));
}
