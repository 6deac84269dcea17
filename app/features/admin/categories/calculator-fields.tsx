/** The calculators of a category in its form: which kind, for which products, and its figures. */
import type { UseFormReturn } from "react-hook-form";
import { useFieldArray } from "react-hook-form";
import { Button } from "#app/components/ui/button.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { CALCULATOR_KINDS, CALCULATOR_LABELS, type CalculatorSetting } from "#app/lib/models/calculators.ts";
import { type CategoryInput, type CategoryValues, MAX_CALCULATORS } from "./category.schema.ts";

export function CalculatorFields({ form }: { form: UseFormReturn<CategoryInput, unknown, CategoryValues> }) {
  const { control, register, watch, setValue, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "calculators" });
  const errors = formState.errors.calculators;
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">Calculs de quantité</legend>
      <p className="text-sm text-muted">
        Sur la page d'un produit, le client entre ses dimensions et met la bonne quantité dans son panier.
      </p>
      {fields.map(({ id }, index) => {
        const kind = watch(`calculators.${index}.kind`);
        const { rateLabel } = CALCULATOR_LABELS[kind];
        return (
          <div key={id} className="grid gap-2 rounded-md border border-border p-3">
            <Field label={`Calcul ${index + 1}`}>
              {(select) => (
                <select
                  {...select}
                  {...register(`calculators.${index}.kind`, {
                    onChange: ({ target }) => {
                      const chosen = CALCULATOR_KINDS.find((known) => known === target.value) ?? "tiles";
                      const { waste, rate } = toCalculatorInput(createSetting(chosen));
                      setValue(`calculators.${index}.waste`, waste);
                      setValue(`calculators.${index}.rate`, rate);
                    },
                  })}
                >
                  {CALCULATOR_KINDS.map((known) => (
                    <option key={known} value={known}>
                      {CALCULATOR_LABELS[known].label}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <TextField
              label="Pour les produits dont le nom contient"
              optional
              autoComplete="off"
              error={errors?.[index]?.word?.message}
              {...register(`calculators.${index}.word`)}
            />
            <TextField
              label="Pertes (%)"
              inputMode="decimal"
              autoComplete="off"
              error={errors?.[index]?.waste?.message}
              {...register(`calculators.${index}.waste`)}
            />
            <TextField
              label={rateLabel}
              inputMode="decimal"
              autoComplete="off"
              error={errors?.[index]?.rate?.message}
              {...register(`calculators.${index}.rate`)}
            />
            <Button variant="outline" onClick={() => remove(index)}>
              Retirer le calcul {index + 1}
            </Button>
          </div>
        );
      })}
      {fields.length < MAX_CALCULATORS && (
        <Button variant="outline" onClick={() => append(toCalculatorInput(createSetting("tiles")))}>
          Ajouter un calcul
        </Button>
      )}
    </fieldset>
  );
}

function createSetting(kind: CalculatorSetting["kind"]): CalculatorSetting {
  const { waste, rate } = CALCULATOR_LABELS[kind];
  return { kind, word: "", waste, rate };
}

export function toCalculatorInput({
  kind,
  word,
  waste,
  rate,
}: CalculatorSetting): CategoryInput["calculators"][number] {
  return { kind, word, waste: toTyped(waste), rate: toTyped(rate) };
}

/** For the comparison of two versions: «Carrelage (carrelage, 10 %, 15)». */
export function describeCalculators(calculators: readonly CalculatorSetting[]): string {
  return calculators
    .map(
      ({ kind, word, waste, rate }) =>
        `${CALCULATOR_LABELS[kind].label} (${word || "tous"}, ${toTyped(waste)} %, ${toTyped(rate)})`,
    )
    .join(" ; ");
}

const toTyped = (value: number) => String(value).replace(".", ",");
