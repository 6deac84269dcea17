/**
 * The options of a product and its variants, as typed in the form: a variant for each combination of choices that is
 * sold. A combination may be left out, so a change of the options adds and removes only what it concerns.
 */

import type { ProductOption, VariantRow } from "#app/features/admin/shared/fields/variant-fields.ts";

type VariantValues = Omit<VariantRow, "id" | "choices">;

export const EMPTY_VALUES: VariantValues = {
  reference: "",
  barcode: "",
  price: "",
  old_price: "",
  stock: "0",
  weight_grams: "",
  content_size: "",
  image: "",
};

export const getRowKey = ({ choices }: Pick<VariantRow, "choices">): string => choices.join("\u0000");

/** «20 mm · 4 m». */
export const formatChoices = (choices: readonly string[]): string => choices.join(" · ");

/** «20 mm, 25 mm» or lines of a spreadsheet -> the choices, each once. */
export function parseChoices(typed: string): string[] {
  // A comma between digits is a decimal: «1,5 m».
  const texts = typed.split(/[;\t\r\n]|,(?!\d)|(?<!\d),/).map((text) => text.trim().replace(/\s+/g, " "));
  return [...new Set(texts.filter(Boolean))];
}

/** How many combinations the options have; 0 while an option has no choice. */
export function countCombinations(options: readonly ProductOption[]): number {
  return options.length === 0 ? 0 : options.reduce((product, { choices }) => product * choices.length, 1);
}

/** All combinations, the choices of the last option changing first. */
function listCombinations(options: readonly ProductOption[]): string[][] {
  return options.reduce<string[][]>(
    (combinations, { choices }) =>
      combinations.flatMap((start) => choices.map((choice) => [...start, choice])),
    [[]],
  );
}

