/** What the form of a category accepts, with the sentences for what it does not. The limits are those of the database. */
import * as z from "zod/mini";
import { textOf } from "../../../lib/typed-text.ts";
import { optionalPicture } from "../optional-picture.ts";

const REQUIRED = "Nom et slug sont requis";

export const categorySchema = z.object({
  name: textOf(1, 200, REQUIRED),
  slug: textOf(1, 220, REQUIRED).check(
    z.refine(
      (slug) => slug === "" || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
      "Le slug se compose de minuscules, de chiffres et de tirets",
    ),
  ),
  image: optionalPicture("L'URL de l'image n'est pas valide"),
});

export type CategoryValues = z.output<typeof categorySchema>;

/** Whether saving would change nothing. */
export function isSameCategory(stored: CategoryValues, { name, slug, image }: CategoryValues): boolean {
  return stored.name === name && stored.slug === slug && stored.image === image;
}
