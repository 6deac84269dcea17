/** Schemas for amounts with up to three decimals that are typed as text, with a comma or a point. */
import * as z from "zod/mini";
import { stripSpaces } from "./whole-number.ts";

/** «1,44» -> 1.44; NaN for any text but an amount above 0 with up to three decimals. */
export function parseDecimal(typed: string): number {
  const text = stripSpaces(typed).replace(",", ".");
  const amount = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  return amount > 0 ? amount : Number.NaN;
}

/** An amount above 0; `empty` is the value of an empty field, and `message` is for anything else. */
export function optionalDecimal<Empty extends number | null>(empty: Empty, message: string) {
  return z.pipe(
    z.string().check(z.refine((typed) => typed.trim() === "" || !Number.isNaN(parseDecimal(typed)), message)),
    z.transform((typed): number | Empty => (typed.trim() === "" ? empty : parseDecimal(typed))),
  );
}
