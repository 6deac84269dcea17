/** Solar panels, batteries, inverters. */
import {
  brandPlate,
  createPrint,
  type Look,
  type ProductModels,
  sticker,
} from "#image-generator/product-model.ts";
import { brass, lamp, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, settle, turnX } from "#image-generator/render/mesh.ts";
import { ball, bar, box, curve, cylinder, label, tube } from "#image-generator/render/shapes.ts";
import { textPath } from "#image-generator/text-path.ts";

function cells(columns: number, rows: number, dark: boolean): ReturnType<typeof createPrint> {
  const size = 40;
  const [w, h] = [columns * size, rows * size];
  const squares: string[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const [x, y] = [i * size, j * size];
      squares.push(
        `<path d="M${x + 8} ${y + 2}h24l6 6v24l-6 6h-24l-6-6v-24z" fill="url(#g)"/><path d="M${x + 14} ${y + 2}v36M${x + 26} ${y + 2}v36" stroke="#9fb4d6" stroke-width="1.1"/>`,
      );
    }
  }
  return createPrint(
    w,
    h,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1" gradientUnits="objectBoundingBox"><stop offset="0" stop-color="${dark ? "#20242b" : "#29508f"}"/><stop offset="1" stop-color="${dark ? "#0a0c10" : "#0f2148"}"/></linearGradient></defs><rect width="${w}" height="${h}" fill="${dark ? "#4a4f57" : "#c9d2de"}"/>${squares.join("")}`,
  );
}

/** A framed module standing at a slant. */
export function solarPanel(columns: number, rows: number, cell: number, dark = false): Model {
  const [w, h] = [columns * cell, rows * cell];
  const frame = steel("#d7dbdf", 0.3);
  const panel = [
    ...box(plastic("#0e1c3c", 0.1), w, h, 0.03, 0.01),
    ...move(label(plastic("#c9d2de", 0.65), cells(columns, rows, dark), w, h), 0, 0, 0.018),
    ...repeat(box(frame, w + 0.1, 0.06, 0.1, 0.015), [
      [0, h / 2, 0],
      [0, -h / 2, 0],
    ]),
    ...repeat(box(frame, 0.06, h + 0.1, 0.1, 0.015), [
      [w / 2, 0, 0],
      [-w / 2, 0, 0],
    ]),
  ];
  return move(turnX(panel, -34), 0, h * 0.42, 0);
}

/** A panel on its legs with its power on the frame's corner. */
const panelOf =
  (columns: number, rows: number, dark: boolean) =>
  (look: Look): Model => {
    const leg = (x: number): Model =>
      bar(steel("#aeb4b9"), [x, 0, -rows * 0.19], [x, rows * 0.19, -rows * 0.1], 0.035);
    const figure = sticker(
      [look.brand.printedName, look.print.join(" ")],
      0.62,
      0.3,
      "#ffffff",
      look.brand.color,
    );
    return [
      ...solarPanel(columns, rows, 0.3, dark),
      ...leg(-columns * 0.12),
      ...leg(columns * 0.12),
      ...move(
        turnX(figure, -34),
        columns * 0.15 - 0.33,
        rows * 0.3 * 0.42 - (rows * 0.15 - 0.18) * 0.83 + 0.012,
        (rows * 0.15 - 0.18) * 0.56 + 0.03,
      ),
    ];
  };

/** A starter kit: panel, control box with its battery, four bulbs on their wires. */
function solarKit(look: Look): Model {
  const bulb: Model = settle([
    ...cylinder(plastic("#f6f4ef"), 0.12, 0.2),
    ...move(ball(plastic("#fff3d6"), 0.2), 0, 0.34, 0),
  ]);
  const wire = (x: number): Model =>
    tube(
      rubber(),
      curve([
        [-0.6, 0.2, 0.5],
        [-0.3, 0.03, 0.8],
        [x - 0.3, 0.03, 0.9],
        [x, 0.05, 0.9],
      ]),
      0.025,
    );
  return [
    ...move(settle(panelOf(4, 5, false)(look)), 0.5, 0, -0.8),
    ...move(
      [
        ...move(box(paint(look.brand.color), 0.8, 0.66, 0.5, 0.08), 0, 0.33, 0),
        ...move(brandPlate(paint(look.brand.color), { ...look, print: [] }, 0.6), 0, 0.46, 0.253),
        ...repeat(
          turnX(cylinder(plastic("#26282a"), 0.05, 0.03, 0.01), 90),
          [-0.2, 0, 0.2].map((x) => [x, 0.2, 0.25] as const),
        ),
      ],
      -0.7,
      0,
      0.3,
    ),
    ...[-0.05, 0.5, 1.05, 1.6].flatMap((x) => [...move(bulb, x, 0, 0.9), ...wire(x)]),
  ];
}

