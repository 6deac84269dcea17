/** The general fields of a product: name, slug, description, category, reference and link. */
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Field, TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { slugify } from "#app/lib/format/slugs.ts";
import type { CategoryOption } from "./product.queries.ts";
import type { ProductValues } from "./product.schema.ts";
import { productLabels as labels, type ProductInput } from "./product.ts";

export interface ProductFieldsProps {
  form: UseFormReturn<ProductInput, unknown, ProductValues>;
  /** Maps an error message to the one that is shown at this moment. */
  toFieldError(message: string | undefined): string | undefined;
  className: string;
}

interface GeneralFieldsProps extends ProductFieldsProps {
  categories: CategoryOption[];
  findFreeSlug(name: string): Promise<string | null>;
}

export function GeneralFields({
  form,
  toFieldError,
  categories,
  findFreeSlug,
  className,
}: GeneralFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  const { generating, generate } = useSlugGenerator(form, findFreeSlug);
  return (
    <div className={className}>
      <Panel title="Informations générales">
        <div className="grid gap-4 p-4 md:grid-cols-2">
          <TextField
            label={labels.name}
            autoComplete="off"
            className="md:col-span-2"
            error={toFieldError(errors.name?.message)}
            {...register("name")}
          />
          <Field
            label={labels.slug}
            hint="La fin de l'adresse de la page : /product/..."
            error={toFieldError(errors.slug?.message)}
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
                  {...register("slug")}
                />
                <BusyButton variant="outline" className="max-sm:grow" busy={generating} onClick={generate}>
                  Générer depuis le nom
                </BusyButton>
              </div>
            )}
          </Field>
          <TextAreaField
            label={labels.description}
            optional
            rows={6}
            className="md:col-span-2"
            error={toFieldError(errors.description?.message)}
            {...register("description")}
          />
          <Field label={labels.category_id} optional error={toFieldError(errors.category_id?.message)}>
            {(control) => (
              <select {...control} {...register("category_id")}>
                <option value="">Aucune catégorie</option>
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextField
            label={labels.reference}
            optional
            autoComplete="off"
            error={toFieldError(errors.reference?.message)}
            {...register("reference")}
          />
          <TextField
            label={labels.more_info_url}
            optional
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            className="md:col-span-2"
            error={toFieldError(errors.more_info_url?.message)}
            {...register("more_info_url")}
          />
        </div>
      </Panel>
    </div>
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
