import { expect, test } from "vitest";
import { prepareDataSheet } from "./upload-data-sheet.ts";

const MEGABYTE = 1024 * 1024;
const fileOf = (start: string, size = 0, end = "") =>
  new File([start, new Uint8Array(size), end], "fiche.pdf");

test("a PDF file gets a name of its own", async () => {
  const file = fileOf("%PDF-1.4\n", MEGABYTE, "%%EOF\r\n");
  expect(await prepareDataSheet("p", file)).toEqual({
    body: file,
    mimeType: "application/pdf",
    path: expect.stringMatching(/^p\/[0-9a-f-]{36}\.pdf$/),
  });
});

test.each([
  ["an empty file", new File([], "fiche.pdf"), "Ce fichier est vide."],
  ["another type", fileOf("PK\u0003\u0004"), "Ce n'est pas un fichier PDF."],
  ["a page of HTML", fileOf("<!doctype html>"), "Ce n'est pas un fichier PDF."],
  [
    "a download that broke off",
    fileOf("%PDF-1.4\n%%EOF\n", MEGABYTE),
    "Ce PDF est incomplet. Téléchargez-le ou enregistrez-le à nouveau.",
  ],
  ["what is too large", fileOf("%PDF-1.4\n", 10 * MEGABYTE), "Ce PDF dépasse 10 Mo."],
])("rejects %s", async (_what, file, message) => {
  expect(await prepareDataSheet("p", file)).toBe(message);
});
