import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addChoices,
  addMissing,
  addOption,
  countCombinations,
  getRowKey,
  listMissing,
  moveChoice,
  type OptionsChange,
  parseChoices,
  removeChoice,
  removeOption,
  renameChoice,
} from "./variant-rows.ts";

const empty: OptionsChange = addOption({ options: [], rows: [] });
const named = (change: OptionsChange, index: number, name: string): OptionsChange => ({
  ...change,
  options: change.options.with(index, { choices: [], ...change.options[index], name }),
});
const tubes = addChoices(named(empty, 0, "Diamètre"), 0, ["20 mm", "25 mm"], { price: "1500" });
const listRows = ({ rows }: OptionsChange) =>
  rows.map(({ choices, price }) => `${choices.join(" · ")} : ${price}`);

test.each([
  ["20 mm, 25 mm,32 mm", ["20 mm", "25 mm", "32 mm"]],
  ["1,5 m, 2 m", ["1,5 m", "2 m"]],
  ["Rouge; bleu\nvert\t noir ", ["Rouge", "bleu", "vert", "noir"]],
  ["Rouge,  Rouge, ,", ["Rouge"]],
  ["  ", []],
])("reads the choices of %j", (typed, choices) => {
  expect(parseChoices(typed)).toEqual(choices);
});

test("the choices of the first option make a row each", () => {
  expect(listRows(tubes)).toEqual(["20 mm : 1500", "25 mm : 1500"]);
});

test("a second option completes the rows that there are, and copies their prices to the others", () => {
  const dearer = {
    ...tubes,
    rows: tubes.rows.map((row, index) => ({ ...row, id: `${index}`, price: `${index + 1}` })),
  };
  const both = addChoices(addOption(dearer), 1, ["3 m", "4 m"], {});
  expect(listRows(both)).toEqual([
    "20 mm · 3 m : 1",
    "20 mm · 4 m : 1",
    "25 mm · 3 m : 2",
    "25 mm · 4 m : 2",
  ]);
  expect(both.rows.map(({ id }) => id)).toEqual(["0", null, "1", null]);
});

test("a combination that was left out stays left out when a choice is added", () => {
  const both = addChoices(addOption(tubes), 1, ["3 m", "4 m"], {});
  const without = { ...both, rows: both.rows.toSpliced(1, 1) };
  const more = addChoices(without, 0, ["32 mm"], {});
  expect(listMissing(more.rows, more.options)).toEqual([["20 mm", "4 m"]]);
  expect(listMissing(addMissing(more.rows, more.options), more.options)).toEqual([]);
});

test("a removed choice takes its rows, a renamed one keeps them, a moved one sorts them", () => {
  expect(listRows(removeChoice(tubes, 0, "20 mm"))).toEqual(["25 mm : 1500"]);
  expect(listRows(renameChoice(tubes, 0, "20 mm", " Ø  20 "))).toEqual(["Ø 20 : 1500", "25 mm : 1500"]);
  expect(renameChoice(tubes, 0, "20 mm", "25 mm")).toEqual(tubes);
  expect(listRows(moveChoice(tubes, 0, "20 mm", 1))).toEqual(["25 mm : 1500", "20 mm : 1500"]);
  expect(moveChoice(tubes, 0, "20 mm", -1)).toEqual(tubes);
});

test("a removed option leaves one row of each combination, the last one none", () => {
  const both = addChoices(addOption(tubes), 1, ["3 m", "4 m"], {});
  expect(listRows(removeOption(both, 1))).toEqual(["20 mm : 1500", "25 mm : 1500"]);
  expect(removeOption(tubes, 0)).toEqual({ options: [], rows: [] });
});

test("choices that an option gets while another has none are those of the rows", () => {
  const three = addChoices(addOption(addOption(tubes)), 2, ["PN 10", "PN 16"], {});
  expect(listRows(removeOption(three, 1))).toEqual(["20 mm · PN 10 : 1500", "25 mm · PN 10 : 1500"]);
});

const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 4 });
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      "addOption",
      "removeOption",
      "addChoices",
      "removeChoice",
      "renameChoice",
      "moveChoice",
    ),
    index: fc.nat(2),
    words,
  }),
  { maxLength: 15 },
);

test("whatever is done to the options, each row has its own combination of choices that exist", () => {
  fc.assert(
    fc.property(steps, (taken) => {
      let change: OptionsChange = { options: [], rows: [] };
      for (const {
        kind,
        index,
        words: [first = "", ...rest],
      } of taken) {
        if (kind === "addOption" && change.options.length < 3) change = addOption(change);
        if (kind === "removeOption") change = removeOption(change, index);
        if (kind === "addChoices") change = addChoices(change, index, [first, ...rest], {});
        if (kind === "removeChoice") change = removeChoice(change, index, first);
        if (kind === "renameChoice") change = renameChoice(change, index, first, rest[0] ?? "");
        if (kind === "moveChoice") change = moveChoice(change, index, first, 1);
        const { options, rows } = change;
        expect(new Set(rows.map(getRowKey)).size).toBe(rows.length);
        for (const { choices } of rows) {
          expect(choices).toHaveLength(options.length);
          for (const [place, choice] of choices.entries())
            expect(choice === "" ? [] : [choice]).toEqual(
              options[place]?.choices.filter((each) => each === choice),
            );
        }
        const isComplete = options.length > 0 && options.every(({ choices }) => choices.length > 0);
        if (isComplete)
          expect(rows.length + listMissing(rows, options).length).toBe(countCombinations(options));
      }
    }),
    { numRuns: 1000 },
  );
});
