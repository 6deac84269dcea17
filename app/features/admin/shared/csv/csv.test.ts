import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeCsv,
  detectSeparator,
  escapeFormula,
  formatCode,
  formatCsvRow,
  parseCode,
  parseCsv,
  UnclosedQuoteError,
  unescapeFormula,
} from "./csv.ts";

const parse = (text: string, separator = ";") => [...parseCsv(text, separator)];
/** Characters with a special meaning are more frequent here. */
const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('"', ";", ",", "\t", "\r", "\n", "'", "=", "-", " ", "a", "é") }),
);

describe("parseCsv", () => {
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
    expect(parse(text)).toEqual(rows);
  });

  it("throws for an unclosed quote", () => {
    expect(() => parse('a;"b\nc')).toThrow(UnclosedQuoteError);
  });

  it.each([
    ["reference;stock\nA,1;2", ";"],
    ["reference,stock", ","],
    ["reference\tstock", "\t"],
    ["reference", ";"],
    ['"a,b,c";d', ";"],
    ["", ";"],
  ])("%j is separated by %j", (text, separator) => {
    expect(detectSeparator(text)).toEqual({ separator, text });
  });

  it.each([
    ["sep=;\r\na,b;c", ";", "a,b;c"],
    ["sep=,\na,b", ",", "a,b"],
    ["SEP=\t\ra\tb;c;d", "\t", "a\tb;c;d"],
    ['"sep=;"\r\na', ";", "a"],
    ["sep=,,,,\na,b", ",", "a,b"],
    ["sep=;", ";", ""],
    ["sep;stock\n1;2", ";", "sep;stock\n1;2"],
    ["sep=^\na;b", ";", "sep=^\na;b"],
  ])("%j names its separator, or none", (file, separator, text) => {
    expect(detectSeparator(file)).toEqual({ separator, text });
  });

  it("yields the rows of a long file one by one, to limit the memory", () => {
    const rows = parseCsv("a;b\r\n".repeat(100_000), ";");
    expect(rows.next().value).toEqual(["a", "b"]);
    expect([...rows]).toHaveLength(99_999);
  });
});

it("parses what it formatted", () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 })), (rows) => {
      expect(parse(rows.map(formatCsvRow).join(""))).toEqual(rows);
    }),
  );
});

describe("escapeFormula", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "'=1", "＝1", '=HYPERLINK("http://x")'])(
    "%j is escaped",
    (formula) => {
      expect(escapeFormula(formula)).toBe(`'${formula}`);
    },
  );

  it.each(["", "Perceuse", "l'eau", "'quoted'", "12", "a=b", "Ø 32 - gris"])("%j stays unchanged", (text) => {
    expect(escapeFormula(text)).toBe(text);
  });

  it("is reversible for every text", () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(unescapeFormula(escapeFormula(text))).toBe(text);
      }),
    );
  });

  it("leaves no text that starts like a formula", () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(escapeFormula(text)).not.toMatch(/^\s*[=+\-@]/);
      }),
    );
  });
});

describe("formatCode", () => {
  it.each([
    ["0612", '="0612"'],
    ["6131234567890", '="6131234567890"'],
    ["+226 70 12 34 56", '="+226 70 12 34 56"'],
    ["+22670123456", '="+22670123456"'],
    ["+1-2", "'+1-2"],
    ['+1"&A1&"', '\'+1"&A1&"'],
    ["612", "612"],
    ["PER-550", "PER-550"],
  ])("%j is written as %j, and read again", (code, written) => {
    expect(formatCode(code)).toBe(written);
    expect(parseCode(written)).toBe(code);
  });
});

describe("decodeCsv", () => {
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
