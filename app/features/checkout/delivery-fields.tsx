/**
 * How the order reaches the customer: the address with its quarter and landmark, or a pick-up point; then the fee and,
 * where a zone says its days, the day.
 */
import { lazy, Suspense, useEffect, useId } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { AddressField, CityField, PostalCodeField } from "#app/components/ui/forms/person-fields.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { typeset } from "#app/lib/format/typeset.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { cities } from "#app/lib/forms/cities.ts";
import { HALF_DAY_LABELS } from "#app/lib/models/delivery-days.ts";
import type { DeliveryOffer, DeliveryZone, PickupPoint } from "#app/lib/models/delivery-offer.queries.ts";
import type { CheckoutInput, CheckoutValues } from "./checkout.schema.ts";
import { PositionField } from "./position-field.tsx";
import type { QuoteState } from "./use-delivery-quote.ts";

const AddressChoice = lazy(async () => ({ default: (await import("./address-choice.tsx")).AddressChoice }));

/** How many of the days that can be chosen are listed. */
const MAX_DAYS = 14;

export interface CheckoutDelivery extends DeliveryOffer, QuoteState {}

interface DeliveryFieldsProps {
  form: UseFormReturn<CheckoutInput, unknown, CheckoutValues>;
  delivery: CheckoutDelivery;
  /** Null until the account is known. */
  userId: string | null;
  /** The attributes of the fields in the server's HTML. */
  autofill: { autoComplete?: "off" };
}

export function DeliveryFields({ form, delivery, userId, autofill }: DeliveryFieldsProps) {
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const { zones, pickupPoints } = delivery;
  const [city = "", position = "", pickupPoint = ""] = useWatch({
    control,
    name: ["city", "position", "pickupPoint"],
  });
  const quarters = useId();
  // A draft may name a point that is closed since.
  const isOffered = pickupPoint === "" || pickupPoints.some(({ id }) => id === pickupPoint);
  useEffect(() => {
    if (!isOffered) setValue("pickupPoint", "");
  }, [isOffered, setValue]);
  return (
    <>
      {pickupPoints.length > 0 && <PickupChoice form={form} points={pickupPoints} />}
      {!pickupPoint && (
        <>
          {userId && (
            <Suspense>
              <AddressChoice key={userId} form={form} />
            </Suspense>
          )}
          <AddressField
            error={errors.address?.message}
            className="sm:col-span-2"
            {...autofill}
            {...register("address")}
          />
          <CityField
            towns={getTowns(zones)}
            error={errors.city?.message}
            {...autofill}
            {...register("city")}
          />
          <TextField
            label="Quartier"
            optional
            list={quarters}
            error={errors.quarter?.message}
            autoComplete="address-level3"
            {...autofill}
            {...register("quarter")}
          />
          <datalist id={quarters}>
            {getQuarters(zones, city).map((quarter) => (
              <option key={quarter} value={quarter} />
            ))}
          </datalist>
          <TextField
            label="Repère"
            optional
            placeholder="Ex. : portail bleu en face de la pharmacie"
            error={errors.landmark?.message}
            className="sm:col-span-2"
            {...autofill}
            {...register("landmark")}
          />
          <PositionField position={position} onChange={(value) => setValue("position", value)} />
          <PostalCodeField error={errors.postalCode?.message} {...autofill} {...register("postalCode")} />
          <KeepAddress form={form} />
          {zones.length > 0 && <DayFields form={form} delivery={delivery} />}
        </>
      )}
    </>
  );
}

/** Keeps the address when the order is sent. */
function KeepAddress({ form }: Pick<DeliveryFieldsProps, "form">) {
  return (
    <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
      <input
        type="checkbox"
        autoComplete="off"
        className="size-5 accent-brand"
        {...form.register("keepAddress")}
      />
      Garder ce lieu pour mes prochaines commandes
    </label>
  );
}

