/** Creates or edits a delivery zone with its places, fees and days. */
import { zodResolver } from "@hookform/resolvers/zod";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
  useForm,
} from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { type RowTexts, useRowDialog } from "#app/features/admin/shared/mutations/use-row-dialog.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { WEEKDAYS } from "#app/lib/format/weekdays.ts";
import { formatWeight } from "#app/lib/format/weights.ts";
import { formatWeekdays } from "#app/lib/models/delivery-days.ts";
import { InvalidZoneError, saveZone } from "./delivery.mutations.ts";
import { findZone, type Zone } from "./delivery.queries.ts";
import { type ZoneInput, type ZoneValues, zoneSchema } from "./zone.schema.ts";
import { formatKilograms, formatPlaces } from "./zone-texts.ts";

const NEW_ZONE: ZoneValues = {
  name: "",
  places: [],
  fees: [{ up_to_grams: null, fee: 1000 }],
  free_from: null,
  bulky_fee: 0,
  delay_hours: 24,
  days: [1, 2, 3, 4, 5, 6],
  position: 0,
  is_active: true,
};

const TEXTS: RowTexts = {
  entity: "delivery zone",
  subject: "cette zone",
  object: "la zone",
  newTitle: "Nouvelle zone",
  editTitle: "Modifier la zone",
  added: "Zone ajoutée",
  updated: "Zone mise à jour",
};

interface ZoneDialogProps {
  /** Null for a new zone. */
  zone: Zone | null;
  onClose(): void;
}

export function ZoneDialog({ zone, onClose }: ZoneDialogProps) {
  const form = useForm({ resolver: zodResolver(zoneSchema), defaultValues: toZoneInput(zone ?? NEW_ZONE) });
  const { register, control, formState } = form;
  const { errors } = formState;
  const { dialog } = useRowDialog<ZoneInput, ZoneValues, Zone>({
    form,
    row: zone,
    texts: TEXTS,
    toInput: toZoneInput,
    diff: diffZones,
    create: (client, id, values) => saveZone(client, id, values, null),
    update: saveZone,
    find: findZone,
    getName: ({ name }) => name,
    toFieldError: (error) =>
      error instanceof InvalidZoneError && isField(error.column)
        ? { message: error.message, field: error.column }
        : null,
    onClose,
  });

  return (
    <EditDialog {...dialog}>
      <TextField label="Nom" autoComplete="off" error={errors.name?.message} {...register("name")} />
      <TextAreaField
        label="Villes et quartiers"
        rows={4}
        placeholder={"Kaya\nOuagadougou : Pissy, Gounghin"}
        hint="Une ville par ligne. Après deux-points, les quartiers : sans eux, toute la ville."
        error={errors.places?.message}
        {...register("places")}
      />
      <Fees control={control} register={register} errors={errors} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Gratuit dès (XOF)"
          optional
          inputMode="numeric"
          hint="Montant des articles. Vide : jamais."
          error={errors.free_from?.message}
          {...register("free_from")}
        />
        <TextField
          label="Supplément encombrant (XOF)"
          optional
          inputMode="numeric"
          hint="Une fois par commande, même si la livraison est gratuite."
          error={errors.bulky_fee?.message}
          {...register("bulky_fee")}
        />
        <TextField
          label="Délai (heures)"
          inputMode="numeric"
          hint="Entre la commande et la première livraison."
          error={errors.delay_hours?.message}
          {...register("delay_hours")}
        />
        <TextField
          label="Ordre"
          inputMode="numeric"
          hint="La plus petite valeur vient en premier."
          error={errors.position?.message}
          {...register("position")}
        />
      </div>
      <Days register={register} error={errors.days?.message} />
      <SwitchField
        label="Zone active"
        hint="Inactive, ses villes reviennent au tarif unique."
        {...register("is_active")}
      />
    </EditDialog>
  );
}

