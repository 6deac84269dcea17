/** Schemas for whole numbers that are typed as text. Spaces separate thousands. */
import * as z from "zod/mini";

/** «12 500» -> 12500; NaN for any text but digits and spaces. */
export function parseWholeNumber(typed: string): number {
  const digits = stripSpaces(typed);
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

export function stripSpaces(typed: string): string {
  return typed.replace(/\s/g, "");
}

/** Whether the text is a whole number from `min` to `max`. */
export function isWholeNumber(typed: string, min: number, max: number): boolean {
  const value = parseWholeNumber(typed);
  return value >= min && value <= max;
}

/** A whole number from `min` to `max`; `message` for anything else. */
export function wholeNumber(min: number, max: number, message: string) {
  return z.pipe(
    z.string().check(z.refine((typed) => isWholeNumber(typed, min, max), message)),
    z.transform(parseWholeNumber),
  );
}

/** The same; `empty` is the value of an empty field. */
export function optionalWholeNumber<Empty extends number | null>(
  min: number,
  max: number,
  empty: Empty,
  message: string,
) {
  return z.pipe(
    z.string().check(z.refine((typed) => isBlank(typed) || isWholeNumber(typed, min, max), message)),
    z.transform((typed): number | Empty => (isBlank(typed) ? empty : parseWholeNumber(typed))),
  );
}

function isBlank(typed: string): boolean {
  return typed.trim() === "";
}
