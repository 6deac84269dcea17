/** Why an order is cancelled: the database asks for it too, in the same words. */
import * as z from "zod/mini";
import { tidied } from "../../../lib/typed-text.ts";

export const cancellationSchema = z.object({
  reason: z
    .string()
    .check(
      tidied(),
      z.minLength(1, "Le motif de l'annulation est requis"),
      z.maxLength(500, "500 caractères au plus"),
    ),
});