interface FeesProps {
  control: Control<ZoneInput, unknown, ZoneValues>;
  register: UseFormRegister<ZoneInput>;
  errors: FieldErrors<ZoneInput>;
}

function Fees({ control, register, errors }: FeesProps) {
  const { fields, append, remove } = useFieldArray({ control, name: "fees" });
  const message = errors.fees?.root?.message ?? errors.fees?.message;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Tarifs selon le poids</legend>
      <p className="text-sm text-muted">
        Sans poids, le tarif vaut pour toutes les commandes. Une commande plus lourde que le dernier palier
        n'est pas livrée.
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <TextField
            label="Jusqu'à (kg)"
            optional
            inputMode="decimal"
            error={errors.fees?.[index]?.up_to_grams?.message}
            {...register(`fees.${index}.up_to_grams`)}
          />
          <TextField
            label="Tarif (XOF)"
            inputMode="numeric"
            error={errors.fees?.[index]?.fee?.message}
            {...register(`fees.${index}.fee`)}
          />
          <Button
            variant="outline"
            aria-label={`Retirer le tarif ${index + 1}`}
            disabled={fields.length === 1}
            onClick={() => remove(index)}
          >
            <Trash2 aria-hidden size={16} />
          </Button>
        </div>
      ))}
      {message && (
        <p role="alert" className="text-sm font-medium text-danger">
          {message}
        </p>
      )}
      <Button
        variant="outline"
        className="justify-self-start"
        onClick={() => append({ up_to_grams: "", fee: "" })}
      >
        <Plus aria-hidden size={16} />
        Ajouter un tarif
      </Button>
    </fieldset>
  );
}

function Days({ register, error }: { register: UseFormRegister<ZoneInput>; error: string | undefined }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">Jours de livraison</legend>
      <div className="flex flex-wrap gap-x-4">
        {WEEKDAYS.map((day, index) => (
          <label
            key={day}
            className="flex min-h-11 items-center gap-2 text-sm first-letter:uppercase md:min-h-9"
          >
            <input type="checkbox" value={index + 1} className="size-5 accent-brand" {...register("days")} />
            {day}
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function toZoneInput(zone: ZoneValues): ZoneInput {
  return {
    name: zone.name,
    places: formatPlaces(zone.places),
    fees: zone.fees.map(({ up_to_grams, fee }) => ({
      up_to_grams: formatKilograms(up_to_grams),
      fee: String(fee),
    })),
    free_from: String(zone.free_from ?? ""),
    bulky_fee: String(zone.bulky_fee),
    delay_hours: String(zone.delay_hours),
    days: zone.days.map(String),
    position: String(zone.position),
    is_active: zone.is_active,
  };
}

const isField = (column: string): column is keyof ZoneInput => column in zoneSchema.shape;

/** The fees of a zone, lightest first: «jusqu'à 5 kg 1 000 XOF, 2 500 XOF». */
export function formatFees(fees: ZoneValues["fees"]): string {
  return fees
    .toSorted((one, other) => (one.up_to_grams ?? Infinity) - (other.up_to_grams ?? Infinity))
    .map(({ up_to_grams, fee }) =>
      up_to_grams === null ? formatXof(fee) : `jusqu'à ${formatWeight(up_to_grams)} ${formatXof(fee)}`,
    )
    .join(", ");
}

const diffZones = (before: ZoneValues, now: ZoneValues) =>
  diffFields(
    [
      ["name", "Nom"],
      ["places", "Villes et quartiers"],
      ["fees", "Tarifs"],
      ["free_from", "Gratuit dès"],
      ["bulky_fee", "Supplément encombrant"],
      ["delay_hours", "Délai (heures)"],
      ["days", "Jours de livraison"],
      ["position", "Ordre"],
      ["is_active", "Zone active"],
    ],
    toTexts(before),
    toTexts(now),
  );

const toTexts = (zone: ZoneValues) => ({
  ...zone,
  places: formatPlaces(zone.places),
  fees: formatFees(zone.fees),
  days: formatWeekdays(zone.days),
});
