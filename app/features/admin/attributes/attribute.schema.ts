/** The rules of an attribute's form. The limits are those of the database. */
import * as z from "zod/mini";
import { maxLength, normalizedText, optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { optionalWholeNumber } from "#app/lib/forms/whole-number.ts";

export const ATTRIBUTE_KINDS = [
  { value: "number", label: "Nombre" },
  { value: "choice", label: "Liste de choix" },
  { value: "boolean", label: "Oui ou non" },
] as const;

export function getKindLabel(kind: string): string {
  return ATTRIBUTE_KINDS.find(({ value }) => value === kind)?.label ?? kind;
}

const MAX_NUMBER = 100_000_000;
const NUMBER_MESSAGE = "Un nombre de 0 à 100 000 000, trois décimales au plus";

/** «1,5» -> 1.5; null for an empty field. */
const optionalNumber = z.pipe(
  z
    .string()
    .check(z.refine((typed) => typed.trim() === "" || parseDecimal(typed) <= MAX_NUMBER, NUMBER_MESSAGE)),
  z.transform((typed) => (typed.trim() === "" ? null : parseDecimal(typed))),
);

/** NaN for any text but a number of at most three decimals. */
function parseDecimal(typed: string): number {
  const digits = typed.replace(/\s/g, "").replace(",", ".");
  return /^\d+(\.\d{1,3})?$/.test(digits) ? Number(digits) : Number.NaN;
}

const choiceSchema = z.object({
  /** "" for one that is not stored yet. */
  key: z.string(),
  name: z.string().check(normalizedText(), maxLength(60)),
});

const attributeFields = z.object({
  name: requiredText(1, 60, "Le nom de l'attribut est requis"),
  kind: z.enum(["number", "choice", "boolean"]),
  unit: optionalText(15).check(z.regex(/^[^\d,.]*$/, "Une unité s'écrit sans chiffre")),
  minimum: optionalNumber,
  maximum: optionalNumber,
  choices: z.array(choiceSchema).check(z.maxLength(200, "200 choix au plus")),
  categories: z.array(z.string()),
  is_filter: z.boolean(),
  position: optionalWholeNumber(0, 100_000, 0, "L'ordre est un nombre entier"),
});

export const attributeSchema = z.pipe(
  attributeFields.check(
    z.refine(({ minimum, maximum }) => minimum === null || maximum === null || minimum <= maximum, {
      path: ["maximum"],
      error: "Le maximum est inférieur au minimum",
    }),
    z.refine(({ kind, choices }) => kind !== "choice" || choices.some(({ name }) => name.trim() !== ""), {
      path: ["choices"],
      error: "Ajoutez au moins un choix",
    }),
    z.refine(
      ({ choices }) => {
        const names = choices.map(({ name }) => name.trim().toLowerCase()).filter(Boolean);
        return new Set(names).size === names.length;
      },
      { path: ["choices"], error: "Deux choix ont le même nom" },
    ),
  ),
  z.transform((attribute) => ({
    ...attribute,
    unit: attribute.kind === "number" && attribute.unit !== "" ? attribute.unit : null,
    minimum: attribute.kind === "number" ? attribute.minimum : null,
    maximum: attribute.kind === "number" ? attribute.maximum : null,
    choices: attribute.kind === "choice" ? attribute.choices.filter(({ name }) => name !== "") : [],
  })),
);

export type AttributeInput = z.input<typeof attributeSchema>;
export type AttributeValues = z.output<typeof attributeSchema>;
