/**
 * A date that limits a list. In the URL it is under its name, «2026-11-21», or absent.
 */
import { useId, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { parseDay } from "#app/lib/format/days.ts";
import { formatTypedDay, isWholeTypedDay } from "#app/lib/format/typed-day.ts";
import { DayInput } from "./day-input.tsx";
import { readDay, UNKNOWN_DAY } from "./read-day.ts";

interface FilterDateProps {
  /** The query parameter. */
  name: string;
  /** «Du», «Au». */
  label: string;
}

export function FilterDate({ name, label }: FilterDateProps) {
  const [params] = useSearchParams();
  const day = parseDay(params.get(name));
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  /** The value for the filter bar, which reads the form. */
  const value = useRef<HTMLInputElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);

  // The back button, or a link that clears the filters, changes the value of the field.
  useLayoutEffect(() => {
    if (value.current) value.current.value = day ?? "";
    if (!field.current || field.current === document.activeElement) return;
    field.current.value = day === null ? "" : formatTypedDay(day);
    setIsInvalid(false);
  }, [day]);

  /** Applies what is typed; `isDone` when nothing more will be. An unknown day leaves the filter as it is. */
  function apply(typed: string, isDone: boolean) {
    const typedDay = readDay(typed);
    const isEmpty = typed.trim() === "";
    setIsInvalid(isDone && !isEmpty && typedDay === null);
    if (!value.current || !(isEmpty || (typedDay && isDone))) return;
    value.current.value = typedDay ?? "";
  }

  /** The filter bar notices what is typed, but not what it means. */
  function submit() {
    value.current?.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  }

  function leave(typed: string) {
    apply(typed, true);
    submit();
  }

  return (
    <div className="flex items-center gap-2 text-sm text-muted max-sm:grid max-sm:grow max-sm:gap-0.5">
      <label htmlFor={id}>{label}</label>
      <DayInput
        label={label}
        ref={field}
        id={id}
        defaultValue={day === null ? "" : formatTypedDay(day)}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        className="field w-40 text-foreground max-sm:w-full"
        onChange={(event) => apply(event.target.value, isWholeTypedDay(event.target.value))}
        onBlur={(event) => leave(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && leave(event.currentTarget.value)}
      />
      {/* Without a default value, which a rendering during a navigation would write back after «Effacer». */}
      <input ref={value} type="hidden" name={name} />
      {isInvalid && (
        <span id={`${id}-error`} role="alert" className="font-medium text-danger">
          {UNKNOWN_DAY}
        </span>
      )}
    </div>
  );
}
