/** What a product is called, where it is found, and what is said of it. */
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Panel } from "../../../components/office/panel.tsx";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { Field, TextAreaField, TextField } from "../../../components/ui/field.tsx";
import { slugOf } from "../../../lib/slugs.ts";
import type { CategoryChoice } from "./product.queries.ts";
import type { ProductValues } from "./product.schema.ts";
import { productLabels as labels, type TypedProduct } from "./product.ts";

export interface FieldsProps {
  form: UseFormReturn<TypedProduct, unknown, ProductValues>;
  /** The words for an error at this moment. */
  said(message: string | undefined): string | undefined;
  className: string;
}

interface GeneralFieldsProps extends FieldsProps {
  categories: CategoryChoice[];
  freeSlug(name: string): Promise<string | null>;
}

export function GeneralFields({ form, said, categories, freeSlug, className }: GeneralFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  const { generating, generate } = useSlugGenerator(form, freeSlug);
  return (
    <div className={className}>
      <Panel title="Informations générales">
        <div className="grid gap-4 p-4 md:grid-cols-2">
          <TextField
            label={labels.name}
            autoComplete="off"
            className="md:col-span-2"
            error={said(errors.name?.message)}
            {...register("name")}
          />
          <Field
            label={labels.slug}
            hint="La fin de l'adresse de la page : /product/..."
            error={said(errors.slug?.message)}
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
                <BusyButton
                  type="button"
                  className="btn btn-outline max-sm:grow"
                  busy={generating}
                  onClick={generate}
                >
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
            error={said(errors.description?.message)}
            {...register("description")}
          />
          <Field label={labels.category_id} optional error={said(errors.category_id?.message)}>
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
            error={said(errors.reference?.message)}
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
            error={said(errors.more_info_url?.message)}
            {...register("more_info_url")}
          />
        </div>
      </Panel>
    </div>
  );
}

/** The name's slug at once, and a number behind it where another product has the same. */
function useSlugGenerator(
  { getValues, setValue, trigger }: FieldsProps["form"],
  freeSlug: GeneralFieldsProps["freeSlug"],
) {
  const [generating, setGenerating] = useState(false);

  async function generate() {
    const name = getValues("name");
    const made = slugOf(name);
    if (made === "") return void trigger("name", { shouldFocus: true });
    const set = (slug: string) => setValue("slug", slug, { shouldDirty: true, shouldValidate: true });
    set(made);
    setGenerating(true);
    const free = await freeSlug(name);
    setGenerating(false);
    if (free !== null && getValues("slug") === made) set(free);
  }

  return { generating, generate };
}
