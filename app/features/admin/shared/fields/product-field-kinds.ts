/**
 * The kinds of product fields. A field is a codec between the input of the form, where numbers are text, and
 * the stored value; its description is registered with it.
 */
import * as z from "zod/mini";
import { normalizedText } from "#app/lib/forms/text-schema.ts";

export interface ProductField {
  /** The control, the comparison and the cell of the CSV file follow from it. */
  kind:
    | "text"
    | "multiline"
    | "link"
    | "number"
    | "money"
    | "decimal"
    | "boolean"
    | "unit"
    | "slug"
    | "category"
    | "features"
    | "specifications"
    | "attributes"
    | "data_sheets"
    | "videos"
    | "accessories"
    | "images"
    | "options"
    | "variants";
  /** In the form. */
  label: string;
  /** In the CSV file; by default the label. */
  header?: string;
  /** In the audit log; by default the label. */
  auditLabel?: string;
  /** The panel of the form; without one, the field has a panel of its own, written by hand. */
  panel?: "general" | "price" | "units";
  hint?: string;
  optional?: boolean;
  /** As wide as the panel. */
  wide?: boolean;
  max?: number;
  /** The field that is validated again when this one changes. */
  deps?: "old_price";
}

type Description = Omit<ProductField, "kind">;

export const fieldDescriptions = z.registry<ProductField>();

type Rule<Stored, Input> = z.ZodMiniType<Stored, Input>;

export function textField(
  kind: ProductField["kind"],
  rule: Rule<string | null, string>,
  description: Description,
) {
  return z
    .codec(z.string(), z.optional(z.nullable(z.string())), {
      decode: decodeBy(rule),
      encode: (stored) => stored ?? "",
    })
    .register(fieldDescriptions, { kind, ...description });
}

/** An amount with decimals, typed with a comma. `initial` is the input for a new product. */
export function decimalField(rule: Rule<number | null, string>, description: Description, initial = "") {
  return z
    .codec(z.string(), z.optional(z.nullable(z.number())), {
      decode: decodeBy(rule),
      encode: (stored) => String(stored ?? initial).replace(".", ","),
    })
    .register(fieldDescriptions, { kind: "decimal", ...description });
}

/** `initial` is the input for a new product. */
export function numberField(
  kind: ProductField["kind"],
  rule: Rule<number | null, string>,
  description: Description,
  initial = "",
) {
  return z
    .codec(z.string(), z.optional(z.nullable(z.number())), {
      decode: decodeBy(rule),
      encode: (stored) => String(stored ?? initial),
    })
    .register(fieldDescriptions, { kind, ...description });
}

/** `initial` is the input for a new product. */
export function unitField(rule: Rule<string | null, string>, description: Description, initial: string) {
  return z
    .codec(z.string(), z.optional(z.nullable(z.string())), {
      decode: decodeBy(rule),
      encode: (stored) => stored ?? initial,
    })
    .register(fieldDescriptions, { kind: "unit", ...description });
}

export function booleanField(description: Description) {
  return z
    .codec(z.boolean(), z.optional(z.boolean()), {
      decode: (typed) => typed,
      encode: (stored) => stored ?? false,
    })
    .register(fieldDescriptions, { kind: "boolean", ...description });
}

/** Applies a rule to the input only: a stored value is shown in the form even if a newer rule forbids it. */
export function decodeBy<Stored, Input>(rule: Rule<Stored, Input>) {
  return (typed: Input, payload: z.core.ParsePayload): Stored => {
    const result = rule.safeParse(typed);
    if (result.success) return result.data;
    for (const { message } of result.error.issues) {
      payload.issues.push({ code: "custom", message, input: typed, continue: true });
    }
    return z.NEVER;
  };
}

export function text(max: number, tooLong: string, required?: string) {
  return z
    .string()
    .check(normalizedText(), z.minLength(required ? 1 : 0, required ?? ""), z.maxLength(max, tooLong));
}

/** Null when empty. */
export function optional(rule: Rule<string, string>) {
  return z.pipe(
    rule,
    z.transform((typed) => typed || null),
  );
}
