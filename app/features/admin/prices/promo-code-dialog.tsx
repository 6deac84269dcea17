/** Creates or edits a promo code. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { DayField } from "#app/components/admin/day-field.tsx";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { type RowTexts, useRowDialog } from "#app/features/admin/shared/mutations/use-row-dialog.tsx";
import type { Result } from "#app/lib/result.ts";
import { CategoryChoices } from "./category-choices.tsx";
import { END_TIME, START_TIME, toTypedMoment } from "./price-periods.ts";
import {
  PROMO_CODE_KINDS,
  type PromoCodeInput,
  type PromoCodeValues,
  promoCodeSchema,
} from "./promo-code.schema.ts";
import { createPromoCode, updatePromoCode } from "./promo-codes.mutations.ts";
import { type CategoryChoice, findPromoCode, type PromoCode } from "./promo-codes.queries.ts";

const NEW_CODE: PromoCodeValues = {
  code: "",
  kind: "percent",
  amount: null,
  percent: 10,
  minimum_amount: 0,
  max_uses: null,
  max_uses_per_customer: 1,
  starts_at: null,
  ends_at: null,
  category_ids: [],
  is_active: true,
};

const KIND_LABELS: Record<(typeof PROMO_CODE_KINDS)[number], string> = {
  amount: "Un montant en francs",
  percent: "Un pourcentage",
  free_delivery: "La livraison offerte",
};

const TEXTS: RowTexts = {
  entity: "promo code",
  subject: "ce code",
  object: "le code",
  newTitle: "Nouveau code promo",
  editTitle: "Modifier le code promo",
  added: "Code ajouté",
  updated: "Code mis à jour",
};

interface PromoCodeDialogProps {
  /** Null for a new code. */
  code: PromoCode | null;
  categories: Result<readonly CategoryChoice[]>;
  onClose(): void;
}

export function PromoCodeDialog({ code, categories, onClose }: PromoCodeDialogProps) {
  const form = useForm<PromoCodeInput, unknown, PromoCodeValues>({
    resolver: zodResolver(promoCodeSchema),
    defaultValues: toInput(code ?? NEW_CODE),
  });
  const { register, formState, control } = form;
  const { errors } = formState;
  const kind = useWatch({ control, name: "kind" });
  const { dialog } = useRowDialog<PromoCodeInput, PromoCodeValues, PromoCode>({
    form,
    row: code,
    texts: TEXTS,
    toInput,
    diff: diffCodes,
    create: createPromoCode,
    update: updatePromoCode,
    find: findPromoCode,
    getName: ({ code }) => code,
    onClose,
  });
  return (
    <EditDialog {...dialog}>
      <TextField
        label="Code"
        autoComplete="off"
        readOnly={code !== null}
        hint={code ? "Un code garde son nom." : "Ce que le client tape : RENTREE26"}
        error={errors.code?.message}
        {...register("code")}
      />
      <Field label="Ce qu'il donne">
        {(control) => (
          <select {...control} {...register("kind")}>
            {PROMO_CODE_KINDS.map((value) => (
              <option key={value} value={value}>
                {KIND_LABELS[value]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind === "amount" && (
        <TextField
          label="Montant de la réduction (XOF)"
          inputMode="numeric"
          error={errors.amount?.message}
          {...register("amount")}
        />
      )}
      {kind === "percent" && (
        <TextField
          label="Réduction (%)"
          inputMode="numeric"
          error={errors.percent?.message}
          {...register("percent")}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Dès un montant de (XOF)"
          optional
          inputMode="numeric"
          error={errors.minimum_amount?.message}
          {...register("minimum_amount")}
        />
        <TextField
          label="Utilisations en tout"
          optional
          inputMode="numeric"
          hint="Vide : sans limite."
          error={errors.max_uses?.message}
          {...register("max_uses")}
        />
        <TextField
          label="Utilisations par client"
          optional
          inputMode="numeric"
          hint="Vide : sans limite."
          error={errors.max_uses_per_customer?.message}
          {...register("max_uses_per_customer")}
        />
        <DayField
          label="Début"
          optional
          time={START_TIME}
          error={errors.starts_at?.message}
          {...register("starts_at")}
        />
        <DayField
          label="Fin"
          optional
          time={END_TIME}
          error={errors.ends_at?.message}
          {...register("ends_at")}
        />
      </div>
      <CategoryChoices
        categories={categories}
        hint="Sans choix, le code vaut pour tous les articles."
        register={register("category_ids")}
      />
      <SwitchField label="Code actif" {...register("is_active")} />
    </EditDialog>
  );
}

const toText = (value: number | null) => (value === null ? "" : String(value));

function toInput(code: PromoCodeValues): PromoCodeInput {
  return {
    code: code.code,
    kind: code.kind,
    amount: toText(code.amount),
    percent: toText(code.percent),
    minimum_amount: code.minimum_amount === 0 ? "" : String(code.minimum_amount),
    max_uses: toText(code.max_uses),
    max_uses_per_customer: toText(code.max_uses_per_customer),
    starts_at: toTypedMoment(code.starts_at),
    ends_at: toTypedMoment(code.ends_at),
    category_ids: code.category_ids,
    is_active: code.is_active,
  };
}

const toComparable = (code: PromoCodeValues) => ({
  ...code,
  category_ids: code.category_ids.toSorted().join(" "),
  starts_at: toTypedMoment(code.starts_at),
  ends_at: toTypedMoment(code.ends_at),
});

const diffCodes = (before: PromoCodeValues, now: PromoCodeValues) =>
  diffFields(
    [
      ["kind", "Ce qu'il donne"],
      ["amount", "Montant"],
      ["percent", "Réduction (%)"],
      ["minimum_amount", "Montant minimum"],
      ["max_uses", "Utilisations en tout"],
      ["max_uses_per_customer", "Utilisations par client"],
      ["starts_at", "Début"],
      ["ends_at", "Fin"],
      ["category_ids", "Catégories"],
      ["is_active", "Actif"],
    ],
    toComparable(before),
    toComparable(now),
  );