/** The rows in the order of the combinations. */
function sortRows(rows: readonly VariantRow[], options: readonly ProductOption[]): VariantRow[] {
  const places = options.map(({ choices }) => new Map(choices.map((choice, place) => [choice, place])));
  const getPlace = (row: VariantRow, option: number) => places[option]?.get(row.choices[option] ?? "") ?? -1;
  return rows.toSorted((one, other) => {
    for (const option of options.keys()) {
      const difference = getPlace(one, option) - getPlace(other, option);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** The combinations that are not among the rows. */
export function listMissing(rows: readonly VariantRow[], options: readonly ProductOption[]): string[][] {
  if (countCombinations(options) === 0) return [];
  const known = new Set(rows.map(getRowKey));
  return listCombinations(options).filter((choices) => !known.has(getRowKey({ choices })));
}

/** The rows with those combinations that were left out. `values` are those of a new row. */
export function addMissing(
  rows: readonly VariantRow[],
  options: readonly ProductOption[],
  values: Partial<VariantValues> = {},
): VariantRow[] {
  const added = listMissing(rows, options).map((choices) => ({
    ...EMPTY_VALUES,
    ...values,
    id: null,
    choices,
  }));
  return sortRows([...rows, ...added], options);
}

export interface OptionsChange {
  options: ProductOption[];
  rows: VariantRow[];
}

/** The product with more choices of an option, and rows for the combinations of these choices. */
export function addChoices(
  { options, rows }: OptionsChange,
  index: number,
  choices: readonly string[],
  values: Partial<VariantValues>,
): OptionsChange {
  const option = options[index];
  const added = [...new Set(choices)].filter((choice) => !option?.choices.includes(choice));
  if (!option || added.length === 0) return { options, rows };
  const changed = options.with(index, { ...option, choices: [...option.choices, ...added] });
  // The first choice of a new option is that of the rows that there are, also while another option has none.
  const completed = rows.map((row) =>
    row.choices[index] === undefined || row.choices[index] === ""
      ? { ...row, choices: changed.map((each, place) => row.choices[place] || (each.choices[0] ?? "")) }
      : row,
  );
  if (countCombinations(changed) === 0) return { options: changed, rows: completed };
  const known = new Set(completed.map(getRowKey));
  const newRows = listCombinations(changed)
    .filter(
      (combination) =>
        added.includes(combination[index] ?? "") && !known.has(getRowKey({ choices: combination })),
    )
    .map((combination) => ({
      ...EMPTY_VALUES,
      ...copyPrices(completed, combination, index),
      ...values,
      id: null,
      choices: combination,
    }));
  return { options: changed, rows: sortRows([...completed, ...newRows], changed) };
}

/** The price and the weight of the variant that differs in this option only: seldom right, never far. */
function copyPrices(
  rows: readonly VariantRow[],
  choices: readonly string[],
  index: number,
): Partial<VariantValues> {
  const like = rows.find((row) =>
    row.choices.every((choice, place) => place === index || choice === choices[place]),
  );
  return like ? { price: like.price, old_price: like.old_price, weight_grams: like.weight_grams } : {};
}

/** Without a choice, and without its rows. */
export function removeChoice({ options, rows }: OptionsChange, index: number, choice: string): OptionsChange {
  const option = options[index];
  if (!option) return { options, rows };
  const choices = option.choices.filter((each) => each !== choice);
  if (choices.length === 0) return emptyOption({ options, rows }, index);
  return {
    options: options.with(index, { ...option, choices }),
    rows: rows.filter((row) => row.choices[index] !== choice),
  };
}

/** An option without a choice keeps its rows, as if it were not there. */
function emptyOption({ options, rows }: OptionsChange, index: number): OptionsChange {
  const emptied = options.map((option, place) => (place === index ? { ...option, choices: [] } : option));
  return {
    options: emptied,
    rows: mergeRows(rows.map((row) => ({ ...row, choices: row.choices.with(index, "") }))),
  };
}

/** A name that another choice of the option has changes nothing. */
export function renameChoice(
  { options, rows }: OptionsChange,
  index: number,
  choice: string,
  name: string,
): OptionsChange {
  const option = options[index];
  const text = name.trim().replace(/\s+/g, " ");
  if (!option || text === "" || option.choices.includes(text)) return { options, rows };
  return {
    options: options.with(index, {
      ...option,
      choices: option.choices.map((each) => (each === choice ? text : each)),
    }),
    rows: rows.map((row) =>
      row.choices[index] === choice ? { ...row, choices: row.choices.with(index, text) } : row,
    ),
  };
}

/** One place earlier (-1) or later (1). */
export function moveChoice(
  { options, rows }: OptionsChange,
  index: number,
  choice: string,
  by: -1 | 1,
): OptionsChange {
  const option = options[index];
  const from = option?.choices.indexOf(choice) ?? -1;
  const other = option?.choices[from + by];
  if (!option || from < 0 || other === undefined) return { options, rows };
  const moved = options.with(index, {
    ...option,
    choices: option.choices.with(from, other).with(from + by, choice),
  });
  return { options: moved, rows: sortRows(rows, moved) };
}

export function addOption({ options, rows }: OptionsChange): OptionsChange {
  return {
    options: [...options, { name: "", choices: [] }],
    rows: rows.map((row) => ({ ...row, choices: [...row.choices, ""] })),
  };
}

/** Of the variants that differ in this option only, the first remains. The last option takes all rows with it. */
export function removeOption({ options, rows }: OptionsChange, index: number): OptionsChange {
  const rest = options.toSpliced(index, 1);
  if (rest.every(({ choices }) => choices.length === 0)) return { options: rest, rows: [] };
  return {
    options: rest,
    rows: sortRows(
      mergeRows(rows.map((row) => ({ ...row, choices: row.choices.toSpliced(index, 1) }))),
      rest,
    ),
  };
}

/** The first row of each combination. */
function mergeRows(rows: readonly VariantRow[]): VariantRow[] {
  const byKey = new Map<string, VariantRow>();
  for (const row of rows) if (!byKey.has(getRowKey(row))) byKey.set(getRowKey(row), row);
  return [...byKey.values()].filter(({ choices }) => choices.some(Boolean));
}
