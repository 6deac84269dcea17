/** What may be written about a quote. The limits are those of the database. */
import * as z from "zod/mini";
import { optionalText } from "../../../lib/typed-text.ts";
import { QUOTE_STATUSES } from "./quote-states.ts";

export const quoteSchema = z.object({
  status: z.enum(QUOTE_STATUSES),
  note: optionalText(2000),
});
