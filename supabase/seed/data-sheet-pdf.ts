/**
 * The data sheet of a product of the demo shop: one page of a PDF 1.4, written by hand. It needs no font and no picture,
 * since every reader has Helvetica, and the same product gives the same bytes.
 */
import type { Product } from "./data/types.ts";

const PAGE_WIDTH = 595;
const PAGE_HEIGHT = 842;
const MARGIN = 50;
/** Where the values of the specifications begin. */
const VALUE_X = 260;
/** The width of a mean letter of Helvetica, in parts of its size; a line is rather too short than too long. */
const MEAN_WIDTH = 0.52;

type Font = "F1" | "F2";

/** The lines of the page, from the top. */
class Page {
  #y = PAGE_HEIGHT - MARGIN;
  readonly #commands: string[] = [];

  skip(points: number): void {
    this.#y -= points;
  }

  /** A paragraph, broken into lines. */
  write(text: string, size: number, font: Font = "F1", x = MARGIN): void {
    for (const line of wrap(text, Math.floor((PAGE_WIDTH - MARGIN - x) / (size * MEAN_WIDTH)))) {
      this.skip(size * 1.35);
      this.#show(line, size, font, x, this.#y);
    }
  }

  /** A name, and its value beside it. */
  writePair(name: string, value: string): void {
    const top = this.#y;
    this.write(name, 10);
    const afterName = this.#y;
    this.#y = top;
    this.write(value, 10, "F2", VALUE_X);
    this.#y = Math.min(this.#y, afterName);
  }

  /** At the bottom, whatever is above it. */
  writeFooter(text: string): void {
    this.#show(text, 8, "F1", MARGIN, MARGIN - 14);
  }

  #show(text: string, size: number, font: Font, x: number, y: number): void {
    this.#commands.push(`BT /${font} ${size} Tf ${x} ${y.toFixed(1)} Td (${toPdfText(text)}) Tj ET`);
  }

  toString(): string {
    return this.#commands.join("\n");
  }
}

export function renderDataSheet({ name, reference, specifications, features }: Product): Uint8Array {
  const page = new Page();
  page.write("FICHE TECHNIQUE", 9);
  page.write(name, 18, "F2");
  page.write(`Référence ${reference}`, 10);
  page.skip(14);
  page.write("Spécifications", 13, "F2");
  page.skip(4);
  for (const [key, value] of Object.entries(specifications)) page.writePair(key, value);
  page.skip(14);
  page.write("Caractéristiques", 13, "F2");
  page.skip(4);
  for (const feature of features) page.write(`- ${feature}`, 10);
  page.writeFooter("Produit et marque inventés : fiche de la boutique de démonstration Yaaré.");
  return toPdf(page.toString());
}

/** The objects of the file, each at the place that the table at its end names. */
function toPdf(content: string): Uint8Array {
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (fr) >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** In the encoding of the fonts, whose letters above ASCII are those of Latin-1. Throws for a letter that they lack. */
function toPdfText(text: string): string {
  const plain = text.replaceAll("œ", "oe").replaceAll("–", "-").replaceAll("’", "'").replaceAll(/\s/g, " ");
  if (/[^ -~\u00a1-\u00ff]/.test(plain)) throw new Error(`data sheet: no letter for a part of «${text}»`);
  return plain.replaceAll(/[\\()]/g, "\\$&");
}

function wrap(text: string, length: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > length) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
