/** The fields of an order that staff enter or change. What the database refuses stands beside its field. */
import { useId } from "react";
import { Panel } from "#app/components/admin/panel.tsx";
import { Field, TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { CityField } from "#app/components/ui/forms/person-fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { HALF_DAY_LABELS } from "#app/lib/models/delivery-days.ts";
import type { DeliveryOffer } from "#app/lib/models/delivery-offer.queries.ts";
import { paymentMethods } from "#app/lib/models/payment-methods.ts";
import { CustomerGlance } from "./customer-glance.tsx";
import { DeliveryDayField } from "./delivery-day-field.tsx";
import { ItemSearch } from "./item-search.tsx";
import { OrderLines } from "./order-lines.tsx";
import { addProduct, type StaffOrder, TAKEN_ALONG } from "./staff-order.ts";
import type { PreviewState } from "./use-preview.ts";

const SOURCES = [
  ["phone", "Appel"],
  ["whatsapp", "WhatsApp"],
  ["counter", "Comptoir"],
] as const;

export interface OrderFormProps {
  order: StaffOrder;
  onChange(values: Partial<StaffOrder>): void;
  state: PreviewState;
  /** By the names of the database's columns. */
  problems: Readonly<Record<string, string>>;
  offer: DeliveryOffer;
  /** A new order says where it came from. */
  isNew: boolean;
}

export function OrderForm(props: OrderFormProps) {
  const { order, onChange, state, problems, isNew } = props;
  const text = (name: "name" | "phone" | "notes" | "discount" | "discountReason" | "fee") => ({
    value: order[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const { preview } = state;
  return (
    <>
      <Panel title="Client">
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <TextField
            label="Téléphone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="70 12 34 56"
            error={problems.customer_phone}
            {...text("phone")}
            // The account that was chosen is that of the other number.
            onChange={({ target }) => onChange({ phone: target.value, customerId: null })}
          />
          <TextField label="Nom" autoComplete="off" error={problems.customer_name} {...text("name")} />
          {isNew && <CustomerGlance order={order} onUse={onChange} />}
          {isNew && (
            <Choice
              legend="La commande vient de"
              name="source"
              options={SOURCES}
              value={order.source}
              error={problems.source}
              onChange={(source) =>
                onChange({
                  source,
                  ...(source === "counter"
                    ? { pickupPoint: order.city ? order.pickupPoint : TAKEN_ALONG }
                    : order.pickupPoint === TAKEN_ALONG && { pickupPoint: "" }),
                })
              }
            />
          )}
        </div>
      </Panel>
      <Panel title="Articles">
        <div className="grid gap-3 p-4">
          <ItemSearch error={problems.items} onAdd={(product) => onChange(addProduct(order, product))} />
          <OrderLines lines={order.lines} state={state} onChange={(lines) => onChange({ lines })} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Remise sur le tout (XOF)"
              optional
              inputMode="numeric"
              autoComplete="off"
              hint={preview ? getDiscountHint(preview, isNew) : undefined}
              error={problems.discount}
              {...text("discount")}
            />
            <TextField
              label="Motif de la remise"
              autoComplete="off"
              optional={(preview?.discount ?? 0) === 0}
              maxLength={200}
              error={problems.discount_reason}
              {...text("discountReason")}
            />
          </div>
        </div>
      </Panel>
      <Panel title="Livraison et paiement">
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <PlaceFields {...props} />
          <TextField
            label="Frais de livraison (XOF)"
            optional
            inputMode="numeric"
            autoComplete="off"
            placeholder={preview?.computed_fee == null ? "" : String(preview.computed_fee)}
            hint={preview ? getFeeHint(preview) : undefined}
            error={problems.fee}
            {...text("fee")}
          />
          <Field label="Paiement" error={problems.payment_method}>
            {(control) => (
              <select
                {...control}
                value={order.payment}
                onChange={(event) => onChange({ payment: event.target.value })}
              >
                {Object.entries(paymentMethods).map(([method, { label }]) => (
                  <option key={method} value={method}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextAreaField
            label="Notes"
            optional
            rows={2}
            className="sm:col-span-2"
            error={problems.notes}
            {...text("notes")}
          />
        </div>
      </Panel>
      {order.lines.length > 0 && <Totals state={state} />}
    </>
  );
}

function PlaceFields({ order, onChange, state, problems, offer }: OrderFormProps) {
  const quartersId = useId();
  const { source, pickupPoint, day, half, city } = order;
  const text = (name: "address" | "city" | "quarter" | "landmark") => ({
    value: order[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const places: [string, string][] = [
    ["", "Livraison"],
    ...(source === "counter" ? [[TAKEN_ALONG, "Emporté"] satisfies [string, string]] : []),
    ...offer.pickupPoints.map(({ id, name }): [string, string] => [id, `Retrait : ${name}`]),
  ];
  const quarters = offer.zones.flatMap(({ places: named }) =>
    named.filter(({ town, quarter }) => quarter !== "" && town === city.trim()).map(({ quarter }) => quarter),
  );
  return (
    <>
      {places.length > 1 && (
        <Choice
          legend="Réception"
          name="place"
          options={places}
          value={pickupPoint}
          error={undefined}
          onChange={(value) => onChange({ pickupPoint: value })}
        />
      )}
      {pickupPoint === "" && (
        <>
          <CityField label="Ville" autoComplete="off" error={problems.city} {...text("city")} />
          <TextField
            label="Quartier"
            optional
            autoComplete="off"
            list={quartersId}
            maxLength={120}
            {...text("quarter")}
          />
          <datalist id={quartersId}>
            {[...new Set(quarters)].map((quarter) => (
              <option key={quarter} value={quarter} />
            ))}
          </datalist>
          <TextField label="Adresse" autoComplete="off" error={problems.address} {...text("address")} />
          <TextField label="Repère" optional autoComplete="off" maxLength={300} {...text("landmark")} />
          <DeliveryDayField
            label="Jour de livraison"
            served={state.preview?.days ?? []}
            value={day}
            error={problems.delivery_day}
            onChange={(value) => onChange({ day: value })}
          />
          <Field label="Moment" optional>
            {(control) => (
              <select
                {...control}
                value={half}
                disabled={day === ""}
                onChange={(event) => onChange({ half: event.target.value })}
              >
                <option value="">Peu importe</option>
                {Object.entries(HALF_DAY_LABELS).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
    </>
  );
}

interface ChoiceProps {
  legend: string;
  name: string;
  options: readonly (readonly [value: string, label: string])[];
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

function Choice({ legend, name, options, value, error, onChange }: ChoiceProps) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([option, label]) => (
          <label
            key={option}
            className="flex min-h-11 items-center gap-2 rounded-md border border-border px-3 wrap-anywhere has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name={name}
              className="size-5 shrink-0 accent-brand"
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {label}
          </label>
        ))}
      </div>
      {error && <p className="mt-1.5 text-sm font-medium text-danger">{error}</p>}
    </fieldset>
  );
}

function Totals({ state: { preview, isCurrent, failure } }: { state: PreviewState }) {
  return (
    <Panel title="Total">
      <div className="grid gap-3 p-4">
        {preview && (
          <dl className="grid gap-1 tabular-nums">
            <Amount label="Sous-total" amount={preview.subtotal} />
            {preview.discount > 0 && <Amount label="Remise" amount={-preview.discount} />}
            <Amount
              label={preview.zone_name ? `Livraison, zone ${preview.zone_name}` : "Livraison"}
              amount={preview.fee}
            />
            <div className="flex justify-between gap-x-4 font-bold">
              <dt>Total</dt>
              <dd aria-busy={!isCurrent} className="text-lg">
                {formatXof(preview.total)}
              </dd>
            </div>
          </dl>
        )}
        {(failure ?? preview?.problem) && <Notice variant="error">{failure ?? preview?.problem}</Notice>}
      </div>
    </Panel>
  );
}

function Amount({ label, amount }: { label: string; amount: number | null }) {
  return (
    <div className="flex justify-between gap-x-4 text-muted">
      <dt>{label}</dt>
      <dd>{amount === null ? "à convenir" : formatXof(amount)}</dd>
    </div>
  );
}

function getDiscountHint(
  { maximum_percent, subtotal, computed_fee, fee }: NonNullable<PreviewState["preview"]>,
  isNew: boolean,
) {
  if (maximum_percent === null) return undefined;
  const most = Math.floor(((subtotal + (computed_fee ?? fee ?? 0)) * maximum_percent) / 100);
  const further = isNew ? "passe votre brouillon" : "modifie la commande";
  return `Votre rôle : ${maximum_percent} % au plus, soit ${formatXof(most)}. Au-delà, un responsable ${further}.`;
}

function getFeeHint({ computed_fee }: NonNullable<PreviewState["preview"]>) {
  return computed_fee === null ? undefined : `Calculés : ${formatXof(computed_fee)}.`;
}
