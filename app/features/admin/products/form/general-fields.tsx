/** The general fields of a product: name, slug, description, category, reference and link. */
import { Panel } from "#app/components/admin/panel.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Field } from "#app/components/ui/forms/field.tsx";
import {
  getProductField,
  type ProductFieldName,
  productFieldNames,
} from "#app/features/admin/shared/fields/product-fields.ts";
import type { CategoryOption } from "./product.queries.ts";
import { type ProductFieldsProps, SimpleField } from "./simple-field.tsx";
import type { SlugGenerator } from "./use-slug-generator.ts";

interface GeneralFieldsProps extends ProductFieldsProps {
  categories: CategoryOption[];
  slugs: SlugGenerator;
  /** Whether the product has an address already. */
  isStored: boolean;
  /** The fields that another panel shows. */
  without?: readonly ProductFieldName[];
}

const generalNames = productFieldNames.filter((name) => getProductField(name).panel === "general");

export function GeneralFields({ className, without = [], ...props }: GeneralFieldsProps) {
  const names = generalNames.filter((name) => !without.includes(name));
  return (
    <div className={className}>
      <Panel title="Informations générales">
        <div className="grid gap-4 p-4 md:grid-cols-2">
          {names.map((name) => {
            if (name === "slug") return <SlugField key={name} {...props} />;
            if (name === "category_id") return <CategoryField key={name} {...props} />;
            return <SimpleField key={name} name={name} {...props} />;
          })}
        </div>
      </Panel>
    </div>
  );
}

function SlugField({ form, toFieldError, onLeave, slugs, isStored }: Omit<GeneralFieldsProps, "className">) {
  return (
    <Field
      label={getProductField("slug").label}
      hint={`La fin de l'adresse de la page : /product/...${isStored ? " L'ancienne adresse mènera à la nouvelle." : ""}`}
      error={toFieldError(form.formState.errors.slug?.message)}
      className="md:col-span-2"
    >
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <input
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            className={`${control.className} w-auto min-w-48 grow basis-0`}
            {...form.register("slug", { onBlur: () => onLeave("slug") })}
          />
          <BusyButton
            variant="outline"
            className="max-sm:grow"
            busy={slugs.generating}
            onClick={slugs.generate}
          >
            Générer depuis le nom
          </BusyButton>
        </div>
      )}
    </Field>
  );
}

function CategoryField({ form, toFieldError, categories }: Omit<GeneralFieldsProps, "className">) {
  return (
    <Field
      label={getProductField("category_id").label}
      optional
      error={toFieldError(form.formState.errors.category_id?.message)}
    >
      {(control) => (
        <select {...control} {...form.register("category_id")}>
          <option value="">Aucune catégorie</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
