/**
 * The values of a product's attributes: a field for each attribute of its category. Values of other attributes stay in
 * the form while the category is changed back and forth; the database leaves those behind that do not count.
 */
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { LoadError } from "#app/components/admin/load-error.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Field } from "#app/components/ui/forms/field.tsx";
import {
  type CategoryAttribute,
  listCategoryAttributes,
} from "#app/features/admin/shared/fields/category-attributes.queries.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getErrorMessage, type ProductFieldsProps } from "./simple-field.tsx";

export function AttributeFields({ form, className }: Pick<ProductFieldsProps, "form" | "className">) {
  const [category, values] = useWatch({ control: form.control, name: ["category_id", "attributes"] });
  const { attributes, retry } = useCategoryAttributes(category);
  const error = getErrorMessage(form.formState.errors.attributes);
  const change = (key: string, value: string) =>
    form.setValue("attributes", { ...values, [key]: value }, { shouldDirty: true });
  return (
    <div className={className}>
      <Panel title="Attributs">
        <div className="grid gap-4 p-4">
          {error && (
            <p role="alert" className="text-sm font-medium text-danger">
              {error}
            </p>
          )}
          {category === "" ? (
            <p className="text-sm text-muted">Choisissez une catégorie : ses attributs se remplissent ici.</p>
          ) : attributes === null ? (
            <p className="text-sm text-muted">Chargement des attributs...</p>
          ) : !attributes.ok ? (
            <LoadError message="Impossible de charger les attributs" onRetry={retry} />
          ) : attributes.value.length === 0 ? (
            <p className="text-sm text-muted">Cette catégorie n'a pas d'attribut.</p>
          ) : (
            <div className="grid gap-4 md:grid-cols-2">
              {attributes.value.map((attribute) => (
                <AttributeField
                  key={attribute.key}
                  attribute={attribute}
                  isInvalid={error?.includes(`« ${attribute.name} »`) ?? false}
                  value={values[attribute.key] ?? ""}
                  onChange={(value) => change(attribute.key, value)}
                />
              ))}
            </div>
          )}
        </div>
      </Panel>
    </div>
  );
}

/** null while they are loaded. */
function useCategoryAttributes(category: string) {
  const [loaded, setLoaded] = useState<{ category: string; result: Result<CategoryAttribute[]> } | null>(
    null,
  );
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads them again.
  useEffect(() => {
    if (category === "") return;
    let isCurrent = true;
    void toResult("attributes", listCategoryAttributes(getSupabase(), category)).then((result) => {
      if (isCurrent) setLoaded({ category, result });
    });
    return () => {
      isCurrent = false;
    };
  }, [category, attempt]);
  return {
    attributes: loaded?.category === category ? loaded.result : null,
    retry: () => setAttempt(attempt + 1),
  };
}

interface AttributeFieldProps {
  attribute: CategoryAttribute;
  isInvalid: boolean;
  value: string;
  onChange(value: string): void;
}

function AttributeField({ attribute, isInvalid, value, onChange }: AttributeFieldProps) {
  const { name, kind, unit, choices } = attribute;
  const options =
    kind === "choice"
      ? choices
      : [
          { key: "oui", name: "Oui" },
          { key: "non", name: "Non" },
        ];
  return (
    <Field label={unit ? `${name} (${unit})` : name} optional>
      {(control) => {
        const props = { ...control, "aria-invalid": isInvalid, value };
        return kind === "number" ? (
          <input
            {...props}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <select {...props} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
            <option value="">–</option>
            {options.map((option) => (
              <option key={option.key} value={option.key}>
                {option.name}
              </option>
            ))}
          </select>
        );
      }}
    </Field>
  );
}
