/** What the sign-in of the back office accepts: both fields, and an address that is one. */
import * as z from "zod/mini";
import { tidied } from "../../../lib/typed-text.ts";

export const officeSignInSchema = z.object({
  email: z.pipe(
    z.string().check(tidied(), z.toLowerCase(), z.minLength(1, "L'email est requis")),
    z.email("Email invalide"),
  ),
  password: z.string().check(z.minLength(1, "Le mot de passe est requis")),
});
