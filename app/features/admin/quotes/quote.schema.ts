/** The validation rules of the quote form. The limits are those of the database. */
import * as z from "zod/mini";
import { optionalText } from "#app/lib/forms/text-schema.ts";
import { QUOTE_STATUSES } from "./quote-status.ts";

export const quoteSchema = z.object({
  status: z.enum(QUOTE_STATUSES),
  note: optionalText(2000),
});
