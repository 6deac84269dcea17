/** The shop's logo and wordmark, and the brands' wordmarks. */

import { colorAccent, colorBrand, colorForeground } from "#design/tokens.ts";
import { type Brand, brands } from "#image-generator/brands.ts";
import { measureText, textPath } from "#image-generator/text-path.ts";
import type { BrandSlug } from "#supabase/seed/data/types.ts";

/** A market stall: awning over a counter, on the colour of the brand. 64 by 64. */
const stallIcon = `<rect width="64" height="64" rx="15" fill="${colorBrand}"/><path d="M14 12H50L56 27.5H8Z" fill="#fff"/><path d="M23 12H32V27.5H20ZM41 12H50L56 27.5H44Z" fill="${colorAccent}"/><path d="M8 27h12v2a6 6 0 0 1-12 0ZM32 27h12v2a6 6 0 0 1-12 0Z" fill="#fff"/><path d="M20 27h12v2a6 6 0 0 1-12 0ZM44 27h12v2a6 6 0 0 1-12 0Z" fill="${colorAccent}"/><path d="M12 36h5v6h30v-6h5v17H12Z" fill="#fff"/>`;

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;

export const favicon = svg(64, 64, stallIcon);

export const logo = svg(
  220,
  64,
  `${stallIcon}${textPath("Yaaré", { size: 50, x: 76, y: 49, anchor: "start", fill: colorForeground, spacing: -12 })}`,
);

export const shopWordmark = (x: number, y: number, size: number, fill: string): string =>
  textPath("Yaaré", { size, x, y, anchor: "start", fill, spacing: -12 });

/** The icon at a position and size inside another drawing. */
export const iconAt = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 64})">${stallIcon}</g>`;

/** The placeholder for a missing image: small enough to be inlined. */
export const placeholder = svg(
  320,
  320,
  '<rect width="320" height="320" fill="#F3E8D5"/><g fill="#D9C6A6"><path d="M96 98H224L246 150H74Z"/><path d="M74 150h43v6a21.5 21.5 0 0 1-43 0ZM117 150h43v6a21.5 21.5 0 0 1-43 0ZM160 150h43v6a21.5 21.5 0 0 1-43 0ZM203 150h43v6a21.5 21.5 0 0 1-43 0Z"/><path d="M90 184h16v18h108v-18h16v48H90Z"/></g>',
);

const brandSymbols: Readonly<Record<BrandSlug, string>> = {
  sahelis:
    '<path d="M4 44a20 20 0 0 1 40 0Z" fill="#F4B223"/><path d="M0 46q12-9 24 0t24 0v6H0Z" fill="#B8391A"/>',
  batiforce:
    '<path d="M4 40h18v12H4ZM26 40h18v12H26ZM15 25h18v12H15Z" fill="#E0661F"/><path d="M15 12h18v10H15Z" fill="#2B2A2C"/>',
  "koudou-tools":
    '<path d="M19 34Q5 28 9 20T5 8M29 34Q43 28 39 20T43 8" fill="none" stroke="#F4B223" stroke-width="5.5" stroke-linecap="round"/><path d="M13 33q11-6 22 0l-6 18q-5 7-10 0Z" fill="#1D1A17"/><path d="M13 34L3 38q5 5 12 3ZM35 34l10 4q-5 5-12 3Z" fill="#1D1A17"/>',
  voltea: '<path d="M28 8L8 36h13l-5 20L40 26H26Z" fill="#F4B223"/>',
  aquanova:
    '<path d="M24 8q16 19 16 31a16 16 0 0 1-32 0Q8 27 24 8Z" fill="#138A9C"/><path d="M15 39a9 9 0 0 0 9 9" stroke="#fff" stroke-width="4" stroke-linecap="round" fill="none"/>',
  ferlion:
    '<path d="M6 12h36v9H30v22h12v9H6v-9h12V21H6Z" fill="#33444F"/><path d="M6 12h36v9H6Z" fill="#E0661F"/>',
  "solaris-faso":
    '<circle cx="24" cy="32" r="10" fill="#F4B223"/><path d="M24 10v8M24 46v8M2 32h8M38 32h8M9 17l5 5M34 42l5 5M9 47l5-5M34 22l5-5" stroke="#1B7F4B" stroke-width="4.5" stroke-linecap="round"/>',
  lumidor:
    '<path d="M24 9a16 16 0 0 1 9 29v5H15v-5a16 16 0 0 1 9-29Z" fill="#F0A81E"/><path d="M16 47h16M19 53h10" stroke="#1D1A17" stroke-width="4" stroke-linecap="round"/>',
  serrurex:
    '<path d="M24 8l18 7v15q0 17-18 26Q6 47 6 30V15Z" fill="#26364A"/><circle cx="24" cy="27" r="6" fill="#D9A441"/><path d="M21 30h6l3 13H18Z" fill="#D9A441"/>',
  tengawa:
    '<path d="M2 52L20 18L32 38L37 30L48 52Z" fill="#2F8F5B"/><circle cx="37" cy="18" r="6" fill="#F4B223"/>',
  prokraft:
    '<path d="M24 9l20 11.5v23L24 55L4 43.500V20.5Z" fill="#1E4E8C"/><circle cx="24" cy="32" r="9" fill="#fff"/>',
  "naaba-color":
    '<path d="M4 22l11 9l9-17l9 17l11-9l-5 24H9Z" fill="#F4B223"/><path d="M9 49h30v6H9Z" fill="#C2402B"/>',
};

/** A brand's symbol and name, 64 high, with the width of the name. */
function brandWordmark(symbol: string, { printedName, typeface, color, accent, textColor }: Brand): string {
  const size = 36;
  const wide = Math.round(62 + measureText(printedName, typeface) * size + 6);
  const dark = textColor === "#ffffff" ? color : accent;
  return svg(
    wide,
    64,
    `${symbol}${textPath(printedName, { size, x: 60, y: 45, anchor: "start", fill: dark, typeface })}`,
  );
}

export const brandWordmarks: readonly (readonly [slug: BrandSlug, svg: string])[] = [
  ["sahelis", brandWordmark(brandSymbols.sahelis, brands.sahelis)],
  ["batiforce", brandWordmark(brandSymbols.batiforce, brands.batiforce)],
  [
    "koudou-tools",
    brandWordmark(brandSymbols["koudou-tools"], { ...brands["koudou-tools"], printedName: "KOUDOU TOOLS" }),
  ],
  ["voltea", brandWordmark(brandSymbols.voltea, brands.voltea)],
  ["aquanova", brandWordmark(brandSymbols.aquanova, brands.aquanova)],
  ["ferlion", brandWordmark(brandSymbols.ferlion, brands.ferlion)],
  ["solaris-faso", brandWordmark(brandSymbols["solaris-faso"], brands["solaris-faso"])],
  ["lumidor", brandWordmark(brandSymbols.lumidor, brands.lumidor)],
  ["serrurex", brandWordmark(brandSymbols.serrurex, brands.serrurex)],
  ["tengawa", brandWordmark(brandSymbols.tengawa, brands.tengawa)],
  ["prokraft", brandWordmark(brandSymbols.prokraft, brands.prokraft)],
  ["naaba-color", brandWordmark(brandSymbols["naaba-color"], brands["naaba-color"])],
];
