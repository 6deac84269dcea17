/** The price, stock and marketing fields of a product. */
import type { ReactNode } from "react";
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
  /** Further fields, after the others. */
  children?: ReactNode;
  /** The price and the stock are those of the variants. */
  hasVariants: boolean;
}

const VARIANT_NAMES: readonly ProductFieldName[] = ["price", "old_price", "discount", "stock"];

const priceNames = productFieldNames.filter((name) => getProductField(name).panel === "price");

export function PriceFields(props: PriceFieldsProps) {
  const { form, toFieldError, onLeave, without = [], hasVariants, className, children } = props;
  const names = priceNames.filter(
    (name) => !without.includes(name) && !(hasVariants && VARIANT_NAMES.includes(name)),
  );
  const { errors } = form.formState;
  const [price, oldPrice] = useWatch({ control: form.control, name: ["price", "old_price"] });
  return (
    <div className={className}>
      <Panel title={without.length > 0 ? "Promotion" : "Prix et stock"}>
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          {hasVariants && (
            <p className="text-sm text-muted sm:col-span-2">
              Le prix, l'ancien prix et le stock sont ceux des variantes, dans la grille plus bas.
            </p>
          )}
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
          {children}
        </div>
      </Panel>
    </div>
  );
}
