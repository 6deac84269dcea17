import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { LargeFileError, openLargeFile, parseProductsFile } from "./csv-import.ts";
import type { ImportRow } from "./csv-rows.ts";

const parse = (text: string, onProgress: (share: number) => void = () => undefined) =>
  parseProductsFile(new File([text], "produits.csv"), onProgress);

it("parses references and stocks, and numbers the lines like a spreadsheet", async () => {
  const { rows, problems, ignoredColumns } = await parse(
    'reference;stock\r\nPRK-750;12\r\n\r\n;;\r\n"PRK\n751";1 200\r\n',
  );
  expect(rows).toEqual([
    { line: 2, reference: "PRK-750", stock: "12" },
    { line: 5, reference: "PRK\n751", stock: "1200" },
  ]);
  expect([problems, ignoredColumns]).toEqual([[], []]);
});

it("accepts any order of columns, and reports unknown ones as ignored", async () => {
  const { rows, ignoredColumns } = await parse("Couleur,Ancien prix,Nom,\nrouge,'=1,Scie,\n");
  expect(rows).toEqual([{ line: 2, old_price: "'=1", name: "Scie" }]);
  expect(ignoredColumns).toEqual(["Couleur"]);
});

it("leaves out the columns that a line does not reach", async () => {
  expect((await parse("reference;description;stock\nA;;5\nB\n")).rows).toEqual([
    { line: 2, reference: "A", description: "", stock: "5" },
    { line: 3, reference: "B" },
  ]);
});

it("accepts the slug as the product's key", async () => {
  expect((await parse("slug;stock\nscie;5\n")).rows).toEqual([{ line: 2, slug: "scie", stock: "5" }]);
});

it("leaves out Excel's line with the separator, which spreadsheets do not count", async () => {
  const { rows, ignoredColumns } = await parse("sep=,\r\nreference,nom;stock,stock\r\nA,x;y,5\r\n");
  expect(rows).toEqual([{ line: 2, reference: "A", stock: "5" }]);
  expect(ignoredColumns).toEqual(["nom;stock"]);
});

it("reports a line with more cells than columns", async () => {
  const { problems } = await parse("nom;prix\nVis; boulon;100\nClou;50;\n");
  expect(problems).toEqual([
    { line: 2, name: "Vis", message: expect.stringContaining("La ligne a 3 cellules pour 2 colonnes") },
  ]);
});

