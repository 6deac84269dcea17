/** Why an order is cancelled: the database asks for it too, in the same words. */
import * as z from "zod/mini";
import { textOf } from "../../../lib/typed-text.ts";

export const cancellationSchema = z.object({
  reason: textOf(1, 500, "Le motif de l'annulation est requis"),
});
