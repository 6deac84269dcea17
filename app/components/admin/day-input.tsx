/**
 * The input of a day, typed as «21/11/2026» or chosen in a calendar; with a time, of a moment. Its value is the text,
 * which is completed when the field is left. The browser's own date field would have the language of the browser.
 */
import CalendarIcon from "lucide-react/icons/calendar";
import { useId, useRef, useState } from "react";
import { formatTypedDay } from "#app/lib/format/typed-day.ts";
import { Calendar } from "./calendar.tsx";
import { type DayKind, formatTypedMoment, readDayOrMoment, readMoment } from "./read-day.ts";

export interface DayInputProps extends DayKind, React.ComponentProps<"input"> {
  /** Names the calendar. */
  label: string;
}

export function DayInput({
  label,
  earliest,
  latest,
  time,
  className,
  onBlur,
  onKeyDown,
  ...input
}: DayInputProps) {
  const calendarId = useId();
  const root = useRef<HTMLSpanElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** The text, which may name no day. */
  const getText = () => root.current?.querySelector("input")?.value ?? "";
  const read = (text: string) => readDayOrMoment(text, { earliest, time });

  function complete(text: string) {
    const value = read(text);
    if (value) type(time === undefined ? formatTypedDay(value) : formatTypedMoment(value));
  }

  /** As if it were typed, so that whoever follows the field learns of it: React, and a form that listens. */
  function type(text: string) {
    const field = root.current?.querySelector("input");
    if (!field || field.value === text) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <span ref={root} className="relative">
      <input
        type="text"
        inputMode={time === undefined ? "numeric" : undefined}
        autoComplete="off"
        placeholder={time === undefined ? "jj/mm/aaaa" : "jj/mm/aaaa hh:mm"}
        maxLength={30}
        {...input}
        className={`${className ?? ""} pr-11`}
        onBlur={(event) => {
          complete(event.target.value);
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") complete(event.currentTarget.value);
          onKeyDown?.(event);
        }}
      />
      {!input.readOnly && (
        <button
          type="button"
          aria-label={`${label} : choisir dans le calendrier`}
          popoverTarget={calendarId}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center"
        >
          <CalendarIcon aria-hidden size={18} />
        </button>
      )}
      <section
        ref={popover}
        aria-label={`${label} : calendrier`}
        id={calendarId}
        popover="auto"
        className="m-auto rounded-card border border-border bg-white p-3 text-foreground shadow-lg backdrop:bg-backdrop"
        onToggle={(event) => setIsOpen(event.newState === "open")}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
        }}
      >
        {isOpen && (
          <Calendar
            day={read(getText())?.slice(0, 10) ?? null}
            earliest={earliest}
            latest={latest}
            onSelect={(day) => {
              popover.current?.hidePopover();
              const typedTime = time === undefined ? "" : (readMoment(getText(), time)?.slice(11) ?? time);
              complete(`${formatTypedDay(day)} ${typedTime}`);
            }}
          />
        )}
      </section>
    </span>
  );
}
