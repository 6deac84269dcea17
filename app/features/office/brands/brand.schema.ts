/** What the form of a brand accepts, with the sentences for what it does not. The limits are those of the database. */
import * as z from "zod/mini";
import { textOf } from "../../../lib/typed-text.ts";
import { optionalPicture } from "../optional-picture.ts";

export const brandSchema = z.object({
  name: textOf(1, 200, "Le nom de la marque est requis"),
  logo: optionalPicture("L'URL du logo n'est pas valide"),
});

export type BrandValues = z.output<typeof brandSchema>;
