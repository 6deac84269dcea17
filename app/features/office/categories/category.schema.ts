/** What the form of a category accepts, with the sentences for what it does not. The limits are those of the database. */
import * as z from "zod/mini";
import { isPictureAddress } from "../../../lib/picture-address.ts";
import { tidied } from "../../../lib/typed-text.ts";

const REQUIRED = "Nom et slug sont requis";

export const categorySchema = z.object({
  name: z.string().check(tidied(), z.minLength(1, REQUIRED), z.maxLength(200, "200 caractères au plus")),
  slug: z.string().check(
    tidied(),
    z.minLength(1, REQUIRED),
    z.refine(
      (slug) => slug === "" || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
      "Le slug se compose de minuscules, de chiffres et de tirets",
    ),
    z.maxLength(220, "220 caractères au plus"),
  ),
  image: z.pipe(
    z.string().check(
      tidied(),
      z.refine((url) => url === "" || isPictureAddress(url), "L'URL de l'image n'est pas valide"),
    ),
    z.transform((url) => url || null),
  ),
});

export type CategoryValues = z.output<typeof categorySchema>;

/** Whether saving would change nothing. */
export function isSameCategory(stored: CategoryValues, { name, slug, image }: CategoryValues): boolean {
  return stored.name === name && stored.slug === slug && stored.image === image;
}
