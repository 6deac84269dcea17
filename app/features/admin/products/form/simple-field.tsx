/** A field of the product form whose control follows from its description. */
import type { ComponentProps } from "react";
import type { UseFormReturn } from "react-hook-form";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import {
  getProductField,
  type ProductFieldName,
  type ProductInput,
} from "#app/features/admin/shared/fields/product-fields.ts";
import type { ProductValues } from "./product.schema.ts";

export interface ProductFieldsProps {
  form: UseFormReturn<ProductInput, unknown, ProductValues>;
  /** Maps an error message to the one that is shown at this moment. */
  toFieldError(message: string | undefined): string | undefined;
  /** Called after a field was left. */
  onLeave(name: ProductFieldName): void;
  className: string;
}

interface SimpleFieldProps extends Omit<ProductFieldsProps, "className"> {
  name: ProductFieldName;
}

export function SimpleField({
  name,
  form: { register, formState },
  toFieldError,
  onLeave,
}: SimpleFieldProps) {
  const { kind, label, hint, optional, wide, max, deps } = getProductField(name);
  if (kind === "boolean") return <SwitchField label={label} {...register(name)} />;
  const field = {
    label,
    hint,
    optional,
    className: wide ? "md:col-span-2" : undefined,
    error: toFieldError(getErrorMessage(formState.errors[name])),
    ...register(name, { ...(deps && { deps }), onBlur: () => onLeave(name) }),
  };
  switch (kind) {
    case "number":
    case "money":
      return <NumberField max={max} {...field} />;
    case "decimal":
      return <TextField inputMode="decimal" autoComplete="off" {...field} />;
    case "multiline":
      return <TextAreaField rows={6} {...field} />;
    case "link":
      return <TextField type="url" inputMode="url" autoComplete="off" placeholder="https://" {...field} />;
    default:
      return <TextField autoComplete="off" {...field} />;
  }
}

/** A field for a whole number. The mouse wheel scrolls the page and does not change the number. */
function NumberField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      autoComplete="off"
      onWheel={({ currentTarget }) => currentTarget.blur()}
      {...props}
    />
  );
}

/** The message of a field's error or of a whole list's error. */
export function getErrorMessage(error: object | undefined): string | undefined {
  return error && "message" in error && typeof error.message === "string" ? error.message : undefined;
}
