import { describe, expect, it } from "vitest";
import { parseProductsFile } from "./csv-import.ts";

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
    ["an unclosed quote", 'reference;nom\nA;"Scie\n', "Un guillemet ouvert n'est pas refermé."],
    ["an Excel workbook", "PK\u0003\u0004\0\0", /Ce n'est pas un fichier CSV/],
    [
      "a single unknown column",
      "x\n",
      /« Slug » ou « Nom »\. Colonnes connues : Référence, Nom, Catégorie, .*, Slug\.$/,
    ],
    [
      "too many lines",
      `nom\n${"x\n".repeat(10_001)}`,
      /^Le fichier compte 10\s001 lignes : un import en prend 10\s000 au plus\. Partagez-le\.$/,
    ],
    ["too large a file", " ".repeat(12 * 1024 * 1024 + 1), "Le fichier est trop grand : 12 Mo au plus."],
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
