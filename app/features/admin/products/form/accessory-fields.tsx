/** The accessories of a product: other products that staff choose to go with it, in the order of its page. */
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { getProductField } from "#app/features/admin/shared/fields/product-fields.ts";
import { hasReference } from "#app/features/admin/shared/item-code.ts";
import { ProductSearch } from "#app/features/admin/shared/product-search.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type FoundAccessory, findAccessories } from "./product.queries.ts";
import { getErrorMessage, type ProductFieldsProps } from "./simple-field.tsx";

interface AccessoryFieldsProps extends Pick<ProductFieldsProps, "form" | "className"> {
  /** The product, which is no accessory of itself. */
  productId: string;
}

export function AccessoryFields({ form, productId, className }: AccessoryFieldsProps) {
  const accessories = useWatch({ control: form.control, name: "accessories" });
  const error = getErrorMessage(form.formState.errors.accessories);
  const [announcement, setAnnouncement] = useState("");

  function change(next: typeof accessories) {
    form.setValue("accessories", next, { shouldDirty: true, shouldValidate: error !== undefined });
  }

  async function find(query: string) {
    const found = await findAccessories(getSupabase(), query);
    const chosen = new Set([productId, ...accessories.map(({ id }) => id)]);
    return found.filter(({ id }) => !chosen.has(id));
  }

  function move(index: number, by: -1 | 1) {
    const [moved] = accessories.slice(index, index + 1);
    if (!moved) return;
    change(accessories.toSpliced(index, 1).toSpliced(index + by, 0, moved));
    setAnnouncement(`${moved.name} est maintenant à la place ${index + by + 1}.`);
  }

  return (
    <div className={className}>
      <Panel title={getProductField("accessories").label}>
        <div className="grid gap-3 p-4">
          <ol aria-label="Accessoires choisis" className="grid gap-1 empty:hidden">
            {accessories.map(({ id, name }, index) => (
              <li key={id} className="flex items-center gap-1 rounded-md border border-border py-1 pr-1 pl-3">
                <span className="min-w-0 grow text-sm wrap-anywhere">{name}</span>
                <button
                  type="button"
                  aria-label={`Monter ${name}`}
                  title="Monter"
                  disabled={index === 0}
                  className="icon-btn hover:bg-surface-muted disabled:opacity-35"
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp aria-hidden size={16} />
                </button>
                <button
                  type="button"
                  aria-label={`Descendre ${name}`}
                  title="Descendre"
                  disabled={index === accessories.length - 1}
                  className="icon-btn hover:bg-surface-muted disabled:opacity-35"
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown aria-hidden size={16} />
                </button>
                <button
                  type="button"
                  aria-label={`Retirer ${name}`}
                  title="Retirer"
                  className="icon-btn text-danger hover:bg-surface-muted"
                  onClick={() => {
                    change(accessories.toSpliced(index, 1));
                    setAnnouncement(`${name} est retiré.`);
                  }}
                >
                  <Trash2 aria-hidden size={16} />
                </button>
              </li>
            ))}
          </ol>
          <ProductSearch
            label="Ajouter un accessoire"
            hint="Nom ou référence d'un produit qui va avec celui-ci. 12 au plus."
            error={error}
            find={find}
            pick={pickOnly}
            onAdd={({ id, name }) => change([...accessories, { id, name }])}
          >
            {({ name, reference, stock, price }) => (
              <>
                <span className="min-w-0">
                  <span className="block break-words">{name}</span>
                  <span className="text-muted">
                    {[reference, stock === 0 && "épuisé"].filter(Boolean).join(" · ")}
                  </span>
                </span>
                <span className="font-semibold whitespace-nowrap tabular-nums">{formatXof(price)}</span>
              </>
            )}
          </ProductSearch>
          <p role="status" className="sr-only">
            {announcement}
          </p>
        </div>
      </Panel>
    </div>
  );
}

/** Enter adds what alone was found, or what has exactly this reference. */
function pickOnly(query: string, found: readonly FoundAccessory[]): FoundAccessory | null {
  const named = found.filter((item) => hasReference(item, query));
  const [only = null] = named.length > 0 ? named : found;
  return named.length === 1 || found.length === 1 ? only : null;
}
