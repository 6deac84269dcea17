import { describe, expect, it } from "vitest";
import { readProductsFile } from "./csv-import.ts";

const read = (text: string, onProgress: (share: number) => void = () => undefined) =>
  readProductsFile(new File([text], "produits.csv"), onProgress);

it("reads a file of references and stocks, and numbers its lines as a spreadsheet does", async () => {
  const { rows, problems, ignored } = await read(
    'reference;stock\r\nPRK-750;12\r\n\r\n;;\r\n"PRK\n751";1 200\r\n',
  );
  expect(rows).toEqual([
    { line: 2, reference: "PRK-750", stock: "12" },
    { line: 5, reference: "PRK\n751", stock: "1200" },
  ]);
  expect([problems, ignored]).toEqual([[], []]);
});

it("takes any order of columns, leaves unknown ones aside and says which", async () => {
  const { rows, ignored } = await read("Couleur,Ancien prix,Nom,\nrouge,'=1,Scie,\n");
  expect(rows).toEqual([{ line: 2, old_price: "'=1", name: "Scie" }]);
  expect(ignored).toEqual(["Couleur"]);
});

it("says nothing of the columns that a line does not reach", async () => {
  expect((await read("reference;description;stock\nA;;5\nB\n")).rows).toEqual([
    { line: 2, reference: "A", description: "", stock: "5" },
    { line: 3, reference: "B" },
  ]);
});

it("knows a product by its slug, too", async () => {
  expect((await read("slug;stock\nscie;5\n")).rows).toEqual([{ line: 2, slug: "scie", stock: "5" }]);
});

it("names a line with more cells than columns", async () => {
  const { problems } = await read("nom;prix\nVis; boulon;100\nClou;50;\n");
  expect(problems).toEqual([
    { line: 2, name: "Vis", message: expect.stringContaining("La ligne a 3 cellules pour 2 colonnes") },
  ]);
});

describe("refuses", () => {
  it.each([
    ["", /La première ligne doit nommer les colonnes/],
    ["PRK-750;12\nPRK-751;13", /dont « Référence », « Slug » ou « Nom »/],
    ["prix;stock\n1;2", /La première ligne doit nommer les colonnes/],
    ["reference;Référence\nA;A", "La colonne « Référence » est là deux fois."],
    ["reference;stock\n;\n", "Le fichier ne contient aucune ligne sous ses en-têtes."],
    ['reference;nom\nA;"Scie\n', "Un guillemet ouvert n'est pas refermé."],
    ["PK\u0003\u0004\0\0", /Ce n'est pas un fichier CSV/],
    ["x\n", /« Slug » ou « Nom »\. Colonnes connues : Référence, Nom, Catégorie, .*, Slug\.$/],
    [
      `nom\n${"x\n".repeat(10_001)}`,
      /^Le fichier compte 10\s001 lignes : un import en prend 10\s000 au plus\. Partagez-le\.$/,
    ],
    [" ".repeat(12 * 1024 * 1024 + 1), "Le fichier est trop grand : 12 Mo au plus."],
  ])("%#", async (text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });
});

it("reads ten thousand lines a little at a time, and says how far it is", async () => {
  const shares: number[] = [];
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  const { rows } = await read(`reference;stock\n${"REF;12\n".repeat(10_000)}`, (share) => shares.push(share));
  clearInterval(timer);
  expect(rows).toHaveLength(10_000);
  expect(rows.at(-1)).toEqual({ line: 10_001, reference: "REF", stock: "12" });
  expect(shares.length).toBeGreaterThan(10);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(turns).toBeGreaterThan(0);
});
