/** The reason of a cancellation. The database has the same rule with the same message. */
import * as z from "zod/mini";
import { requiredText } from "#app/lib/forms/text-schema.ts";

export const cancellationSchema = z.object({
  reason: requiredText(1, 500, "Le motif de l'annulation est requis"),
});