describe("rejects", () => {
  it.each([
    ["a file without headers", "", /La première ligne doit nommer les colonnes/],
    ["data in place of the headers", "PRK-750;12\nPRK-751;13", /dont « Référence », « Slug » ou « Nom »/],
    ["headers without a key column", "prix;stock\n1;2", /La première ligne doit nommer les colonnes/],
    ["the same column twice", "reference;Référence\nA;A", "La colonne « Référence » est là deux fois."],
    [
      "headers without lines",
      "reference;stock\n;\n",
      "Le fichier ne contient aucune ligne sous ses en-têtes.",
    ],
    ["an unclosed quote", 'reference;nom\nA;"Scie\n', "Le guillemet ouvert à la ligne 2 n'est pas refermé."],
    ["an Excel workbook", "PK\u0003\u0004\0\0", /Ce n'est pas un fichier CSV/],
    [
      "a single unknown column",
      "x\n",
      /« Slug » ou « Nom »\. Colonnes connues : Référence, Nom, Catégorie, .*, Slug\b.*\.$/,
    ],
  ])("%s", async (_case, text, reason) => {
    await expect(parse(text)).rejects.toThrow(reason);
  });
});

it("parses ten thousand lines in chunks, and reports its progress", async () => {
  const shares: number[] = [];
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  const { rows } = await parse(`reference;stock\n${"REF;12\n".repeat(10_000)}`, (share) =>
    shares.push(share),
  );
  clearInterval(timer);
  expect(rows).toHaveLength(10_000);
  expect(rows.at(-1)).toEqual({ line: 10_001, reference: "REF", stock: "12" });
  expect(shares.length).toBeGreaterThan(10);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(turns).toBeGreaterThan(0);
});

describe("a large file", () => {
  const readChunks = async (text: string | Blob) => {
    const { chunks } = await openLargeFile(new File([text], "produits.csv"), () => undefined);
    const read: ImportRow[][] = [];
    for await (const chunk of chunks) read.push(chunk);
    return read;
  };

  it.each([
    ["of more than ten thousand lines", `nom\n${"x\n".repeat(10_001)}`],
    ["of more than 12 MB", `nom\n${" ".repeat(12 * 1024 * 1024)}`],
  ])("%s is not parsed as a whole", async (_case, text) => {
    await expect(parse(text)).rejects.toThrow(LargeFileError);
  });

  it("is read in chunks that keep the lines of a product together", async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `A${n};;100`);
    const variants = ["Diamètre: 20 mm", "Diamètre: 25 mm"].map((choice) => `;${choice};100`);
    const [first, second] = await readChunks(
      ["reference;variante;prix", ...lines, ...variants, "B;;100"].join("\n"),
    );
    expect([first?.length, second?.length]).toEqual([1000, 1]);
    expect(first?.at(-1)).toMatchObject({ reference: "A999", variants: [{ line: 1002 }, { line: 1003 }] });
    expect(second).toEqual([{ line: 1004, reference: "B", variant: undefined, price: "100" }]);
  });

  it("sends what is wrong with the structure of a line as its problem", async () => {
    const [chunk] = await readChunks("reference;variante\nA;;x\nB;Diamètre\nC;\n");
    expect(chunk).toEqual([
      { line: 4, reference: "C" },
      { line: 2, name: "A", problem: expect.stringContaining("La ligne a 3 cellules pour 2 colonnes") },
      { line: 3, name: "B", problem: expect.stringContaining("écrivez l'option et son choix") },
    ]);
  });

  it("is read in the encodings of spreadsheets, across the parts of a stream", async () => {
    const text = `nom;prix\r\n${"Échelle à crinoline;100\r\n".repeat(8000)}`;
    const windows = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const utf16 = new Uint8Array(
      Uint16Array.from(`\uFEFF${text}`, (character) => character.charCodeAt(0)).buffer,
    );
    for (const content of [new Blob([text]), new Blob([windows]), new Blob([utf16])]) {
      const rows = (await readChunks(content)).flat();
      expect(rows).toHaveLength(8000);
      expect(new Set(rows.map(({ name, price }) => `${name} ${price}`))).toEqual(
        new Set(["Échelle à crinoline 100"]),
      );
    }
  });

  it("with an unclosed quote in the last line is rejected, after the other lines", async () => {
    await expect(readChunks(`reference;nom\n${"A;Scie\n".repeat(20_000)}B;"Scie\n`)).rejects.toThrow(
      "Le guillemet ouvert à la ligne 20\u202f002 n'est pas refermé.",
    );
  });
});

/** A file that is not in memory: each part of it is made when it is read. */
class GeneratedFile extends File {
  readonly #parts: number;
  readonly #part: Uint8Array<ArrayBuffer>;
  readonly #header = new TextEncoder().encode("reference;nom;prix;stock\n");

  constructor(parts: number, linesPerPart: number) {
    super([], "million.csv");
    this.#parts = parts;
    this.#part = new TextEncoder().encode(
      "REF-1;Boulon zingué à tête hexagonale;100;5\n".repeat(linesPerPart),
    );
  }

  override get size(): number {
    return this.#header.length + this.#parts * this.#part.length;
  }

  override slice(): Blob {
    return new Blob([this.#header]);
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let next = 0;
    return new ReadableStream(
      {
        pull: (controller) => {
          if (next > this.#parts) controller.close();
          else controller.enqueue(next === 0 ? this.#header : this.#part);
          next += 1;
        },
      },
      { highWaterMark: 0 },
    );
  }
}

/** The bytes of the heap that are in use. */
function measureReachable(): number {
  setFlagsFromString("--expose-gc");
  const collectGarbage: unknown = runInNewContext("gc");
  if (typeof collectGarbage !== "function") throw new Error("The process has no gc().");
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it("reads a million lines without having them in memory", async () => {
  const file = new GeneratedFile(1000, 1000);
  await expect(parseProductsFile(file, () => undefined)).rejects.toThrow(LargeFileError);
  const { chunks } = await openLargeFile(file, () => undefined);
  const before = measureReachable();
  let count = 0;
  let highest = 0;
  for await (const chunk of chunks) {
    count += chunk.length;
    if (count % 100_000 === 0) highest = Math.max(highest, measureReachable() - before);
  }
  expect(count).toBe(1_000_000);
  // All rows together take some 400 MB; what is not collected yet is not counted.
  expect(highest / 2 ** 20).toBeLessThan(20);
});
