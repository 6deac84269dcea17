/**
 * Writes the shop's own images: its logos and illustrations, the hero, the share card, and the brands'
 * wordmarks.
 */
import { writeFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { colorBrand, colorForeground } from "#design/tokens.ts";
import { createHeroScene, createShareCardScene } from "#image-generator/compositions.ts";
import { render } from "#image-generator/render/render.ts";
import { textPath } from "#image-generator/text-path.ts";
import { OUTPUT_DIRECTORY, writeSizes } from "#image-generator/write-images.ts";
import { illustrations } from "./illustrations.ts";
import { brandWordmarks, favicon, iconAt, logo, placeholder, shopWordmark } from "./logos.ts";

const PUBLIC = new URL("../../public/", import.meta.url).pathname;

export async function writeLogos(): Promise<void> {
  for (const [slug, svg] of brandWordmarks) writeFileSync(`${OUTPUT_DIRECTORY}marque-${slug}.svg`, svg);
  for (const [name, svg] of Object.entries({ ...illustrations, favicon, logo, placeholder })) {
    writeFileSync(`${PUBLIC}${name}.svg`, svg);
  }
  const icon = (size: number): Sharp => sharp(Buffer.from(favicon), { density: 300 }).resize(size, size);
  await icon(32).png({ palette: true }).toFile(`${PUBLIC}favicon-32.png`);
  await icon(180)
    .flatten({ background: colorBrand })
    .png({ palette: true })
    .toFile(`${PUBLIC}apple-touch-icon.png`);
  await icon(192).png({ palette: true }).toFile(`${PUBLIC}icon-192.png`);
  await icon(512).png({ palette: true }).toFile(`${PUBLIC}icon-512.png`);
  // A maskable icon: systems crop it to their own shape, so the logo is within the middle four fifths.
  await icon(410)
    .extend({ top: 51, bottom: 51, left: 51, right: 51, background: colorBrand })
    .flatten({ background: colorBrand })
    .png({ palette: true })
    .toFile(`${PUBLIC}icon-maskable-512.png`);
}

export async function writeHero(): Promise<void> {
  const pixels = await render(createHeroScene(), 1800, 1350);
  // The hero is in the first view of the home page, where each byte counts.
  await writeSizes("hero", pixels, [400, 640, 1200], 6);
}

export async function writeShareCard(): Promise<void> {
  const { data, width, height } = await render(createShareCardScene(), 1800, 945);
  const elements = [
    iconAt(72, 120, 92),
    shopWordmark(184, 190, 84, colorForeground),
    textPath("Outils et matériaux", { size: 43, x: 72, y: 306, anchor: "start", fill: colorForeground }),
    textPath("livrés au Burkina Faso", { size: 43, x: 72, y: 360, anchor: "start", fill: colorForeground }),
    `<rect x="72" y="420" width="396" height="68" rx="34" fill="${colorBrand}"/>`,
    textPath("Paiement à la livraison", { size: 31, x: 270, y: 465, fill: "#FFFFFF" }),
  ];
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">${elements.join("")}</svg>`;
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(1200, 630)
    .png()
    .toBuffer();
  await sharp(small)
    .composite([{ input: Buffer.from(overlay) }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(`${PUBLIC}share-card.jpg`);
}
