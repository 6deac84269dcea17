/** What may be written about a quote. The limits are those of the database. */
import * as z from "zod/mini";
import { tidied } from "../../../lib/typed-text.ts";
import { QUOTE_STATUSES } from "./quote-states.ts";

const NOTE_MAX = 2000;

export const quoteSchema = z.object({
  status: z.enum(QUOTE_STATUSES),
  note: z.string().check(tidied(), z.maxLength(NOTE_MAX, `${NOTE_MAX} caractères au plus`)),
});
