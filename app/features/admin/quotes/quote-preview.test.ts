import { expect, it } from "vitest";
import { getDownloadName, hasPreview } from "./quote-preview.ts";

it("knows which files a browser can show", () => {
  const paths = ["image/1/mur.jpg", "file/1/plan.PNG", "image/1/mur.heic", "file/1/plan.pdf", "file/1/jpg"];
  expect(paths.map(hasPreview)).toEqual([true, true, false, false, false]);
});

it.each([
  ["Plan de Zoé.PDF", "file/1/plan-de-zoe.pdf", "Plan de Zoé.PDF"],
  ["plan.html", "file/1/plan.pdf", "plan.pdf"],
  ["IMG_0001.HEIC", "image/1/img-0001.jpg", "IMG_0001.jpg"],
  ["facture.pdf.exe", "file/1/facture.pdf", "facture.pdf.pdf"],
  ["Devis n° 2.1", "file/1/devis-n-2.xlsx", "Devis n° 2.1.xlsx"],
  ["plan", "file/1/plan.dwg", "plan.dwg"],
])("saves %s, stored as %s, as %s", (fileName, filePath, name) => {
  expect(getDownloadName(fileName, filePath)).toBe(name);
});
