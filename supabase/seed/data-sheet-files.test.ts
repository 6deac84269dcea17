import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listDataSheets } from "./data-sheet-files.ts";

const folder = new URL("data-sheets/", import.meta.url);
const sheets = listDataSheets();

it("matches the committed files; npm run generate updates them", () => {
  expect(readdirSync(folder).sort()).toEqual(sheets.map(({ name }) => name).sort());
  for (const { name, bytes } of sheets)
    expect(readFileSync(new URL(name, folder)).equals(bytes), name).toBe(true);
});

it.each(sheets)(
  "$name is a PDF file whose table leads to its objects, and is a few kilobytes",
  ({ bytes }) => {
    const text = Buffer.from(bytes).toString("latin1");
    expect(text.length).toBeLessThan(5000);
    const start = Number(/startxref\n(?<offset>\d+)\n%%EOF\n$/.exec(text)?.groups?.offset);
    expect(text.slice(start, start + 5)).toBe("xref\n");
    const offsets = [...text.slice(start).matchAll(/^(?<offset>\d{10}) 00000 n $/gm)];
    expect(offsets).toHaveLength(6);
    for (const [index, { groups }] of offsets.entries())
      expect(text.slice(Number(groups?.offset)).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    // No line leaves the page at its bottom.
    for (const { groups } of text.matchAll(/ Tf \d+ (?<y>[-.\d]+) Td/g))
      expect(Number(groups?.y)).toBeGreaterThan(30);
  },
);
