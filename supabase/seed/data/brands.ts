/** The partner brands of the demo shop, all invented; the logo is the image `marque-<slug>.svg`. */
import type { BrandSlug } from "./types.ts";

export const brandNames: Record<BrandSlug, string> = {
  sahelis: "Sahelis",
  batiforce: "Bâtiforce",
  "koudou-tools": "Koudou Tools",
  voltea: "Voltéa",
  aquanova: "Aquanova",
  ferlion: "Ferlion",
  "solaris-faso": "Solaris Faso",
  lumidor: "Lumidor",
  serrurex: "Serrurex",
  tengawa: "Tengawa",
  prokraft: "Prokraft",
  "naaba-color": "Naaba Color",
};
