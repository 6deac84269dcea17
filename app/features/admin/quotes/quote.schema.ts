/** The validation rules of the quote form. The limits are those of the database. */
import * as z from "zod/mini";
import { optionalText } from "#app/lib/forms/text-schema.ts";
import { QUOTE_STATUS_VALUES } from "#app/lib/supabase/database.types.ts";

export const quoteSchema = z.object({
  status: z.enum(QUOTE_STATUS_VALUES),
  note: optionalText(2000),
});

export type QuoteValues = z.infer<typeof quoteSchema>;
