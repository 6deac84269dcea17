import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeCsv,
  originalCell,
  readCsv,
  separatorOf,
  UnclosedQuote,
  withoutFormula,
  writeCsvRow,
} from "./csv.ts";

const read = (text: string, separator = ";") => [...readCsv(text, separator)];
/** The signs that have a meaning here more often than others. */
const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('"', ";", ",", "\t", "\r", "\n", "'", "=", "-", " ", "a", "é") }),
);

describe("reading", () => {
  it.each<[string, string[][]]>([
    ["", []],
    [
      "a;b\r\nc;d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a;b\nc;d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a\rb\r", [["a"], ["b"]]],
    [
      "a;\r\n;b",
      [
        ["a", ""],
        ["", "b"],
      ],
    ],
    ["a;", [["a", ""]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
    ['"a;b";"c ""d""";"e\r\nf"', [["a;b", 'c "d"', "e\r\nf"]]],
    ['""', [[""]]],
    ['"a"b;c"d', [["ab", 'c"d']]],
  ])("%j", (text, rows) => {
    expect(read(text)).toEqual(rows);
  });

  it("says when a quotation does not end", () => {
    expect(() => read('a;"b\nc')).toThrow(UnclosedQuote);
  });

  it.each([
    ["reference;stock\nA,1;2", ";"],
    ["reference,stock", ","],
    ["reference\tstock", "\t"],
    ["reference", ";"],
    ['"a,b,c";d', ";"],
    ["", ";"],
  ])("%j is separated by %j", (text, separator) => {
    expect(separatorOf(text)).toBe(separator);
  });

  it("takes a long file in less memory than its rows: a row at a time", () => {
    const rows = readCsv("a;b\r\n".repeat(100_000), ";");
    expect(rows.next().value).toEqual(["a", "b"]);
    expect([...rows]).toHaveLength(99_999);
  });
});

it("reads whatever it wrote", () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 })), (rows) => {
      expect(read(rows.map(writeCsvRow).join(""))).toEqual(rows);
    }),
  );
});

describe("formulas", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "'=1", "＝1", '=HYPERLINK("http://x")'])(
    "%j is shown, not run",
    (formula) => {
      expect(withoutFormula(formula)).toBe(`'${formula}`);
    },
  );

  it.each(["", "Perceuse", "l'eau", "'quoted'", "12", "a=b", "Ø 32 - gris"])("%j stays", (text) => {
    expect(withoutFormula(text)).toBe(text);
  });

  it("gives every text back", () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(originalCell(withoutFormula(text))).toBe(text);
      }),
    );
  });

  it("leaves nothing that begins like a formula", () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(withoutFormula(text)).not.toMatch(/^\s*[=+\-@]/);
      }),
    );
  });
});

describe("encodings", () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;

  it.each([
    ["UTF-8", new TextEncoder().encode("Échelle").buffer],
    ["UTF-8 with its mark", new TextEncoder().encode("\uFEFFÉchelle").buffer],
    ["Windows", bytes(0xc9, 0x63, 0x68, 0x65, 0x6c, 0x6c, 0x65)],
    ["UTF-16", bytes(0xff, 0xfe, 0xc9, 0, 0x63, 0, 0x68, 0, 0x65, 0, 0x6c, 0, 0x6c, 0, 0x65, 0)],
  ])("%s", (_, file) => {
    expect(decodeCsv(file)).toBe("Échelle");
  });
});
