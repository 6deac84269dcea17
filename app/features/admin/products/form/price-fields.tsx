/** The price, stock and marketing fields of a product. */
import type { ComponentProps } from "react";
import { useWatch } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import type { ProductFieldsProps } from "./general-fields.tsx";
import { deriveDiscount, productLabels as labels } from "./product.ts";

export function PriceFields({ form, toFieldError, className }: ProductFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const [price, oldPrice] = useWatch({ control, name: ["price", "old_price"] });
  return (
    <div className={className}>
      <Panel title="Prix et stock">
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <NumberField
            label={labels.price}
            hint="Le prix doit être supérieur à 0"
            error={toFieldError(errors.price?.message)}
            {...register("price", { deps: "old_price" })}
          />
          <NumberField
            label={labels.old_price}
            optional
            hint="Montré barré à côté du prix."
            error={toFieldError(errors.old_price?.message)}
            {...register("old_price")}
          />
          {oldPrice.trim() === "" ? (
            <NumberField
              label={labels.discount}
              optional
              max={100}
              hint="De 0 à 100."
              error={toFieldError(errors.discount?.message)}
              {...register("discount")}
            />
          ) : (
            <TextField
              label={labels.discount}
              optional
              readOnly
              hint="Calculée d'après les deux prix."
              error={toFieldError(errors.discount?.message)}
              value={deriveDiscount(price, oldPrice) ?? ""}
            />
          )}
          <NumberField
            label={labels.stock}
            hint="Pièces que l'on peut commander."
            error={toFieldError(errors.stock?.message)}
            {...register("stock")}
          />
          <SwitchField label={labels.is_new} {...register("is_new")} />
          <SwitchField label={labels.is_featured} {...register("is_featured")} />
        </div>
      </Panel>
    </div>
  );
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
