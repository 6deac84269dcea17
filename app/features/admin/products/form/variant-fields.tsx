/** The panel of options and variants, connected to the product form. */
import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import type { VariantErrors } from "#app/features/admin/products/variants/variant-errors.ts";
import { VariantPanel } from "#app/features/admin/products/variants/variant-panel.tsx";
import { getErrorMessage, type ProductFieldsProps } from "./simple-field.tsx";

interface VariantFieldsProps extends Pick<ProductFieldsProps, "form"> {
  errors: VariantErrors;
}

export function VariantFields({ form, errors }: VariantFieldsProps) {
  const { control, formState, getValues, setValue } = form;
  const [options, rows, contentUnit, images] = useWatch({
    control,
    name: ["options", "variants", "content_unit", "images"],
  });
  const addresses = images.map(({ image_url }) => image_url).join("\n");
  const imageList = useMemo(() => addresses.split("\n").filter(Boolean), [addresses]);
  const { reference: _, ...initial } = getValues();
  return (
    <VariantPanel
      value={{ options, rows }}
      initial={{ price: initial.price, old_price: initial.old_price, weight_grams: "", stock: "0" }}
      hasContent={contentUnit !== ""}
      images={imageList}
      errors={errors}
      error={getErrorMessage(formState.errors.variants) ?? getErrorMessage(formState.errors.options)}
      onChange={(next) => {
        if (next.options !== options) setValue("options", next.options, { shouldDirty: true });
        if (next.rows !== rows) setValue("variants", next.rows, { shouldDirty: true });
      }}
    />
  );
}
