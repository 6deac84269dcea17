/** A month of days to choose from, in French, with the keyboard of a calendar: arrows, Home, End, Page Up, Page Down. */
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addDays, getToday } from "#app/lib/format/days.ts";
import type { DayRange } from "./read-day.ts";

const monthName = new Intl.DateTimeFormat("fr-FR", { month: "long", year: "numeric", timeZone: "UTC" });
const dayName = new Intl.DateTimeFormat("fr-FR", { dateStyle: "full", timeZone: "UTC" });
const WEEKDAYS = ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."];

interface CalendarProps extends DayRange {
  /** The chosen day, «2026-11-21»; null for none. */
  day: string | null;
  onSelect: (day: string) => void;
}

export function Calendar({ day, earliest = "", latest = "9", onSelect }: CalendarProps) {
  const today = getToday();
  const toNearest = (wanted: string) => (wanted < earliest ? earliest : wanted > latest ? latest : wanted);
  /** The day that the Tab key reaches; its month is shown. */
  const [current, setCurrent] = useState(toNearest(day ?? today));
  const days = useRef<HTMLFieldSetElement>(null);
  const month = current.slice(0, 7);
  const first = `${month}-01`;

  useEffect(() => {
    days.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  }, [current]);

  function onKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowLeft: () => addDays(current, -1),
      ArrowRight: () => addDays(current, 1),
      ArrowUp: () => addDays(current, -7),
      ArrowDown: () => addDays(current, 7),
      PageUp: () => addMonths(current, -1),
      PageDown: () => addMonths(current, 1),
      Home: () => addDays(current, 1 - getWeekday(current)),
      End: () => addDays(current, 7 - getWeekday(current)),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    setCurrent(toNearest(next()));
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between">
        <button
          type="button"
          aria-label="Mois précédent"
          className="icon-btn"
          disabled={month <= earliest.slice(0, 7)}
          onClick={() => setCurrent(toNearest(addMonths(current, -1)))}
        >
          <ChevronLeft aria-hidden size={20} />
        </button>
        <p role="status" className="font-semibold first-letter:uppercase">
          {monthName.format(new Date(first))}
        </p>
        <button
          type="button"
          aria-label="Mois suivant"
          className="icon-btn"
          disabled={month >= latest.slice(0, 7)}
          onClick={() => setCurrent(toNearest(addMonths(current, 1)))}
        >
          <ChevronRight aria-hidden size={20} />
        </button>
      </div>
      <div aria-hidden className="grid grid-cols-7 text-center text-xs text-muted">
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <fieldset ref={days} aria-label={monthName.format(new Date(first))} className="grid grid-cols-7">
        {listDays(first).map((listed, index) => (
          <button
            key={listed}
            type="button"
            data-day={listed}
            aria-label={dayName.format(new Date(listed))}
            aria-pressed={listed === day}
            disabled={toNearest(listed) !== listed}
            aria-current={listed === today ? "date" : undefined}
            tabIndex={listed === current ? 0 : -1}
            style={index === 0 ? { gridColumnStart: getWeekday(first) } : undefined}
            className="grid min-h-11 min-w-10 xs:min-w-11 place-items-center rounded-md tabular-nums hover:bg-surface-muted disabled:text-muted disabled:line-through aria-[current]:font-bold aria-[current]:text-brand aria-pressed:bg-brand aria-pressed:text-white"
            onKeyDown={onKeyDown}
            onClick={() => onSelect(listed)}
          >
            {Number(listed.slice(8))}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** The days of the month that begins on this day. */
function listDays(first: string): string[] {
  const days = Array.from({ length: 31 }, (_, index) => addDays(first, index));
  return days.filter((day) => day.startsWith(first.slice(0, 7)));
}

/** 1 for Monday to 7 for Sunday. */
function getWeekday(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

/** The same day of another month, or its last one. */
function addMonths(day: string, count: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  const month = date.toISOString().slice(0, 7);
  return listDays(`${month}-01`).findLast((listed) => listed.slice(8) <= day.slice(8)) ?? `${month}-01`;
}
