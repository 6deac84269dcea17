/** The invented makers of the demo shop: the colours their goods wear and how they write their names. */
import type { BrandSlug } from "../../supabase/seed/data/types.ts";
import type { Face } from "./lettering.ts";

interface Livery {
  /** body colour of its goods, and the colour of details and of the name's ground */
  color: string;
  accent: string;
  /** colour of the name on `color` */
  ink: string;
}

export interface Brand extends Livery {
  /** undefined where goods carry no name */
  slug: BrandSlug | undefined;
  /** as it is printed */
  word: string;
  face: Face;
  /** colour of the name on white, whatever the livery */
  mark: string;
  /** its other house colours, so that a kind made by one maker alone is not all of one colour */
  second: Livery;
}

const livery = (color: string, accent: string, ink = "#ffffff"): Livery => ({ color, accent, ink });

const brand = (slug: Brand["slug"], word: string, face: Face, first: Livery, second: Livery): Brand => ({
  slug,
  word,
  face,
  mark: first.color,
  ...first,
  second,
});

export const brands: Readonly<Record<BrandSlug, Brand>> = {
  sahelis: brand(
    "sahelis",
    "SAHELIS",
    "archivo-black",
    livery("#B8391A", "#F4B223"),
    livery("#3A3532", "#B8391A"),
  ),
  batiforce: brand(
    "batiforce",
    "BÂTIFORCE",
    "oswald",
    livery("#E0661F", "#2B2A2C"),
    livery("#2B2A2C", "#E0661F"),
  ),
  "koudou-tools": brand(
    "koudou-tools",
    "KOUDOU",
    "russo-one",
    livery("#F4B223", "#1D1A17", "#1D1A17"),
    livery("#1D1A17", "#F4B223", "#F4B223"),
  ),
  voltea: brand(
    "voltea",
    "Voltéa",
    "exo",
    livery("#1F5FA8", "#F4B223"),
    livery("#F4B223", "#1F5FA8", "#173F70"),
  ),
  aquanova: brand(
    "aquanova",
    "aquanova",
    "comfortaa",
    livery("#138A9C", "#FFFFFF"),
    livery("#E4F1F2", "#138A9C", "#138A9C"),
  ),
  ferlion: brand(
    "ferlion",
    "FERLION",
    "oswald",
    livery("#33444F", "#E0661F"),
    livery("#C9CFD3", "#E0661F", "#33444F"),
  ),
  "solaris-faso": brand(
    "solaris-faso",
    "solaris faso",
    "comfortaa",
    livery("#1B7F4B", "#F4B223"),
    livery("#F4B223", "#1B7F4B", "#14502F"),
  ),
  lumidor: brand(
    "lumidor",
    "lumidor",
    "comfortaa",
    livery("#F0A81E", "#1D1A17", "#1D1A17"),
    livery("#1D1A17", "#F0A81E", "#F0A81E"),
  ),
  serrurex: brand(
    "serrurex",
    "SERRUREX",
    "oswald",
    livery("#26364A", "#D9A441"),
    livery("#D9A441", "#26364A", "#26364A"),
  ),
  tengawa: brand(
    "tengawa",
    "Tengawa",
    "fredoka",
    livery("#2F8F5B", "#F4B223"),
    livery("#A9C23F", "#2F8F5B", "#1C5535"),
  ),
  prokraft: brand(
    "prokraft",
    "PROKRAFT",
    "russo-one",
    livery("#1E4E8C", "#E0661F"),
    livery("#E0661F", "#1E4E8C"),
  ),
  "naaba-color": brand(
    "naaba-color",
    "Naaba Color",
    "fredoka",
    livery("#C2402B", "#F4B223"),
    livery("#F4B223", "#C2402B", "#7D2114"),
  ),
};

/** Of goods the trade knows no maker of, as timber. */
export const unnamed = brand(
  undefined,
  "",
  "bricolage",
  livery("#ead9b8", "#d9c6a6"),
  livery("#ead9b8", "#d9c6a6"),
);

/** The same maker in its other house colours. */
export const repainted = (maker: Brand): Brand => ({
  ...maker,
  ...maker.second,
  second: livery(maker.color, maker.accent, maker.ink),
});
