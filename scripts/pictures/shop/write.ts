/** Writes what belongs to the shop itself: its marks and small pictures, the hero, the sharing card, makers' names. */
import { writeFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { kinds } from "../catalogue.ts";
import { cardScene, heroScene } from "../compositions.ts";
import { lettering } from "../lettering.ts";
import { render } from "../render/render.ts";
import { OUT, writeSizes } from "../write.ts";
import { illustrations } from "./illustrations.ts";
import { favicon, logo, markAt, placeholder, wordmarkOn, wordmarks } from "./marks.ts";

const PUBLIC = new URL("../../../public/", import.meta.url).pathname;

export async function writeMarks(): Promise<void> {
  for (const [slug, svg] of wordmarks) writeFileSync(`${OUT}marque-${slug}.svg`, svg);
  for (const [name, svg] of Object.entries({ ...illustrations, favicon, logo, placeholder })) {
    writeFileSync(`${PUBLIC}${name}.svg`, svg);
  }
  const icon = (size: number): Sharp => sharp(Buffer.from(favicon), { density: 300 }).resize(size, size);
  await icon(32).png({ palette: true }).toFile(`${PUBLIC}favicon-32.png`);
  await icon(180)
    .flatten({ background: "#B8391A" })
    .png({ palette: true })
    .toFile(`${PUBLIC}apple-touch-icon.png`);
  await icon(192).png({ palette: true }).toFile(`${PUBLIC}icon-192.png`);
  await icon(512).png({ palette: true }).toFile(`${PUBLIC}icon-512.png`);
  // A system may cut its own shape out of this one: the mark stays within the middle four fifths.
  await icon(410)
    .extend({ top: 51, bottom: 51, left: 51, right: 51, background: "#B8391A" })
    .flatten({ background: "#B8391A" })
    .png({ palette: true })
    .toFile(`${PUBLIC}icon-maskable-512.png`);
}

export async function writeHero(): Promise<void> {
  const pixels = await render(heroScene(kinds), 1800, 1350);
  await writeSizes("hero", pixels, [640, 1200]);
}

export async function writeCard(): Promise<void> {
  const { data, width, height } = await render(cardScene(kinds), 1800, 945);
  const words = [
    markAt(72, 120, 92),
    wordmarkOn(184, 190, 84, "#1D1A17"),
    lettering("Outils et matériaux", { size: 43, x: 72, y: 306, anchor: "start", fill: "#1D1A17" }),
    lettering("livrés au Burkina Faso", { size: 43, x: 72, y: 360, anchor: "start", fill: "#1D1A17" }),
    `<rect x="72" y="420" width="396" height="68" rx="34" fill="#B8391A"/>`,
    lettering("Paiement à la livraison", { size: 31, x: 270, y: 465, fill: "#FFFFFF" }),
  ];
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">${words.join("")}</svg>`;
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(1200, 630)
    .png()
    .toBuffer();
  await sharp(small)
    .composite([{ input: Buffer.from(overlay) }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(`${PUBLIC}share-card.jpg`);
}
