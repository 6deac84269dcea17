import { describe, expect, it } from "vitest";
import { listRepeatedNumbers, parseSettlement, readSettlement, SettlementError } from "./settlement-csv.ts";

describe("parseSettlement", () => {
  it.each([
    ["Date;N° de suivi;Montant encaissé\r\n01/03;SX-1;12 500\r\n", [{ number: "SX-1", amount: 12_500 }]],
    ["tracking,amount\nSX-1,12500.00\n,12500\n", [{ number: "SX-1", amount: 12_500 }]],
    [
      "Commande;Montant\nORD-1;12.500 F CFA\n\nORD-2;0 XOF",
      [
        { number: "ORD-1", amount: 12_500 },
        { number: "ORD-2", amount: 0 },
      ],
    ],
    ["Colis\tMontant\n'-5\t1,250,000", [{ number: "-5", amount: 1_250_000 }]],
    [
      "Date de commande;Numéro de téléphone;Code de suivi;Montant\n01/03;70112233;SX-1;500\nTotal;;TOTAL;500\n",
      [{ number: "SX-1", amount: 500 }],
    ],
    ["Commande;N° de suivi;Frais encaissés;Total\nORD-1;SX-1;50;500", [{ number: "SX-1", amount: 500 }]],
    // The table is below a title, whose cells have another separator.
    [
      'Rapido Express\nRelevé du 12/11/2026; 2 colis\n\nPoids du colis,N° de colis,Montant,Montant COD\n2,SX-1,100,"12,500"\n',
      [{ number: "SX-1", amount: 12_500 }],
    ],
    ["Colis|Client|Montant\nSX-1|Awa; Zongo|500", [{ number: "SX-1", amount: 500 }]],
    ["Type de colis;Colis;Contre-remboursement\nA;SX-1;12 500 F.CFA", [{ number: "SX-1", amount: 12_500 }]],
  ])("%j", (text, rows) => {
    expect(parseSettlement(text)).toEqual(rows);
  });

  it.each([
    ["", "nommer une colonne"],
    ["Colis;Poids\nSX-1;5", "nommer une colonne"],
    ["Colis;Montant\n", "aucune ligne"],
    ["Colis;Montant\nSX-1;12,5", "Ligne 2"],
    ["Colis;Montant\nSX-1;-500", "Ligne 2 : le transporteur reprend « -500 »"],
    ["Colis;Montant\nSX-1;(1 500 F)", "Ligne 2 : le transporteur reprend « (1 500 F) »"],
    ["Colis;Montant\nSX-1;100 000 001", "Ligne 2"],
    ["Relevé\nColis;Montant\n2,26E+11;500", "Ligne 3 : le tableur a raccourci le numéro"],
    ["Colis;Montant\nSX-1;douze", "Ligne 2"],
    ['Colis;Montant\n"SX-1;5', "guillemet"],
    [`Colis;Montant\n${"SX-1;5\n".repeat(501)}`, "501 lignes"],
  ])("%j is refused: %s", (text, reason) => {
    expect(() => parseSettlement(text)).toThrow(SettlementError);
    expect(() => parseSettlement(text)).toThrow(reason);
  });
});

it("reads a file of Excel", async () => {
  const bytes = Uint8Array.from("Num\xe9ro;Montant\nSX-1;500", (letter) => letter.charCodeAt(0));
  expect(await readSettlement(new File([bytes], "mars.csv"))).toEqual({
    fileName: "mars.csv",
    rows: [{ number: "SX-1", amount: 500 }],
  });
});

it("tells the numbers that stand in it more than once, however they are written", () => {
  const rows = ["SX-1", "SX-2", "sx 1", "SX.1"].map((number) => ({ number, amount: 1 }));
  expect(listRepeatedNumbers(rows)).toEqual(["sx 1", "SX.1"]);
});