/** A deep-cycle battery with its terminals: black for gel, white for lithium. */
function battery(look: Look, dark: boolean, w: number): Model {
  const { brand } = look;
  const [h, d] = [0.95, 0.78];
  const art = createPrint(
    Math.round(w * 200),
    Math.round(h * 130),
    `<rect width="400" height="300" fill="${brand.color}"/><path d="M0 ${h * 88} L400 ${h * 66} V400 H0Z" fill="${brand.accent}"/>${textPath(brand.printedName, { size: 46, x: w * 100, y: h * 56, fit: w * 170, fill: brand.textColor, typeface: brand.typeface })}${textPath(look.print.join(" "), { size: 34, x: w * 100, y: h * 120, fit: w * 170, fill: brand.accent === "#FFFFFF" || brand.accent === "#F4B223" ? "#1D1A17" : "#ffffff" })}`,
  );
  const shell = plastic(dark ? "#2f3236" : "#e9e6df", 0.4);
  return [
    ...move(box(shell, w, h, d, 0.06), 0, h / 2, 0),
    ...move(box(plastic("#24262a"), w + 0.05, 0.16, d + 0.05, 0.05), 0, h + 0.02, 0),
    ...move(label(plastic(brand.color), art, w * 0.9, h * 0.6), 0, h * 0.46, d / 2 + 0.003),
    ...[-1, 1].flatMap((side) => [
      ...move(cylinder(steel("#8d9297"), 0.08, 0.14, 0.02), side * (w / 2 - 0.2), h + 0.08, 0.1),
      ...move(
        cylinder(plastic(side > 0 ? "#B8391A" : "#1d1d1f"), 0.14, 0.05, 0.02),
        side * (w / 2 - 0.2),
        h + 0.08,
        0.1,
      ),
    ]),
    ...repeat(
      cylinder(plastic("#d2442a"), 0.055, 0.04, 0.015),
      dark ? [-0.3, -0.15, 0, 0.15, 0.3].map((x) => [x, h + 0.09, -0.12] as const) : [],
    ),
    ...tube(
      rubber(),
      curve([
        [-w * 0.3, h + 0.08, -0.2],
        [-w * 0.26, h + 0.26, -0.2],
        [w * 0.26, h + 0.26, -0.2],
        [w * 0.3, h + 0.08, -0.2],
      ]),
      0.035,
    ),
  ];
}

/** A wall battery: a flat white case with its lamp bar. */
function wallBattery(look: Look): Model {
  const { brand } = look;
  const shell = paint("#f2f0ea");
  return [
    ...box(shell, 1.3, 1.8, 0.44, 0.12),
    ...move(box(plastic("#2b2d30"), 1.31, 0.1, 0.45, 0.04), 0, 0.3, 0),
    ...repeat(
      box(lamp("#39d06b", 0.6), 0.14, 0.03, 0.02, 0.008),
      [-0.3, -0.1, 0.1, 0.3].map((x) => [x, 0.3, 0.224] as const),
    ),
    ...move(brandPlate(shell, look, 0.86, brand.color), 0, -0.2, 0.223),
    ...move(box(plastic("#2b2d30"), 0.9, 0.14, 0.3, 0.04), 0, -0.94, 0),
    ...tube(
      plastic("#B8391A"),
      curve([
        [-0.2, -0.96, 0],
        [-0.24, -1.2, 0.1],
        [-0.6, -1.26, 0.4],
      ]),
      0.05,
    ),
    ...tube(
      plastic("#1d1d1f"),
      curve([
        [0.1, -0.96, 0],
        [0.06, -1.2, 0.1],
        [-0.3, -1.26, 0.5],
      ]),
      0.05,
    ),
  ];
}

