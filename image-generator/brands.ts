/** The invented brands of the demo shop: the colours of their products and the style of their names. */
import type { BrandSlug } from "#supabase/seed/data/types.ts";
import type { Typeface } from "./text-path.ts";

interface BrandColors {
  /** The body colour of products; `accent` is the colour of details and of the name's background. */
  color: string;
  accent: string;
  /** The colour of the name on `color`. */
  textColor: string;
}

export interface Brand extends BrandColors {
  /** Undefined for products without a brand. */
  slug: BrandSlug | undefined;
  /** The name as it is printed. */
  printedName: string;
  typeface: Typeface;
  /** The colour of the name on white, in either colour scheme. */
  nameColor: string;
  /** A second colour scheme, so that a product type of a single brand is not all of one colour. */
  alternateColors: BrandColors;
}

const brandColors = (color: string, accent: string, textColor = "#ffffff"): BrandColors => ({
  color,
  accent,
  textColor,
});

const createBrand = (
  slug: Brand["slug"],
  printedName: string,
  typeface: Typeface,
  first: BrandColors,
  alternateColors: BrandColors,
): Brand => ({
  slug,
  printedName,
  typeface,
  nameColor: first.color,
  ...first,
  alternateColors,
});

export const brands: Readonly<Record<BrandSlug, Brand>> = {
  sahelis: createBrand(
    "sahelis",
    "SAHELIS",
    "archivo-black",
    brandColors("#B8391A", "#F4B223"),
    brandColors("#3A3532", "#B8391A"),
  ),
  batiforce: createBrand(
    "batiforce",
    "BÂTIFORCE",
    "oswald",
    brandColors("#E0661F", "#2B2A2C"),
    brandColors("#2B2A2C", "#E0661F"),
  ),
  "koudou-tools": createBrand(
    "koudou-tools",
    "KOUDOU",
    "russo-one",
    brandColors("#F4B223", "#1D1A17", "#1D1A17"),
    brandColors("#1D1A17", "#F4B223", "#F4B223"),
  ),
  voltea: createBrand(
    "voltea",
    "Voltéa",
    "exo",
    brandColors("#1F5FA8", "#F4B223"),
    brandColors("#F4B223", "#1F5FA8", "#173F70"),
  ),
  aquanova: createBrand(
    "aquanova",
    "aquanova",
    "comfortaa",
    brandColors("#138A9C", "#FFFFFF"),
    brandColors("#E4F1F2", "#138A9C", "#138A9C"),
  ),
  ferlion: createBrand(
    "ferlion",
    "FERLION",
    "oswald",
    brandColors("#33444F", "#E0661F"),
    brandColors("#C9CFD3", "#E0661F", "#33444F"),
  ),
  "solaris-faso": createBrand(
    "solaris-faso",
    "solaris faso",
    "comfortaa",
    brandColors("#1B7F4B", "#F4B223"),
    brandColors("#F4B223", "#1B7F4B", "#14502F"),
  ),
  lumidor: createBrand(
    "lumidor",
    "lumidor",
    "comfortaa",
    brandColors("#F0A81E", "#1D1A17", "#1D1A17"),
    brandColors("#1D1A17", "#F0A81E", "#F0A81E"),
  ),
  serrurex: createBrand(
    "serrurex",
    "SERRUREX",
    "oswald",
    brandColors("#26364A", "#D9A441"),
    brandColors("#D9A441", "#26364A", "#26364A"),
  ),
  tengawa: createBrand(
    "tengawa",
    "Tengawa",
    "fredoka",
    brandColors("#2F8F5B", "#F4B223"),
    brandColors("#A9C23F", "#2F8F5B", "#1C5535"),
  ),
  prokraft: createBrand(
    "prokraft",
    "PROKRAFT",
    "russo-one",
    brandColors("#1E4E8C", "#E0661F"),
    brandColors("#E0661F", "#1E4E8C"),
  ),
  "naaba-color": createBrand(
    "naaba-color",
    "Naaba Color",
    "fredoka",
    brandColors("#C2402B", "#F4B223"),
    brandColors("#F4B223", "#C2402B", "#7D2114"),
  ),
};

/** For products without a brand, such as timber. */
export const unbranded = createBrand(
  undefined,
  "",
  "bricolage",
  brandColors("#ead9b8", "#d9c6a6"),
  brandColors("#ead9b8", "#d9c6a6"),
);
