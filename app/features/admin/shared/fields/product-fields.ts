/**
 * The fields of a product. Each is described once, in `productFields`: its name, its rule, its control and
 * its labels. The form, the CSV file, the comparison of two versions and the audit log read these
 * descriptions. The messages are those of the database (private.validate_product), which validates again.
 */
import * as z from "zod/mini";
import { isMeasure, isUnit } from "#app/features/admin/shared/labels/unit-labels.ts";
import { slugify } from "#app/lib/format/slugs.ts";
import { optionalDecimal } from "#app/lib/forms/decimal.ts";
import { normalizedText } from "#app/lib/forms/text-schema.ts";
import { optionalWholeNumber, wholeNumber } from "#app/lib/forms/whole-number.ts";
import { parseDataSheets, parseVideos, type Video } from "#app/lib/models/product-links.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import {
  booleanField,
  decimalField,
  decodeBy,
  fieldDescriptions,
  numberField,
  optional,
  type ProductField,
  text,
  textField,
  unitField,
} from "./product-field-kinds.ts";
import { MAX_MINIMUM_QUANTITY, MAX_PRICE, MAX_STOCK, MAX_WEIGHT } from "./product-limits.ts";
import { productOptionSchema, variantsField } from "./variant-fields.ts";

type Json = Database["public"]["Tables"]["products"]["Row"]["specifications"];

export interface Specification {
  name: string;
  value: string;
}

const LINK_PATTERN = /^https?:\/\/\S+$/;
const VIDEO_PATTERN = /^https:\/\/\S+$/;
const MAX_LINKS = 10;
const MAX_ACCESSORIES = 12;
const INVALID_VIDEO_MESSAGE = "Une vidéo a un titre et une adresse qui commence par https://, 10 au plus";
const INVALID_DATA_SHEET_MESSAGE = "Une fiche technique a un titre et un fichier, 10 au plus";
const UNKNOWN_UNIT_MESSAGE = "Cette unité n'existe pas";
const DISCOUNT_TOO_HIGH_MESSAGE = "La réduction doit être inférieure ou égale à 100%";
const INVALID_LINK_MESSAGE = "Entrez une URL valide ou laissez vide";

const linkText = z.string().check(normalizedText());
/** As the form and its draft hold them. */
export const videoSchema = z.object({ title: linkText, url: linkText });
export const dataSheetSchema = z.object({ title: linkText, url: z.string(), size: z.number() });
export const accessorySchema = z.object({ id: z.string(), name: z.string() });
export type Accessory = z.output<typeof accessorySchema>;

const isEmpty = ({ title, url }: Video) => title === "" && url === "";
const hasTitle = ({ title }: Video) => title !== "" && title.length <= 100;

/** Whether a line of the videos can be saved. */
export function isVideo(video: Video): boolean {
  return hasTitle(video) && VIDEO_PATTERN.test(video.url);
}