function PickupChoice({
  form,
  points,
}: Pick<DeliveryFieldsProps, "form"> & { points: readonly PickupPoint[] }) {
  const option =
    "flex min-h-11 items-start gap-3 rounded-md border border-border p-3 has-checked:border-brand has-checked:bg-brand-soft";
  return (
    <fieldset className="grid gap-2 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-semibold">Mode de réception</legend>
      <label className={option}>
        <input
          type="radio"
          value=""
          defaultChecked
          className="mt-0.5 size-5 accent-brand"
          {...form.register("pickupPoint")}
        />
        <span className="font-semibold">Livraison chez vous</span>
      </label>
      {points.map(({ id, name, address, town, hours }) => (
        <label key={id} className={option}>
          <input
            type="radio"
            value={id}
            className="mt-0.5 size-5 accent-brand"
            {...form.register("pickupPoint")}
          />
          <span className="min-w-0">
            <span className="block font-semibold">Retrait en magasin, gratuit : {name}</span>
            <span className="block text-sm text-muted">
              {[address, town, hours].filter(Boolean).join(", ")}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function DayFields({ form, delivery }: Pick<DeliveryFieldsProps, "form" | "delivery">) {
  const { register, control, getValues, setValue } = form;
  const { quote } = delivery;
  const days = quote?.days.slice(0, MAX_DAYS) ?? [];
  const [day = ""] = useWatch({ control, name: ["deliveryDay"] });
  const hasMorning = quote?.first_half !== "afternoon" || day !== days[0];
  const offered = quote && days.join();

  // Another town has other days. A day of the draft comes before its option, which is selected here.
  useEffect(() => {
    const chosen = getValues("deliveryDay");
    if (!chosen || offered === null) return;
    setValue("deliveryDay", offered.includes(chosen) ? chosen : "");
    if (!offered.includes(chosen)) setValue("deliveryHalf", "");
  }, [offered, getValues, setValue]);
  useEffect(() => {
    if (!hasMorning && getValues("deliveryHalf") === "morning") setValue("deliveryHalf", "");
  }, [hasMorning, getValues, setValue]);
  const dayField = register("deliveryDay", {
    onChange: () => {
      if (!getValues("deliveryDay")) setValue("deliveryHalf", "");
    },
  });

  return (
    <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
      <p role="status" className="min-h-12 text-sm sm:col-span-2">
        <FeeText delivery={delivery} />
      </p>
      <Field label="Jour de livraison" optional>
        {(field) => (
          <select {...field} disabled={days.length === 0} {...dayField}>
            <option value="">{days.length === 0 ? "Convenu avec vous" : "Dès que possible"}</option>
            {days.map((each) => (
              <option key={each} value={each}>
                {formatDay(each)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Moment" optional>
        {(field) => (
          <select {...field} disabled={day === ""} {...register("deliveryHalf")}>
            <option value="">Peu importe</option>
            {Object.entries(HALF_DAY_LABELS).map(([half, label]) => (
              <option key={half} value={half} disabled={half === "morning" && !hasMorning}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

function FeeText({ delivery: { quote, status } }: { delivery: QuoteState }) {
  if (status === "idle") return "Écrivez votre ville : les frais et les jours de livraison s'affichent ici.";
  if (status === "failed") return "Les frais n'ont pas pu être calculés. Ils le seront avant la commande.";
  if (!quote) return "Calcul des frais de livraison...";
  const { zone_name, fee, free_from, problem } = quote;
  if (problem) return <span className="font-medium text-danger">{typeset(problem)}</span>;
  return (
    <>
      <strong className="font-semibold">Livraison : {fee === 0 ? "gratuite" : formatXof(fee ?? 0)}</strong>
      {zone_name ? `, zone ${zone_name}` : ". Nous convenons du jour avec vous."}
      {fee !== 0 && free_from !== null && `, gratuite dès ${formatXof(free_from)} d'articles`}
    </>
  );
}

/** The towns of the zones before the others. */
function getTowns(zones: readonly DeliveryZone[]): readonly string[] {
  return zones.length === 0
    ? cities
    : [...new Set([...zones.flatMap(({ places }) => places.map(({ town }) => town)), ...cities])];
}

function getQuarters(zones: readonly DeliveryZone[], city: string): string[] {
  const isTown = (town: string) =>
    town.localeCompare(city.trim(), "fr", { sensitivity: "base", ignorePunctuation: true }) === 0;
  const quarters = zones.flatMap(({ places }) =>
    places.filter(({ town, quarter }) => quarter !== "" && isTown(town)).map(({ quarter }) => quarter),
  );
  return [...new Set(quarters)].toSorted((one, other) => one.localeCompare(other, "fr"));
}
