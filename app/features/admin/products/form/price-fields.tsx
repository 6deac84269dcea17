/** The price, stock and marketing fields of a product. */
import { useWatch } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import {
  getProductField,
  type ProductFieldName,
  productFieldNames,
} from "#app/features/admin/shared/fields/product-fields.ts";
import { deriveDiscount } from "./product.ts";
import { type ProductFieldsProps, SimpleField } from "./simple-field.tsx";

interface PriceFieldsProps extends ProductFieldsProps {
  /** The fields that another panel shows. */
  without?: readonly ProductFieldName[];
}

const priceNames = productFieldNames.filter((name) => getProductField(name).panel === "price");

export function PriceFields({ form, toFieldError, onLeave, without = [], className }: PriceFieldsProps) {
  const names = priceNames.filter((name) => !without.includes(name));
  const { errors } = form.formState;
  const [price, oldPrice] = useWatch({ control: form.control, name: ["price", "old_price"] });
  return (
    <div className={className}>
      <Panel title={without.length > 0 ? "Promotion" : "Prix et stock"}>
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          {names.map((name) =>
            name === "discount" && oldPrice.trim() !== "" ? (
              <TextField
                key={name}
                label={getProductField(name).label}
                optional
                readOnly
                hint="Calculée d'après les deux prix."
                error={toFieldError(errors.discount?.message)}
                value={deriveDiscount(price, oldPrice) ?? ""}
              />
            ) : (
              <SimpleField key={name} {...{ name, form, toFieldError, onLeave }} />
            ),
          )}
        </div>
      </Panel>
    </div>
  );
}