/** In the order of the form. */
export const productFields = z.object({
  name: textField("text", text(200, "Le nom compte au plus 200 caractères", "Le nom du produit est requis"), {
    label: "Nom",
    panel: "general",
    wide: true,
  }),
  slug: textField(
    "slug",
    z.pipe(
      z.string().check(z.refine((typed) => slugify(typed) !== "", "Le slug URL est requis")),
      z.transform(slugify),
    ),
    { label: "Slug URL", header: "Slug", auditLabel: "Adresse de la page", panel: "general" },
  ),
  description: textField("multiline", text(20_000, "La description compte au plus 20000 caractères"), {
    label: "Description",
    panel: "general",
    optional: true,
    wide: true,
  }),
  category_id: textField("category", optional(z.string()), { label: "Catégorie", panel: "general" }),
  reference: textField("text", optional(text(100, "La référence compte au plus 100 caractères")), {
    label: "Référence (SKU)",
    header: "Référence",
    auditLabel: "Référence",
    panel: "general",
    optional: true,
  }),
  images: z
    .array(z.object({ image_url: z.string(), is_primary: z.boolean(), display_order: z.number() }))
    .check(z.maxLength(50, "Un produit a au plus 50 images"))
    .register(fieldDescriptions, { kind: "images", label: "Images" }),
  price: numberField("money", wholeNumber(1, MAX_PRICE, "Le prix doit être un nombre positif"), {
    label: "Prix (XOF)",
    header: "Prix",
    auditLabel: "Prix",
    panel: "price",
    hint: "Le prix doit être supérieur à 0",
    deps: "old_price",
  }),
  old_price: numberField(
    "money",
    optionalWholeNumber(1, MAX_PRICE, null, "L'ancien prix doit être un nombre positif"),
    {
      label: "Ancien prix (XOF)",
      header: "Ancien prix",
      auditLabel: "Ancien prix",
      panel: "price",
      optional: true,
      hint: "Montré barré à côté du prix.",
    },
  ),
  discount: numberField(
    "number",
    z.pipe(
      z
        .string()
        .check(
          z.refine((typed) => !(Number(typed) > 100), { error: DISCOUNT_TOO_HIGH_MESSAGE, abort: true }),
        ),
      optionalWholeNumber(0, 100, null, "La réduction est un nombre entier de 0 à 100"),
    ),
    {
      label: "Réduction (%)",
      header: "Réduction",
      panel: "price",
      optional: true,
      max: 100,
      hint: "De 0 à 100.",
    },
  ),
  stock: numberField(
    "number",
    optionalWholeNumber(0, MAX_STOCK, 0, "Le stock doit être un nombre positif ou zéro"),
    { label: "Stock", panel: "price", hint: "Pièces que l'on peut commander." },
    "0",
  ),
  weight_grams: numberField(
    "number",
    optionalWholeNumber(1, MAX_WEIGHT, null, "Le poids est un nombre de grammes, 10 000 000 au plus"),
    {
      label: "Poids (g)",
      panel: "price",
      optional: true,
      hint: "Avec l'emballage. Il décide des frais de livraison.",
    },
  ),
  shelf: textField("text", optional(text(50, "Le rayon compte au plus 50 caractères")), {
    label: "Rayon",
    panel: "price",
    optional: true,
    hint: "Où l'article se trouve en réserve.",
  }),
  unit: unitField(
    z.string().check(z.refine(isUnit, UNKNOWN_UNIT_MESSAGE)),
    { label: "Unité de vente", header: "Unité", auditLabel: "Unité de vente", panel: "units" },
    "piece",
  ),
  step_size: decimalField(
    optionalDecimal(1, "Le pas est un nombre positif, à trois décimales"),
    {
      label: "Pas",
      panel: "units",
      hint: "De combien la quantité augmente : 0,5 pour une vente par demi-mètre.",
    },
    "1",
  ),
  minimum_quantity: numberField(
    "number",
    optionalWholeNumber(1, MAX_MINIMUM_QUANTITY, 1, "La quantité minimale est un nombre de 1 à 100 000"),
    { label: "Quantité minimale", panel: "units", hint: "En pas." },
    "1",
  ),
  content_size: decimalField(optionalDecimal(null, "Le contenu est un nombre positif, à trois décimales"), {
    label: "Contenu",
    panel: "units",
    optional: true,
    hint: "Ce qu'un carton couvre, ce qu'un pot contient : 1,44 m², 15 litres.",
  }),
  content_unit: unitField(
    optional(z.string().check(z.refine((unit) => unit === "" || isContentUnit(unit), UNKNOWN_UNIT_MESSAGE))),
    { label: "Unité du contenu", panel: "units", optional: true },
    "",
  ),
  barcode: textField("text", optional(text(50, "Le code-barres compte au plus 50 caractères")), {
    label: "Code-barres",
    panel: "units",
    optional: true,
    hint: "Celui de l'emballage, comme le lit un lecteur.",
  }),
  is_bulky: booleanField({
    label: "Article encombrant",
    header: "Encombrant",
    auditLabel: "Encombrant",
    panel: "price",
  }),
  is_new: booleanField({
    label: "Marquer comme nouveau",
    header: "Nouveau",
    auditLabel: "Nouveau",
    panel: "price",
  }),
  is_featured: booleanField({
    label: "Mettre en avant / promotion",
    header: "Promotion",
    auditLabel: "Promotion",
    panel: "price",
  }),
  features: z
    .codec(z.array(z.string()), z.optional(z.array(z.string())), {
      decode: decodeBy(
        z.pipe(
          z.array(z.string().check(normalizedText())),
          z.transform((lines) => lines.filter(Boolean)),
        ),
      ),
      encode: (stored) => stored ?? [],
    })
    .register(fieldDescriptions, { kind: "features", label: "Caractéristiques" }),
  specifications: z
    .codec(z.array(z.object({ name: z.string(), value: z.string() })), z.optional(z.custom<Json>()), {
      decode: decodeBy(
        z.pipe(
          z
            .array(
              z.object({
                name: z.string().check(normalizedText()),
                value: z.string().check(normalizedText()),
              }),
            )
            .check(
              z.refine(
                (pairs) => findSpecificationError(pairs) === null,
                "Chaque spécification a un nom, et un seul",
              ),
            ),
          z.transform((pairs) =>
            Object.fromEntries(pairs.filter(({ name }) => name).map(({ name, value }) => [name, value])),
          ),
        ),
      ),
      encode: (stored) =>
        Object.entries(stored ?? {}).map(([name, value]) => ({
          name,
          value: typeof value === "string" ? value : JSON.stringify(value),
        })),
    })
    .register(fieldDescriptions, {
      kind: "specifications",
      label: "Spécifications techniques",
      header: "Spécifications",
    }),
  data_sheets: z
    .codec(z.array(dataSheetSchema), z.optional(z.custom<Json>()), {
      decode: decodeBy(
        z.array(dataSheetSchema).check(
          z.maxLength(MAX_LINKS, INVALID_DATA_SHEET_MESSAGE),
          z.refine((sheets) => sheets.every(hasTitle), INVALID_DATA_SHEET_MESSAGE),
        ),
      ),
      encode: parseDataSheets,
    })
    .register(fieldDescriptions, { kind: "data_sheets", label: "Fiches techniques" }),
  videos: z
    .codec(z.array(videoSchema), z.optional(z.custom<Json>()), {
      decode: decodeBy(
        z.pipe(
          z.array(videoSchema).check(
            z.maxLength(MAX_LINKS, INVALID_VIDEO_MESSAGE),
            z.refine(
              (videos) => videos.every((video) => isEmpty(video) || isVideo(video)),
              INVALID_VIDEO_MESSAGE,
            ),
          ),
          z.transform((videos) => videos.filter((video) => !isEmpty(video))),
        ),
      ),
      encode: parseVideos,
    })
    .register(fieldDescriptions, { kind: "videos", label: "Vidéos" }),
  accessories: z
    .array(accessorySchema)
    .check(z.maxLength(MAX_ACCESSORIES, "Un produit a au plus 12 accessoires"))
    .register(fieldDescriptions, { kind: "accessories", label: "Accessoires" }),
  options: z.array(productOptionSchema).register(fieldDescriptions, { kind: "options", label: "Options" }),
  variants: variantsField.register(fieldDescriptions, { kind: "variants", label: "Variantes" }),
  attributes: z
    .codec(z.record(z.string(), z.string()), z.optional(z.custom<Json>()), {
      // What the values may be, the database says: it knows the attributes of the category.
      decode: (typed) => Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== "")),
      encode: (stored) =>
        Object.fromEntries(
          Object.entries(stored ?? {}).map(([key, value]) => [key, formatAttributeInput(value)]),
        ),
    })
    .register(fieldDescriptions, { kind: "attributes", label: "Attributs" }),
  more_info_url: textField(
    "link",
    z.pipe(
      optional(text(2000, INVALID_LINK_MESSAGE)),
      z.nullable(z.string().check(z.regex(LINK_PATTERN, INVALID_LINK_MESSAGE))),
    ),
    { label: "Lien « Plus d'informations »", header: "Lien", panel: "general", optional: true, wide: true },
  ),
});

