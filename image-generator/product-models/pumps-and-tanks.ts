/** Pumps and tanks. */
import {
  brandPlate,
  createPrint,
  finish,
  type Look,
  type ProductModels,
  sticker,
  toNumber,
} from "#image-generator/product-model.ts";
import { brass, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, scale, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { bar, box, curve, cylinder, lathe, pipe, ring, tube, wrap } from "#image-generator/render/shapes.ts";
import { textPath } from "#image-generator/text-path.ts";

/** A submersible borehole pump: steel column, strainer, outlet, cable. */
function pump(look: Look): Model {
  const { brand } = look;
  const art = createPrint(
    400,
    150,
    `<rect width="400" height="150" fill="${brand.color}"/><rect y="126" width="400" height="24" fill="${brand.accent}"/>${textPath(brand.printedName, { size: 54, x: 200, y: 70, fit: 180, fill: brand.textColor, typeface: brand.typeface })}${textPath(look.print.join(" "), { size: 34, x: 200, y: 112, fit: 180, fill: brand.textColor })}`,
  );
  const column = [
    ...lathe(
      steel("#cdd2d6", 0.22),
      [
        [0, 0],
        [0.16, 0],
        [0.25, 0.08],
        [0.27, 0.2],
        [0.27, 1.3],
        [0.25, 1.34],
        [0.25, 1.6],
        [0.27, 1.64],
        [0.27, 2.5],
        [0.2, 2.6],
        [0.17, 2.64],
        [0.17, 2.84],
        [0, 2.84],
      ],
      0.03,
    ),
    ...wrap(plastic(brand.color), art, 0.274, 0.36, 0.86, 360),
    ...repeat(
      ring(steel("#8f959a", 0.3), 0.262, 0.014),
      [0, 1, 2, 3, 4].map((i) => [0, 1.37 + i * 0.05, 0] as const),
    ),
    ...repeat(
      ring(steel("#9da3a8"), 0.175, 0.014),
      [0, 1, 2].map((i) => [0, 2.69 + i * 0.05, 0] as const),
    ),
    ...move(box(steel("#b1b7bb", 0.3), 0.14, 1.7, 0.07, 0.03), 0, 1.75, 0.27),
  ];
  const cable = tube(
    rubber(),
    curve([
      [0, 2.5, 0.3],
      [0.05, 2.8, 0.36],
      [0.3, 2.75, 0.42],
      [0.44, 2, 0.4],
      [0.46, 0.9, 0.34],
      [0.5, 0.1, 0.4],
      [0.75, 0.05, 0.55],
    ]),
    0.035,
  );
  const coil = move(
    repeat(ring(rubber(), 0.34, 0.04), [
      [0, 0, 0],
      [0.02, 0.08, 0],
      [0, 0.16, 0.02],
    ]),
    0.8,
    0.05,
    0.5,
  );
  return turnY([...column, ...cable, ...coil], 12);
}

/** A solar pump: the column, and its controller beside it. */
const solarPump = (look: Look): Model => [
  ...pump(look),
  ...move(
    [
      ...move(box(paint("#e9e6df"), 0.62, 0.82, 0.26, 0.06), 0, 0.5, 0),
      ...move(brandPlate(paint("#e9e6df"), { ...look, print: [] }, 0.46), 0, 0.74, 0.133),
      ...move(sticker(["MPPT"], 0.3, 0.14, "#14201a", "#7dff9a"), 0, 0.52, 0.133),
      ...repeat(cylinder(rubber(), 0.035, 0.12), [
        [-0.16, 0, 0],
        [0.16, 0, 0],
      ]),
    ],
    -0.74,
    0,
    0.1,
  ),
];

/** A drainage pump: a plastic body on its strainer, handle, outlet, float switch. */
function drainPump(look: Look): Model {
  const { brand } = look;
  return [
    ...lathe(
      plastic("#2b2d30"),
      [
        [0, 0],
        [0.5, 0, 0.06],
        [0.52, 0.3],
        [0, 0.3],
      ],
      0.04,
    ),
    ...repeat(
      box(rubber("#111"), 0.06, 0.16, 0.03, 0.01),
      [-0.3, -0.18, -0.06, 0.06, 0.18, 0.3].map((x) => [x, 0.14, Math.sqrt(0.27 - x * x)] as const),
    ),
    ...move(
      lathe(
        plastic(brand.color),
        [
          [0, 0],
          [0.48, 0],
          [0.46, 0.8, 0.1],
          [0.3, 0.98, 0.08],
          [0, 1.0],
        ],
        0.08,
      ),
      0,
      0.28,
      0,
    ),
    ...move(brandPlate(plastic(brand.color), look, 0.6), 0, 0.7, 0.475),
    ...tube(
      rubber(),
      curve([
        [-0.3, 1.2, 0],
        [-0.26, 1.46, 0],
        [0.26, 1.46, 0],
        [0.3, 1.2, 0],
      ]),
      0.06,
    ),
    ...move(pipe(plastic("#2b2d30"), 0.15, 0.5, 0.04), 0.56, 0.56, 0),
    ...bar(plastic("#2b2d30"), [0.3, 0.34, 0], [0.56, 0.56, 0], 0.15),
    ...tube(
      rubber(),
      curve([
        [-0.2, 1.24, 0.1],
        [-0.6, 1.3, 0.2],
        [-0.86, 0.9, 0.3],
        [-0.86, 0.6, 0.3],
      ]),
      0.035,
    ),
    ...move(turnZ(box(plastic("#F4B223"), 0.24, 0.44, 0.18, 0.08), 12), -0.9, 0.4, 0.3),
    ...tube(
      rubber(),
      curve([
        [0.1, 1.26, -0.1],
        [0.3, 1.5, -0.2],
        [0.9, 1.2, -0.3],
        [1.1, 0.05, -0.2],
        [1.3, 0.04, 0.1],
      ]),
      0.045,
    ),
  ];
}

/** A booster set: the pump and its pressure switch on a lying pressure tank. */
function booster(look: Look): Model {
  const { brand } = look;
  return [
    ...turnZ(
      lathe(
        paint(brand.color),
        [
          [0, -0.78],
          [0.36, -0.72, 0.16],
          [0.48, -0.5, 0.14],
          [0.48, 0.5, 0.14],
          [0.36, 0.72, 0.16],
          [0, 0.78],
        ],
        0.1,
      ),
      90,
    ),
    ...tankPlate(look),
    ...repeat(box(paint("#2f3235"), 0.12, 0.2, 0.8, 0.03), [
      [-0.4, -0.5, 0],
      [0.4, -0.5, 0],
    ]),
    ...move(box(paint("#2f3235"), 1, 0.06, 0.5, 0.02), 0, 0.5, 0),
    ...move(turnZ(cylinder(paint("#3a4a55"), 0.3, 0.7, 0.06), -90), -0.62, 0.84, 0),
    ...repeat(
      turnZ(ring(paint("#33424c"), 0.3, 0.02), 90),
      [-0.5, -0.38, -0.26, -0.14, -0.02].map((x) => [x, 0.84, 0] as const),
    ),
    ...move(turnZ(cylinder(steel("#b9bec2", 0.3), 0.34, 0.34, 0.08), -90), 0.08, 0.84, 0),
    ...move(cylinder(steel("#9aa0a5", 0.3), 0.12, 0.3), 0.26, 1.12, 0),
    ...move(turnZ(cylinder(steel("#9aa0a5", 0.3), 0.14, 0.26), -90), 0.4, 0.84, 0),
    ...move(box(plastic("#2b2d30"), 0.3, 0.24, 0.24, 0.05), 0.66, 1.14, 0),
    ...move(turnX(cylinder(plastic("#fdfdfb"), 0.13, 0.05, 0.02), 90), 0.34, 1.46, 0.04),
    ...move(turnX(cylinder(brass(), 0.15, 0.04, 0.02), 90), 0.34, 1.46, 0.02),
    ...tube(
      steel("#9aa0a5"),
      curve([
        [0.8, 0.84, 0.1],
        [0.98, 0.7, 0.2],
        [0.96, 0.2, 0.2],
        [0.74, 0, 0.1],
      ]),
      0.06,
    ),
  ];
}

const tankPlate = (look: Look): Model =>
  move(scale(brandPlate(paint(look.brand.color), look, 0.7), 1, 0.9, 1), 0, 0, 0.486);

/** A roof water tank: ribbed polyethylene drum, upright or lying. */
function tank(look: Look): Model {
  const { brand } = look;
  const skin = finish(look, plastic("#2b2d30", 0.42));
  const art = createPrint(
    500,
    150,
    `<rect x="110" y="0" width="280" height="150" rx="16" fill="#fff"/>${textPath(brand.printedName, { size: 50, x: 250, y: 64, fit: 240, fill: brand.nameColor, typeface: brand.typeface })}${textPath(look.print.join(" "), { size: 52, x: 250, y: 124, fit: 240, fill: "#1D1A17" })}`,
  );
  const ribs: [number, number, number][] = [];
  for (let i = 0; i < 10; i++) {
    const y = 0.12 + i * 0.155;
    if (y < 0.62 || y > 1.16) ribs.push([1, y, 0.04]);
  }
  const profile: [number, number, number?][] = [
    [0, 0],
    [0.86, 0, 0.1],
  ];
  for (const [r, y] of ribs)
    profile.push([r * 0.86, y - 0.05], [r * 0.9, y - 0.02], [r * 0.9, y + 0.03], [r * 0.86, y + 0.06]);
  profile.push([0.86, 1.66, 0.1], [0.6, 1.86, 0.1], [0.36, 1.92, 0.02], [0.36, 1.98, 0.02], [0, 1.98]);
  const drum = [
    ...lathe(
      skin,
      profile.toSorted((a, b) => a[1] - b[1]),
      0.03,
      72,
    ),
    ...move(
      lathe(
        plastic("#F4B223"),
        [
          [0, 0],
          [0.4, 0],
          [0.4, 0.1],
          [0.3, 0.16],
          [0, 0.18],
        ],
        0.04,
      ),
      0,
      1.95,
      0,
    ),
    ...wrap(skin, art, 0.867, 0.64, 1.12, 110),
    ...move(turnX(pipe(brass(), 0.08, 0.2, 0.03), 90), 0.3, 0.2, 0.82),
  ];
  // Large tanks are wider than high.
  return scale(drum, 0.9 + toNumber(look.print[0]) / 9000, 1, 0.9 + toNumber(look.print[0]) / 9000);
}

/** A lying tank on its feet. */
function lyingTank(look: Look): Model {
  const { brand } = look;
  const skin = finish(look, plastic("#2b2d30", 0.42));
  const ribs = [-0.95, -0.6, 0.6, 0.95].flatMap((y): [number, number, number][] => [
    [0.62, y - 0.07, 0],
    [0.66, y - 0.04, 0.02],
    [0.66, y + 0.04, 0.02],
    [0.62, y + 0.07, 0],
  ]);
  return [
    ...turnZ(
      lathe(
        skin,
        [
          [0, -1.3],
          [0.44, -1.26, 0.1],
          [0.62, -1.1, 0.12],
          ...ribs,
          [0.62, 1.1, 0.12],
          [0.44, 1.26, 0.1],
          [0, 1.3],
        ],
        0.03,
      ),
      90,
    ),
    ...[-0.78, 0.78].flatMap((x) => move(box(skin, 0.3, 0.5, 1.04, 0.06), x, -0.52, 0)),
    ...move(
      lathe(
        plastic("#F4B223"),
        [
          [0, 0],
          [0.28, 0],
          [0.28, 0.1],
          [0.2, 0.15],
          [0, 0.16],
        ],
        0.03,
      ),
      0,
      0.6,
      0,
    ),
    ...move(
      sticker([brand.printedName, ...look.print], 0.8, 0.46, "#ffffff", brand.nameColor),
      0,
      0.06,
      0.628,
    ),
    ...move(turnX(pipe(brass(), 0.07, 0.2, 0.025), 90), 1.08, -0.4, 0.4),
  ];
}

const tankView = { elevation: 14, azimuth: 14 };

export const pumpAndTankModels: ProductModels = {
  "pompe-immergee": { draw: pump, ...tankView },
  "pompe-solaire-immergee": { draw: solarPump, ...tankView },
  "pompe-vide-cave": { draw: drainPump },
  surpresseur: { draw: booster },
  "reservoir-polyethylene": { draw: tank, ...tankView },
  "reservoir-horizontal": { draw: lyingTank, ...tankView },
};
