import { expect, it } from "vitest";
import { SHOP_TIME_ZONE } from "#app/lib/models/time-zone.ts";
import { formatLongDate } from "./dates.ts";
import { formatDay } from "./weekdays.ts";

it("formats French long dates in Ouagadougou's time zone", () => {
  expect(formatLongDate("2026-11-21T23:59:59+00:00")).toBe("21 novembre 2026");
  expect(formatLongDate("2026-11-22T01:30:00+02:00")).toBe("21 novembre 2026");
  expect(formatLongDate(new Date(Date.UTC(2026, 7, 1)))).toBe("1er août 2026");
});

it("writes every day as Intl does, but the first of a month as it is said", () => {
  const timeZone = SHOP_TIME_ZONE;
  const long = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone });
  const short = new Intl.DateTimeFormat("fr-FR", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone,
  });
  for (let day = 0; day < 366; day++) {
    const date = new Date(Date.UTC(2027, 11, 31 - day, 12));
    const say = (text: string) => text.replace(/\b1 /, "1er ");
    expect(formatLongDate(date)).toBe(say(long.format(date)));
    expect(formatDay(date.toISOString().slice(0, 10))).toBe(say(short.format(date)));
  }
  for (const format of [formatLongDate, formatDay]) expect(() => format("demain")).toThrow(RangeError);
});