function isContentUnit(unit: string): boolean {
  return unit === "piece" || isMeasure(unit);
}

/** A stored value as it is typed: «1,5», «oui», the key of a choice. */
export function formatAttributeInput(value: unknown): string {
  if (typeof value === "boolean") return value ? "oui" : "non";
  return typeof value === "number" ? String(value).replace(".", ",") : String(value ?? "");
}

/** The messages beside a field after it was left, before the first submit. */
const BLUR_MESSAGES: Readonly<Record<string, string>> = {
  "Le nom du produit est requis": "Champ requis",
  "Le slug URL est requis": "Champ requis",
  "Le prix doit être un nombre positif": "Prix valide requis",
  "Le stock doit être un nombre positif ou zéro": "Stock valide requis",
};

export function toBlurMessage(message: string): string {
  return BLUR_MESSAGES[message] ?? message;
}

/** What the form holds. */
export type ProductInput = z.input<typeof productFields>;
export type ProductFieldName = keyof ProductInput;

const LIST_NAMES = ["images", "options", "variants", "accessories"] as const;

/** The fields that are columns of the table. */
export type ProductColumnName = Exclude<ProductFieldName, (typeof LIST_NAMES)[number]>;

/** In the order of the form. */
export const productFieldNames = Object.keys(productFields.shape).filter(
  (name): name is ProductFieldName => name in productFields.shape,
);

const COLUMN_ORDER =
  "reference name category_id price old_price discount stock is_new is_featured description features specifications attributes more_info_url weight_grams is_bulky shelf unit step_size minimum_quantity content_size content_unit barcode videos data_sheets slug".split(
    " ",
  );

/**
 * The columns in the order of the CSV file and of the audit log: what identifies and prices a product, then its
 * texts. A field that is not named in COLUMN_ORDER follows them.
 */
export const productColumnNames = productFieldNames
  .filter((name): name is ProductColumnName => !LIST_NAMES.some((list) => list === name))
  .sort((one, other) => getColumnPosition(one) - getColumnPosition(other));

/** A column that is not named in COLUMN_ORDER, at index -1, comes last. */
function getColumnPosition(name: ProductColumnName): number {
  return (COLUMN_ORDER.indexOf(name) + COLUMN_ORDER.length + 1) % (COLUMN_ORDER.length + 1);
}

export function getProductField(name: ProductFieldName): ProductField {
  const description = fieldDescriptions.get(productFields.shape[name]);
  if (!description) throw new Error(`The field ${name} has no description.`);
  return description;
}

/** The first line without a name, or with the name of an earlier line; null when there is none. */
export function findSpecificationError(
  pairs: readonly Specification[],
): { index: number; message: string } | null {
  const names = pairs.map(({ name }) => name.trim());
  const index = names.findIndex((name, place) =>
    name === "" ? pairs[place]?.value.trim() !== "" : names.indexOf(name) < place,
  );
  if (index === -1) return null;
  return { index, message: names[index] === "" ? "Champ requis" : "Ce nom figure déjà dans la liste" };
}
