/** What a product costs, how many there are, and how it is announced. */
import type { ComponentProps } from "react";
import { useWatch } from "react-hook-form";
import { Panel } from "../../../components/office/panel.tsx";
import { SwitchField } from "../../../components/office/switch-field.tsx";
import { TextField } from "../../../components/ui/field.tsx";
import { derivedDiscount, productLabels as labels } from "./product.ts";
import type { FieldsProps } from "./product-form-general.tsx";

export function PriceFields({ form, said, className }: FieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const [price, oldPrice] = useWatch({ control, name: ["price", "old_price"] });
  return (
    <div className={className}>
      <Panel title="Prix et stock">
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <Figure
            label={labels.price}
            hint="Le prix doit être supérieur à 0"
            error={said(errors.price?.message)}
            {...register("price", { deps: "old_price" })}
          />
          <Figure
            label={labels.old_price}
            optional
            hint="Montré barré à côté du prix."
            error={said(errors.old_price?.message)}
            {...register("old_price")}
          />
          {oldPrice.trim() === "" ? (
            <Figure
              label={labels.discount}
              optional
              max={100}
              hint="De 0 à 100."
              error={said(errors.discount?.message)}
              {...register("discount")}
            />
          ) : (
            <TextField
              label={labels.discount}
              optional
              readOnly
              hint="Calculée d'après les deux prix."
              error={said(errors.discount?.message)}
              value={derivedDiscount(price, oldPrice) ?? ""}
            />
          )}
          <Figure
            label={labels.stock}
            hint="Pièces que l'on peut commander."
            error={said(errors.stock?.message)}
            {...register("stock")}
          />
          <SwitchField label={labels.is_new} {...register("is_new")} />
          <SwitchField label={labels.is_featured} {...register("is_featured")} />
        </div>
      </Panel>
    </div>
  );
}

/** A whole number. Turning the wheel over it scrolls the page and leaves the number alone. */
function Figure(props: ComponentProps<typeof TextField>) {
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
