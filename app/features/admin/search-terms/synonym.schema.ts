/** The validation rules of the form of a synonym, with their error messages. The limits are those of the database. */
import * as z from "zod/mini";
import { normalizedText, optionalText } from "#app/lib/forms/text-schema.ts";

const MAX_MEANINGS = 10;
const MAX_LENGTH = 60;
const TOO_SHORT = "Au moins deux lettres ou chiffres";

const hasWord = (text: string) => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text);

/** The meanings are typed one a line. */
export const synonymSchema = z.object({
  term: optionalText(MAX_LENGTH).check(z.refine(hasWord, TOO_SHORT)),
  meanings: z.pipe(
    z.string().check(normalizedText()),
    z.pipe(
      z.transform((text: string) => [
        ...new Set(
          text
            .split("\n")
            .map((line) => line.trim())
            .filter(Boolean),
        ),
      ]),
      z.array(z.string()).check(
        z.minLength(1, "Écrivez au moins un mot"),
        z.maxLength(MAX_MEANINGS, `${MAX_MEANINGS} lignes au plus`),
        z.refine(
          (lines) => lines.every((line) => hasWord(line) && line.length <= MAX_LENGTH),
          `Chaque ligne compte de 2 à ${MAX_LENGTH} caractères`,
        ),
      ),
    ),
  ),
  is_substitute: z.boolean(),
});

export type SynonymInput = z.input<typeof synonymSchema>;
export type SynonymValues = z.output<typeof synonymSchema>;