/** A hybrid inverter for the wall. */
function inverter(look: Look, dark: boolean, fans = false): Model {
  const { brand } = look;
  const screen = createPrint(
    160,
    90,
    `<rect width="160" height="90" rx="8" fill="#0d2233"/>${textPath("230 V", { size: 40, x: 80, y: 46, fill: "#74d4ff" })}<rect x="24" y="62" width="112" height="12" rx="6" fill="#15405c"/><rect x="24" y="62" width="84" height="12" rx="6" fill="#5fe08a"/>`,
  );
  const shell = paint(dark ? "#34383c" : "#f2f0ea");
  return [
    ...box(shell, 1.2, 1.6, 0.46, 0.12),
    ...move(box(paint(brand.color), 1.21, 0.52, 0.468, 0.11), 0, 0.54, 0),
    ...move(label(lamp("#0d2233", 0.15), screen, 0.62, 0.35), 0, 0.06, 0.235),
    ...move(box(plastic("#1e2022"), 0.7, 0.43, 0.02, 0.01), 0, 0.06, 0.222),
    ...move(brandPlate(paint(brand.color), look, 0.8), 0, 0.55, 0.2365),
    ...repeat(
      turnX(cylinder(plastic("#55595d"), 0.055, 0.03, 0.012), 90),
      [-0.24, -0.08, 0.08, 0.24].map((x) => [x, -0.3, 0.225] as const),
    ),
    ...repeat(turnX(cylinder(lamp("#39d06b", 0.7), 0.03, 0.02, 0.008), 90), [[-0.46, 0.2, 0.23]]),
    ...(fans
      ? [-0.32, 0.32].flatMap((x) =>
          move(
            turnX(
              [
                ...cylinder(rubber(), 0.16, 0.02, 0.006),
                ...move(cylinder(plastic("#55595d"), 0.05, 0.02), 0, 0.02, 0),
              ],
              90,
            ),
            x,
            -0.58,
            0.23,
          ),
        )
      : []),
    ...repeat(
      box(rubber(), 0.6, 0.03, 0.02, 0.01),
      [0, 1, 2, 3].map((i) => [0, -0.48 - i * 0.075, 0.232] as const),
    ),
    ...[-0.36, -0.12].flatMap((x, i) =>
      tube(
        plastic(i ? "#1d1d1f" : "#B8391A"),
        curve([
          [x, -0.76, 0.05],
          [x, -0.95, 0.08],
          [x - 0.1, -1.08, 0.3],
          [x - 0.3, -1.1, 0.5],
        ]),
        0.05,
      ),
    ),
    ...move(box(plastic("#26282b"), 0.34, 0.12, 0.2, 0.03), 0.3, -0.82, 0.05),
    ...[-0.601, 0.601].flatMap((x) =>
      repeat(
        box(rubber(), 0.02, 0.5, 0.03, 0.01),
        [-0.12, -0.04, 0.04, 0.12].map((z) => [x, -0.1, z] as const),
      ),
    ),
  ];
}

