/** The order of the stops of a run. */
import { expect, test } from "vitest";
import { move, sortByPosition } from "./run.ts";

const stop = (name: string, latitude: number | null, longitude = -1.5) => ({
  name,
  address: { lines: [], landmark: "", position: latitude === null ? null : { latitude, longitude } },
});
const listNames = (stops: readonly { name: string }[]) => stops.map(({ name }) => name);

test("from the first stop on the nearest follows, and unknown positions come last", () => {
  const stops = [
    stop("a", 12.3),
    stop("?", null),
    stop("d", 12.6),
    stop("b", 12.31),
    stop("c", 12.3, -1.45),
    stop("!", null),
  ];
  expect(listNames(sortByPosition(stops))).toEqual(["a", "b", "c", "d", "?", "!"]);
  expect(sortByPosition([])).toEqual([]);
  expect(listNames(sortByPosition([stop("?", null)]))).toEqual(["?"]);
});

test("a stop is moved by hand", () => {
  expect(move(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(move(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
});
