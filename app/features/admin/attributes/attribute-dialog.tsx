/** Creates or edits an attribute. Its kind does not change: products have values of it. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { type RowTexts, useRowDialog } from "#app/features/admin/shared/mutations/use-row-dialog.tsx";
import {
  ATTRIBUTE_KINDS,
  type AttributeInput,
  type AttributeValues,
  attributeSchema,
  getKindLabel,
} from "./attribute.schema.ts";
import { saveAttribute } from "./attributes.mutations.ts";
import { type Attribute, type CategoryName, findAttribute } from "./attributes.queries.ts";
import { ChoiceList } from "./choice-list.tsx";

const NEW_ATTRIBUTE: AttributeValues = {
  name: "",
  kind: "number",
  unit: null,
  minimum: null,
  maximum: null,
  choices: [],
  categories: [],
  is_filter: true,
  position: 0,
};

const TEXTS: RowTexts = {
  entity: "attribute",
  subject: "cet attribut",
  object: "l'attribut",
  newTitle: "Nouvel attribut",
  editTitle: "Modifier l'attribut",
  added: "Attribut ajouté",
  updated: "Attribut mis à jour",
};

interface AttributeDialogProps {
  /** Null for a new attribute. */
  attribute: Attribute | null;
  categories: CategoryName[];
  onClose(): void;
}

export function AttributeDialog({ attribute, categories, onClose }: AttributeDialogProps) {
  const form = useForm({
    resolver: zodResolver(attributeSchema),
    defaultValues: toInput(attribute ?? NEW_ATTRIBUTE),
  });
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const [kind, choices] = useWatch({ control, name: ["kind", "choices"] });
  const { dialog } = useRowDialog<AttributeInput, AttributeValues, Attribute>({
    form,
    row: attribute,
    texts: TEXTS,
    toInput,
    diff: (before, now) => diffAttributes(before, now, categories),
    create: (client, id, values) => saveAttribute(client, id, values, null),
    update: saveAttribute,
    find: findAttribute,
    getName: ({ name }) => name,
    onClose,
  });
  return (
    <EditDialog {...dialog}>
      <TextField
        label="Nom"
        autoComplete="off"
        placeholder="Diamètre"
        error={errors.name?.message}
        {...register("name")}
      />
      {attribute ? (
        <p className="text-sm">
          <span className="font-semibold">Type&nbsp;:</span> {getKindLabel(kind)}. Il ne change pas : des
          produits ont des valeurs.
        </p>
      ) : (
        <Field label="Type" error={errors.kind?.message}>
          {(field) => (
            <select {...field} {...register("kind")}>
              {ATTRIBUTE_KINDS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {kind === "number" && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label="Unité"
            optional
            autoComplete="off"
            placeholder="mm"
            error={errors.unit?.message}
            {...register("unit")}
          />
          <TextField
            label="Minimum"
            optional
            inputMode="decimal"
            autoComplete="off"
            error={errors.minimum?.message}
            {...register("minimum")}
          />
          <TextField
            label="Maximum"
            optional
            inputMode="decimal"
            autoComplete="off"
            error={errors.maximum?.message}
            {...register("maximum")}
          />
        </div>
      )}
      {kind === "choice" && (
        <ChoiceList
          choices={choices}
          error={errors.choices?.message ?? errors.choices?.root?.message}
          onChange={(next) => setValue("choices", next, { shouldDirty: true })}
        />
      )}
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">Catégories</legend>
        <p className="text-sm text-muted">L'attribut vaut aussi pour leurs sous-catégories.</p>
        <div className="max-h-60 overflow-y-auto rounded-lg border border-border px-3 py-1">
          {categories.map(({ id, name }) => (
            <label key={id} className="flex min-h-11 items-center gap-3 text-sm md:min-h-9">
              <input
                type="checkbox"
                value={id}
                className="size-5 shrink-0 accent-brand"
                {...register("categories")}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label="Ordre"
        inputMode="numeric"
        autoComplete="off"
        hint="Les plus petits nombres viennent d'abord."
        error={errors.position?.message}
        {...register("position")}
      />
      <SwitchField label="Filtre du catalogue" {...register("is_filter")} />
    </EditDialog>
  );
}

const toText = (number: number | null) => (number === null ? "" : String(number).replace(".", ","));

const toInput = ({ unit, minimum, maximum, position, ...values }: AttributeValues): AttributeInput => ({
  name: values.name,
  kind: values.kind,
  unit: unit ?? "",
  minimum: toText(minimum),
  maximum: toText(maximum),
  choices: values.choices,
  categories: values.categories,
  is_filter: values.is_filter,
  position: String(position),
});

function diffAttributes(before: AttributeValues, now: AttributeValues, categories: readonly CategoryName[]) {
  const toShown = (values: AttributeValues) => ({
    ...toInput(values),
    choices: values.choices.map(({ name }) => name).join(", "),
    categories: categories
      .filter(({ id }) => values.categories.includes(id))
      .map(({ name }) => name)
      .join(", "),
  });
  return diffFields(
    [
      ["name", "Nom"],
      ["unit", "Unité"],
      ["minimum", "Minimum"],
      ["maximum", "Maximum"],
      ["choices", "Choix"],
      ["categories", "Catégories"],
      ["is_filter", "Filtre du catalogue"],
      ["position", "Ordre"],
    ],
    toShown(before),
    toShown(now),
  );
}
