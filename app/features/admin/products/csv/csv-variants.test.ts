import { expect, it } from "vitest";
import { parseProductsFile } from "./csv-import.ts";
import { formatVariantCell, parseVariantCell } from "./variant-cell.ts";

it.each([
  ["Diamètre: 20 mm", [["Diamètre", "20 mm"]]],
  [
    "Diamètre: 20 mm\nLongueur: 4 m",
    [
      ["Diamètre", "20 mm"],
      ["Longueur", "4 m"],
    ],
  ],
  [
    "Diamètre = 20 mm ; Longueur=4:1",
    [
      ["Diamètre", "20 mm"],
      ["Longueur", "4:1"],
    ],
  ],
  ["  ", ""],
  ["20 mm", "20 mm"],
  ["Diamètre:", "Diamètre:"],
])("reads the variant %j", (cell, choices) => {
  expect(parseVariantCell(cell)).toEqual(choices);
});

it("round-trips", () => {
  const choices = [
    ["Diamètre", '1/2"'],
    ["Couleur", "gris: clair"],
  ] as const;
  expect(parseVariantCell(formatVariantCell(choices))).toEqual(choices);
});

const parse = (text: string) => parseProductsFile(new File([text], "tubes.csv"), () => undefined);

it("puts the lines of variants into their product: by the slug, else that of the line above", async () => {
  const { rows, problems } = await parse(
    [
      "Nom;Prix;Stock;Variante;Slug",
      "Tube PVC;;;;tube-pvc",
      ";1 500;4;Diamètre: 20 mm;",
      ";1 800;0;Diamètre: 25 mm;tube-pvc",
      "Marteau;4500;3;;marteau",
      ";2 000;;Longueur: 3 m;perche",
      ";2 500;;Longueur: 4 m;",
    ].join("\n"),
  );
  expect(problems).toEqual([]);
  expect(rows).toEqual([
    {
      line: 2,
      name: "Tube PVC",
      price: "",
      stock: "",
      slug: "tube-pvc",
      variants: [
        { line: 3, choices: [["Diamètre", "20 mm"]], price: "1500", stock: "4" },
        { line: 4, choices: [["Diamètre", "25 mm"]], price: "1800", stock: "0" },
      ],
    },
    { line: 5, name: "Marteau", price: "4500", stock: "3", slug: "marteau" },
    {
      line: 6,
      slug: "perche",
      is_implied: true,
      variants: [
        { line: 6, choices: [["Longueur", "3 m"]], price: "2000", stock: "" },
        { line: 7, choices: [["Longueur", "4 m"]], price: "2500", stock: "" },
      ],
    },
  ]);
});

it("reports a variant without an option, and one without a product", async () => {
  const { problems } = await parse(
    ["Nom;Prix;Variante", ";1500;Diamètre: 20 mm", "Tube;1000;", ";1500;20 mm"].join("\n"),
  );
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [2, "Variante : mettez cette ligne sous celle de son produit, ou écrivez le slug du produit"],
    [4, "Variante : écrivez l'option et son choix, comme « Diamètre: 20 mm »"],
  ]);
});
