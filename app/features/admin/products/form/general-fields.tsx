/** The general fields of a product: name, slug, description, category, reference and link. */
import { useState } from "react";
import { Panel } from "#app/components/admin/panel.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Field } from "#app/components/ui/forms/field.tsx";
import { getProductField, productFieldNames } from "#app/features/admin/shared/fields/product-fields.ts";
import { slugify } from "#app/lib/format/slugs.ts";
import type { CategoryOption } from "./product.queries.ts";
import { type ProductFieldsProps, SimpleField } from "./simple-field.tsx";

interface GeneralFieldsProps extends ProductFieldsProps {
  categories: CategoryOption[];
  findFreeSlug(name: string): Promise<string | null>;
}

const names = productFieldNames.filter((name) => getProductField(name).panel === "general");

export function GeneralFields({ className, ...props }: GeneralFieldsProps) {
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

function SlugField({ form, toFieldError, findFreeSlug }: Omit<GeneralFieldsProps, "className">) {
  const { generating, generate } = useSlugGenerator(form, findFreeSlug);
  return (
    <Field
      label={getProductField("slug").label}
      hint="La fin de l'adresse de la page : /product/..."
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
            {...form.register("slug")}
          />
          <BusyButton variant="outline" className="max-sm:grow" busy={generating} onClick={generate}>
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

/** Sets the name's slug immediately, and adds a number when another product has the same slug. */
function useSlugGenerator(
  { getValues, setValue, trigger }: ProductFieldsProps["form"],
  findFreeSlug: GeneralFieldsProps["findFreeSlug"],
) {
  const [generating, setGenerating] = useState(false);

  async function generate() {
    const name = getValues("name");
    const slug = slugify(name);
    if (slug === "") return void trigger("name", { shouldFocus: true });
    const set = (value: string) => setValue("slug", value, { shouldDirty: true, shouldValidate: true });
    set(slug);
    setGenerating(true);
    const free = await findFreeSlug(name);
    setGenerating(false);
    if (free !== null && getValues("slug") === slug) set(free);
  }

  return { generating, generate };
}
