/**
 * The soft style of the rendered products in plain SVG, for tiny illustrations: gradients, shadow, highlight.
 */
import { colorBrand, colorBrandStrong } from "#design/tokens.ts";

const gradientColors = {
  brand: [lighten(colorBrand), colorBrand, colorBrandStrong],
  sun: ["#FFDB7D", "#F4B223", "#D58E0B"],
  leaf: ["#45B57A", "#1B7F4B", "#115A34"],
  ink: ["#5C554C", "#36312B", "#1D1A17"],
  steel: ["#FFFFFF", "#D3D9DC", "#9AA4AA"],
  paper: ["#FFFFFF", "#FBF3E4", "#E8D9BF"],
  wood: ["#E7B983", "#C98D4F", "#9C6530"],
} as const;

export type GradientName = keyof typeof gradientColors;

/** The fill with a gradient; every used gradient must be passed to `illustration` too. */
export const fill = (gradient: GradientName): string => `fill="url(#${gradient})"`;

/** A shadow on the floor. */
export const shadow = (x: number, y: number, rx: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${rx * 0.13}" fill="url(#s)"/>`;

/** A light streak along a line. */
export const shine = (d: string, width = 5, opacity = 0.5): string =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`;

/** @param color as `#rrggbb` */
function lighten(color: string): string {
  const channels = Array.from(Buffer.from(color.slice(1), "hex"), (channel) => Math.min(255, channel + 40));
  return `#${Buffer.from(channels).toString("hex")}`;
}

/** A 320 by 240 illustration on a soft disc of sand. */
export function illustration(used: readonly GradientName[], body: string): string {
  const gradients = used.map((gradient) => {
    const [light, base, dark] = gradientColors[gradient];
    return `<linearGradient id="${gradient}" x1="0" y1="0" x2=".6" y2="1"><stop stop-color="${light}"/><stop offset=".45" stop-color="${base}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><defs>${gradients.join("")}<radialGradient id="s"><stop stop-color="#6B4A2C" stop-opacity=".42"/><stop offset="1" stop-color="#6B4A2C" stop-opacity="0"/></radialGradient><radialGradient id="d" cy=".4"><stop stop-color="#FDF3DF"/><stop offset="1" stop-color="#F3E2C6"/></radialGradient></defs><ellipse cx="160" cy="122" rx="142" ry="106" fill="url(#d)"/>${body}</svg>`;
}