/** A converter for a car battery: a flat finned case with an outlet and battery clamps. */
function converter(look: Look): Model {
  const { brand } = look;
  const clamp = (color: string, x: number): Model => [
    ...tube(
      plastic(color),
      curve([
        [-1.1, 0.2, x * 0.2],
        [-1.5, 0.1, x * 0.3],
        [-1.5, 0.06, 0.8],
        [-1.0, 0.06, 1.0 + x * 0.3],
        [-0.4, 0.06, 1.0 + x * 0.3],
      ]),
      0.05,
    ),
    ...bar(plastic(color), [-0.4, 0.08, 1.0 + x * 0.3], [-0.1, 0.1, 1.0 + x * 0.3], 0.1, true),
    ...bar(brass(), [-0.1, 0.1, 1.0 + x * 0.3], [0.1, 0.08, 1.0 + x * 0.3], 0.05),
  ];
  return [
    ...move(box(steel("#4a4f54", 0.4), 2.1, 0.5, 1.1, 0.06), 0, 0.3, 0),
    ...repeat(
      box(steel("#3b4044", 0.4), 2.1, 0.06, 0.05, 0.02),
      [-0.4, -0.24, -0.08, 0.08, 0.24, 0.4].map((z) => [0, 0.56, z] as const),
    ),
    ...repeat(box(plastic(brand.color), 0.1, 0.54, 1.14, 0.04), [
      [-1.05, 0.3, 0],
      [1.05, 0.3, 0],
    ]),
    ...move(brandPlate(steel("#4a4f54", 0.4), look, 0.84), -0.3, 0.3, 0.553),
    ...move(
      turnX(
        [
          ...cylinder(plastic("#f4f2ec"), 0.19, 0.03, 0.01),
          ...repeat(cylinder(rubber("#111"), 0.03, 0.02, 0.004), [
            [-0.07, 0.03, 0],
            [0.07, 0.03, 0],
          ]),
        ],
        90,
      ),
      0.6,
      0.32,
      0.55,
    ),
    ...repeat(box(plastic("#B8391A"), 0.1, 0.16, 0.06, 0.02), [[0.9, 0.32, 0.56]]),
    ...clamp("#B8391A", 0),
    ...clamp("#1d1d1f", 1),
  ];
}

/** A computer's uninterruptible supply: a low tower with its lamp, and outlets above. */
function towerSupply(look: Look): Model {
  const { brand } = look;
  const shell = plastic("#2b2d30", 0.36);
  const outlet: Model = [
    ...cylinder(plastic("#3a3d41"), 0.19, 0.03, 0.01),
    ...repeat(cylinder(rubber("#111"), 0.03, 0.02, 0.004), [
      [-0.07, 0.025, 0],
      [0.07, 0.025, 0],
    ]),
    ...bar(steel(), [0, 0.02, -0.11], [0, 0.08, -0.11], 0.02),
  ];
  return [
    ...move(box(shell, 1.0, 1.3, 1.7, 0.1), 0, 0.65, 0),
    ...move(brandPlate(shell, look, 0.74), 0, 0.96, 0.853),
    ...move(turnX(cylinder(lamp("#39d06b", 0.6), 0.09, 0.03, 0.01), 90), 0, 0.5, 0.85),
    ...repeat(
      box(rubber("#111"), 0.6, 0.03, 0.02, 0.01),
      [0.16, 0.24, 0.32].map((y) => [0, y, 0.852] as const),
    ),
    ...repeat(outlet, [
      [-0.24, 1.3, 0.3],
      [0.24, 1.3, 0.3],
      [-0.24, 1.3, -0.3],
      [0.24, 1.3, -0.3],
    ]),
    ...move(box(plastic(brand.color), 1.02, 0.05, 0.04, 0.02), 0, 0.72, 0.84),
  ];
}

const onLegs = { elevation: 16 };
const standing = { elevation: 18 };
const onWall = { elevation: 14, frontal: true };

export const solarModels: ProductModels = {
  "panneau-solaire": { draw: panelOf(4, 3, false), ...onLegs },
  "panneau-solaire-monocristallin": { draw: panelOf(4, 6, true), ...onLegs },
  "panneau-solaire-polycristallin": { draw: panelOf(4, 6, false), ...onLegs },
  "panneau-solaire-biface": { draw: panelOf(6, 5, true), ...onLegs },
  "kit-solaire": { draw: solarKit, elevation: 22 },
  "batterie-solaire-gel": {
    draw: (look) => battery(look, true, look.print.includes("200 Ah") ? 1.9 : 1.4),
    ...standing,
  },
  "batterie-lithium": { draw: (look) => battery(look, false, 1.4), ...standing },
  "batterie-lithium-murale": { draw: wallBattery, ...onWall },
  "onduleur-hybride": {
    draw: (look) => inverter(look, !look.print.includes("3 kVA"), look.print.includes("11 kVA")),
    ...onWall,
  },
  convertisseur: { draw: converter, elevation: 26 },
  "onduleur-informatique": { draw: towerSupply, elevation: 26 },
};
