/** The invented makers of the demo shop: the colours their goods wear and how they write their names. */
import type { Face } from "./lettering.ts";

export interface Brand {
  slug: string;
  /** as it is printed */
  word: string;
  face: Face;
  /** body colour of its goods, and the colour of details and of the name's ground */
  color: string;
  accent: string;
  /** colour of the name on `color` */
  ink: string;
}

const brand = (
  slug: string,
  word: string,
  face: Face,
  color: string,
  accent: string,
  ink = "#ffffff",
): Brand => ({
  slug,
  word,
  face,
  color,
  accent,
  ink,
});

export const brands = {
  sahelis: brand("sahelis", "SAHELIS", "archivo-black", "#B8391A", "#F4B223"),
  batiforce: brand("batiforce", "BÂTIFORCE", "oswald", "#E0661F", "#2B2A2C"),
  koudou: brand("koudou-tools", "KOUDOU", "russo-one", "#F4B223", "#1D1A17", "#1D1A17"),
  voltea: brand("voltea", "Voltéa", "exo", "#1F5FA8", "#F4B223"),
  aquanova: brand("aquanova", "aquanova", "comfortaa", "#138A9C", "#FFFFFF"),
  ferlion: brand("ferlion", "FERLION", "oswald", "#33444F", "#E0661F"),
  solaris: brand("solaris-faso", "solaris faso", "comfortaa", "#1B7F4B", "#F4B223"),
  lumidor: brand("lumidor", "lumidor", "comfortaa", "#F0A81E", "#1D1A17", "#1D1A17"),
  serrurex: brand("serrurex", "SERRUREX", "oswald", "#26364A", "#D9A441"),
  tengawa: brand("tengawa", "Tengawa", "fredoka", "#2F8F5B", "#F4B223"),
  prokraft: brand("prokraft", "PROKRAFT", "russo-one", "#1E4E8C", "#E0661F"),
  naaba: brand("naaba-color", "Naaba Color", "fredoka", "#C2402B", "#F4B223"),
} as const satisfies Record<string, Brand>;
