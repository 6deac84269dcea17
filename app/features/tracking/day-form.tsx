/** Choosing another half-day for the delivery, among those that the zone serves. */
import { type SubmitEvent, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Field } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { HALF_DAY_LABELS } from "#app/lib/models/delivery-days.ts";
import { groupSlots, type TrackedOrder } from "#app/lib/models/tracked-order.ts";
import { CONNECTION_LOST } from "./connection-lost.ts";

interface DayFormProps {
  order: TrackedOrder;
  /** Resolves when the order is shown as changed. */
  onChanged(): Promise<void>;
}

export function DayForm({ order, onChanged }: DayFormProps) {
  const days = groupSlots(order.slots);
  const present = days.find(({ day }) => day === order.delivery_day) ?? days[0];
  const [chosen, setChosen] = useState(present);
  // The half that was chosen may be over: what is shown is what is sent.
  const [half, setHalf] = useState(
    present?.halves.find((each) => each === order.delivery_half) ?? present?.halves[0],
  );
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy || !chosen || !half) return;
    setBusy(true);
    setError(null);
    try {
      const { changeOrderDay } = await import("./tracking.mutations.ts");
      const message = await changeOrderDay(order.token, { day: chosen.day, half });
      if (message === null) {
        toast({ title: "Jour changé", description: `Livraison ${formatDay(chosen.day)}.` });
        await onChanged();
      } else setError(message);
    } catch (failure) {
      console.error("tracking: the form could not be loaded", failure);
      setError(CONNECTION_LOST);
    }
    setBusy(false);
  }

  function choose(day: string) {
    const next = days.find((each) => each.day === day);
    setChosen(next);
    if (next && half && !next.halves.includes(half)) setHalf(next.halves[0]);
  }

  return (
    <form onSubmit={submit} aria-label="Changer le jour" className="card grid gap-4 p-4 sm:grid-cols-2">
      <Field label="Jour de livraison">
        {(field) => (
          <select {...field} value={chosen?.day} onChange={({ target }) => choose(target.value)}>
            {days.map(({ day }) => (
              <option key={day} value={day}>
                {formatDay(day)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Moment">
        {(field) => (
          <select
            {...field}
            value={half}
            onChange={({ target }) => setHalf(chosen?.halves.find((each) => each === target.value))}
          >
            {chosen?.halves.map((each) => (
              <option key={each} value={each}>
                {HALF_DAY_LABELS[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {error && (
        <Notice variant="error" role="alert" className="sm:col-span-2">
          {error}
        </Notice>
      )}
      <BusyButton variant="primary" type="submit" busy={busy} className="sm:col-span-2">
        {busy ? "Enregistrement..." : "Choisir ce jour"}
      </BusyButton>
    </form>
  );
}
