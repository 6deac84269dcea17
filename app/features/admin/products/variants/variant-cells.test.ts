import { expect, test } from "vitest";
import { VARIANT_COLUMNS, type VariantRow } from "#app/features/admin/shared/fields/variant-fields.ts";
import { computeCells, fillDown, parsePastedCells, pasteCells } from "./variant-cells.ts";
import { EMPTY_VALUES } from "./variant-rows.ts";

const row = (choice: string, values: Partial<VariantRow> = {}): VariantRow => ({
  ...EMPTY_VALUES,
  ...values,
  id: null,
  choices: [choice],
});
const rows = [row("20", { price: "1000" }), row("25", { price: "1200" }), row("32"), row("40")];
const prices = (changed: readonly VariantRow[]) => changed.map(({ price }) => price);

test("a value is copied to the rows that are listed below", () => {
  expect(prices(fillDown({ rows, visible: rows }, { row: "25", column: "price" }, "1200"))).toEqual([
    "1000",
    "1200",
    "1200",
    "1200",
  ]);
  const visible = rows.filter(({ choices }) => choices[0] !== "32");
  expect(prices(fillDown({ rows, visible }, { row: "20", column: "price" }, "1000"))).toEqual([
    "1000",
    "1000",
    "",
    "1000",
  ]);
  expect(fillDown({ rows, visible }, { row: "none", column: "price" }, "1")).toEqual(rows);
});

test("a column of a spreadsheet is pasted down, several columns to the right, and no further than the grid", () => {
  const cells = parsePastedCells("1 500\r\n1 700,00\r\n2000 XOF\r\n2300\r\n2500\r\n");
  expect(cells).toHaveLength(5);
  expect(
    prices(
      pasteCells(
        { rows, visible: rows, columns: VARIANT_COLUMNS },
        { row: "20", column: "price" },
        cells ?? [],
      ),
    ),
  ).toEqual(["1500", "1700", "2000", "2300"]);
  const [, second] = pasteCells(
    { rows, visible: rows, columns: VARIANT_COLUMNS },
    { row: "25", column: "reference" },
    parsePastedCells("TUB-25\t0123\t1 300") ?? [],
  );
  expect(second).toMatchObject({ reference: "TUB-25", barcode: "0123", price: "1300" });
});

test("the text of one cell is typed as it is, and one that is no number is pasted for its error", () => {
  expect(parsePastedCells("1500")).toBeNull();
  expect(parsePastedCells("1500\n")).toBeNull();
  expect(
    prices(
      pasteCells({ rows, visible: rows, columns: VARIANT_COLUMNS }, { row: "32", column: "price" }, [
        ["cher"],
      ]),
    ),
  ).toEqual(["1000", "1200", "cher", ""]);
});

test.each([
  ["set", "900", ["900", "900", "900", "900"]],
  ["raise", "500", ["1500", "1700", "", ""]],
  ["lower", "1100", ["0", "100", "", ""]],
  ["raise-percent", "10", ["1100", "1320", "", ""]],
  ["lower-percent", "15", ["850", "1020", "", ""]],
  ["raise", "abc", ["1000", "1200", "", ""]],
] as const)("computes the prices: %s %s", (operation, typed, expected) => {
  expect(prices(computeCells(rows, rows, "price", operation, typed))).toEqual(expected);
});

test("a price difference is that of the chosen rows only", () => {
  expect(prices(computeCells(rows, rows.slice(1, 2), "price", "raise", "500"))).toEqual([
    "1000",
    "1700",
    "",
    "",
  ]);
});
