/** Paint, bitumen and waterproofing. */
import {
  brandPlate,
  createPrint,
  finish,
  type Look,
  type ProductModels,
} from "#image-generator/product-model.ts";
import {
  gloss,
  linear,
  type Material,
  matt,
  plastic,
  rubber,
  steel,
  stone,
} from "#image-generator/render/material.ts";
import { type Model, move, scale, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { type Corner, circle } from "#image-generator/render/outline.ts";
import {
  bar,
  box,
  cylinder,
  extrude,
  lathe,
  pipe,
  surface,
  tube,
  wrap,
} from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { textPath } from "#image-generator/text-path.ts";
import { bucket, labelled } from "./sacks.ts";

/** A tin with a lid, a handle and a wrapped label; a disc on the lid shows the paint. */
function tin(look: Look, words: string, swatch: Material, shade: string): Model {
  const { brand } = look;
  const art = createPrint(
    600,
    170,
    `<rect width="600" height="170" fill="#fbf7ef"/><rect width="600" height="104" fill="${brand.color}"/><path d="M0 104 Q75 150 150 104 T300 104 T450 104 T600 104 V122 Q525 168 450 122 T300 122 T150 122 T0 122Z" fill="${shade}"/>${textPath(brand.printedName, { size: 48, x: 300, y: 62, fit: 152, fill: brand.textColor, typeface: brand.typeface })}${textPath(words, { size: 23, x: 300, y: 94, fit: 150, fill: brand.textColor })}${textPath(look.print.join(" "), { size: 24, x: 300, y: 158, fill: "#1D1A17" })}`,
  );
  const handle = Array.from({ length: 25 }, (_, i): Vec => {
    const angle = Math.PI * (i / 24);
    return [0.54 * Math.cos(angle), 0.84 + 0.46 * Math.sin(angle), -0.3 * Math.sin(angle)];
  });
  return [
    ...cylinder(plastic("#fbf7ef"), 0.5, 0.96, 0.04),
    ...wrap(plastic("#fbf7ef"), art, 0.503, 0.07, 0.88),
    ...move(pipe(steel("#cfd4d8"), 0.525, 0.07, 0.05), 0, 0.92, 0),
    ...move(cylinder(steel("#dde1e4", 0.24), 0.48, 0.045, 0.016), 0, 0.945, 0),
    ...move(cylinder(swatch, 0.34, 0.02, 0.008), 0, 0.985, 0),
    ...tube(steel("#b5babf"), handle, 0.018, { steps: 10 }),
  ];
}

/** A bitumen roll, its end unrolled with the aluminium face up. */
function bitumen(look: Look): Model {
  const { brand } = look;
  const profile: Corner[] = [
    [0.1, 0],
    [0.4, 0, 0.02],
    [0.4, 1.3, 0.02],
    [0.1, 1.3, 0.02],
    [0.1, 0],
  ];
  const felt: Material = { ...stone("#4a4c50", 1.4), color: linear("#47494d") };
  const art = createPrint(
    400,
    120,
    `<rect width="400" height="120" fill="${brand.color}"/><rect y="96" width="400" height="24" fill="${brand.accent}"/>${textPath(brand.printedName, { size: 46, x: 200, y: 64, fit: 112, fill: brand.textColor, typeface: brand.typeface })}${textPath(look.print.join(" "), { size: 26, x: 200, y: 92, fit: 112, fill: brand.textColor })}`,
  );
  const spiral = Array.from({ length: 90 }, (_, i): Vec => {
    const angle = i * 0.24;
    const r = 0.12 + i * 0.003;
    return [r * Math.cos(angle), 1.3, r * Math.sin(angle)];
  });
  const roll: Model = [
    ...lathe(felt, profile, 0.02),
    ...wrap(matt("#fff"), art, 0.405, 0.45, 0.85),
    ...tube(rubber("#2b2c2f"), spiral, 0.012, { steps: 6 }),
  ];
  const strip = surface(
    steel("#d3d8dc", 0.3),
    (u, v) => [(u - 0.5) * 1.3, 0.03 + 0.012 * Math.sin(v * 5), v * 1.2],
    4,
    16,
  );
  return [...move(turnX(turnZ(roll, 90), -40), 0.65, 0.4, 0), ...strip];
}

/** A canister with a handle. */
function canister(look: Look): Model {
  const skin = plastic("#e9e6de", 0.36);
  return [
    ...move(box(skin, 0.9, 1.1, 0.52, 0.12), 0, 0.55, 0),
    ...move(
      extrude(
        skin,
        [
          [-0.34, 0],
          [0.2, 0],
          [0.2, 0.2],
          [-0.34, 0.26],
        ],
        { depth: 0.14, bevel: 0.03, rounding: 0.06, holes: [circle(0.075, 24, -0.1, 0.12).toReversed()] },
      ),
      0.02,
      1.08,
      0,
    ),
    ...move(cylinder(plastic(look.brand.color), 0.11, 0.16), 0.32, 1.08, 0),
    ...move(brandPlate(skin, look, 0.72), 0, 0.56, 0.263),
  ];
}

/** A sealant cartridge with its nozzle, lying slightly raised. */
function cartridge(look: Look): Model {
  const { brand } = look;
  const art = createPrint(
    420,
    200,
    `<rect width="420" height="200" fill="${brand.color}"/><rect y="160" width="420" height="40" fill="#9aa0a3"/>${[105, 315].map((x) => `${textPath(brand.printedName, { size: 40, x, y: 60, fit: 120, fill: brand.textColor, typeface: brand.typeface })}${textPath("Mastic PU", { size: 34, x, y: 100, fit: 120, fill: brand.textColor })}${textPath(look.print.join(" "), { size: 36, x, y: 144, fit: 120, fill: brand.textColor })}`).join("")}`,
  );
  return [
    ...cylinder(plastic("#f3f1ec"), 0.27, 1.5, 0.02),
    ...turnY(wrap(plastic(brand.color), art, 0.273, 0.12, 1.4), 90),
    ...move(
      lathe(
        finish(look, plastic("#9aa0a3")),
        [
          [0, 0],
          [0.25, 0],
          [0.12, 0.08],
          [0.1, 0.2],
          [0.03, 0.8],
          [0, 0.8],
        ],
        0.02,
      ),
      0,
      1.5,
      0,
    ),
    ...bar(plastic("#c9ced2"), [0, -0.02, 0], [0, 0.02, 0], 0.24),
  ];
}

const white = (): Material => plastic("#f6f4ee", 0.3);

export const paintModels: ProductModels = {
  "peinture-acrylique": {
    draw: (look) => bucket(look, "Peinture acrylique", "#dfe5e8", finish(look, white())),
    ...labelled,
  },
  "peinture-facade": {
    draw: (look) => bucket(look, "Peinture façade", "#c4832c", finish(look, white())),
    ...labelled,
  },
  "peinture-a-l-huile": {
    draw: (look) => bucket(look, "Peinture à l'huile", "#7A4FA0", finish(look, gloss("#f3efe4")), 0.96),
    ...labelled,
  },
  "laque-glycero": {
    draw: (look) => tin(look, "Laque glycéro", finish(look, gloss("#1F5FA8")), "#1F5FA8"),
    ...labelled,
  },
  antirouille: {
    draw: (look) =>
      scale(tin(look, "Antirouille", finish(look, plastic("#9aa0a3")), "#9aa0a3"), 0.9, 1.05, 0.9),
    ...labelled,
  },
  "rouleau-bitume": { draw: bitumen, elevation: 24 },
  "etancheite-liquide": {
    draw: (look) => bucket(look, "Étanchéité liquide", "#1F7FBF", finish(look, white())),
    ...labelled,
  },
  hydrofuge: { draw: canister },
  "mastic-polyurethane": { draw: (look) => turnZ(cartridge(look), -18), elevation: 14, azimuth: 20 },
};
