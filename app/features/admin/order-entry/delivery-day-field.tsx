/** The day of a delivery: one of those that the zone serves, and any where no zone says so. */
import { DayField } from "#app/components/admin/day-field.tsx";
import { type DayRange, readDay } from "#app/components/admin/read-day.ts";
import { Field } from "#app/components/ui/forms/field.tsx";
import { addDays, getToday, parseDay } from "#app/lib/format/days.ts";
import { formatTypedDay } from "#app/lib/format/typed-day.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";

interface DeliveryDayFieldProps {
  label: string;
  /** Empty when no zone serves the place. */
  served: readonly string[];
  /** «2026-11-24», or what is typed and no day. */
  value: string;
  error: string | undefined;
  onChange(day: string): void;
}

export function DeliveryDayField({ label, served, value, error, onChange }: DeliveryDayFieldProps) {
  const range = getDeliveryRange();
  if (served.length === 0)
    return (
      <DayField
        label={label}
        optional
        error={error}
        {...range}
        defaultValue={parseDay(value) ? formatTypedDay(value) : value}
        onChange={({ target }) => onChange(readDay(target.value, range) ?? target.value)}
      />
    );
  const offered = value === "" || served.includes(value) ? served : [value, ...served];
  return (
    <Field label={label} optional error={error}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Dès que possible</option>
          {offered.map((day) => (
            <option key={day} value={day}>
              {parseDay(day) ? formatDay(day) : day}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The days that the database accepts for a delivery that staff plan. */
function getDeliveryRange(): DayRange {
  const today = getToday();
  return { earliest: today, latest: addDays(today, 365) };
}
