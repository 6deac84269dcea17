/** What the form of a brand accepts, with the sentences for what it does not. The limits are those of the database. */
import * as z from "zod/mini";
import { isPictureAddress } from "../../../lib/picture-address.ts";
import { tidied } from "../../../lib/typed-text.ts";

export const brandSchema = z.object({
  name: z
    .string()
    .check(
      tidied(),
      z.minLength(1, "Le nom de la marque est requis"),
      z.maxLength(200, "200 caractères au plus"),
    ),
  logo: z.pipe(
    z.string().check(
      tidied(),
      z.refine((url) => url === "" || isPictureAddress(url), "L'URL du logo n'est pas valide"),
    ),
    z.transform((url) => url || null),
  ),
});

export type BrandValues = z.output<typeof brandSchema>;
