/**
 * A date that limits a list, typed as «21/11/2026» or chosen in a calendar. In the URL it is under its name,
 * «2026-11-21», or absent. The browser's own date field would have the language of the browser.
 */
import CalendarIcon from "lucide-react/icons/calendar";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { parseDay } from "#app/lib/format/days.ts";
import { formatTypedDay, isWholeTypedDay, parseTypedDay } from "#app/lib/format/typed-day.ts";
import { Calendar } from "./calendar.tsx";

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
  const popover = useRef<HTMLDivElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const [isOpen, setIsOpen] = useState(false);

  // The back button, or a link that clears the filters, changes the value of the field.
  useLayoutEffect(() => {
    if (value.current) value.current.value = day ?? "";
    if (!field.current || field.current === document.activeElement) return;
    field.current.value = day === null ? "" : formatTypedDay(day);
    setIsInvalid(false);
  }, [day]);

  /** Applies what is typed; `isDone` when nothing more will be. An unknown day leaves the filter as it is. */
  function apply(typed: string, isDone: boolean) {
    const typedDay = parseTypedDay(typed, new Date().getUTCFullYear());
    const isEmpty = typed.trim() === "";
    setIsInvalid(isDone && !isEmpty && typedDay === null);
    if (!value.current || !(isEmpty || (typedDay && isDone))) return;
    value.current.value = typedDay ?? "";
  }

  /** The filter bar notices what is typed, but neither a completed date nor one of the calendar. */
  function submit() {
    value.current?.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  }

  function leave(input: HTMLInputElement) {
    const typedDay = parseTypedDay(input.value, new Date().getUTCFullYear());
    if (typedDay) input.value = formatTypedDay(typedDay);
    apply(input.value, true);
    submit();
  }

  return (
    <div className="flex items-center gap-2 text-sm text-muted max-sm:grid max-sm:grow max-sm:gap-0.5">
      <label htmlFor={id}>{label}</label>
      <span className="relative">
        <input
          ref={field}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="jj/mm/aaaa"
          maxLength={20}
          defaultValue={day === null ? "" : formatTypedDay(day)}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${id}-error` : undefined}
          className="field w-40 pr-11 text-foreground max-sm:w-full"
          onChange={(event) => apply(event.target.value, isWholeTypedDay(event.target.value))}
          onBlur={(event) => leave(event.target)}
          onKeyDown={(event) => event.key === "Enter" && leave(event.currentTarget)}
        />
        {/* Without a default value, which a rendering during a navigation would write back after «Effacer». */}
        <input ref={value} type="hidden" name={name} />
        <button
          type="button"
          aria-label={`${label} : choisir dans le calendrier`}
          popoverTarget={`${id}-calendar`}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center"
        >
          <CalendarIcon aria-hidden size={18} />
        </button>
      </span>
      {isInvalid && (
        <span id={`${id}-error`} role="alert" className="font-medium text-danger">
          Date inconnue
        </span>
      )}
      <section
        ref={popover}
        aria-label={`${label} : calendrier`}
        id={`${id}-calendar`}
        popover="auto"
        className="m-auto rounded-card border border-border bg-white p-3 text-foreground shadow-lg backdrop:bg-backdrop"
        onToggle={(event) => setIsOpen(event.newState === "open")}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
        }}
      >
        {isOpen && (
          <Calendar
            day={day}
            onSelect={(chosen) => {
              popover.current?.hidePopover();
              if (field.current) field.current.value = formatTypedDay(chosen);
              apply(chosen, true);
              submit();
            }}
          />
        )}
      </section>
    </div>
  );
}
