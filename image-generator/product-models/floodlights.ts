/** Floodlights and street lights. */
import { brandPlate, createPrint, type Look, type ProductModels } from "#image-generator/product-model.ts";
import { lamp, paint, plastic, steel } from "#image-generator/render/material.ts";
import {
  type Model,
  move,
  repeat,
  scale,
  settle,
  turnX,
  turnY,
  turnZ,
} from "#image-generator/render/mesh.ts";
import { bar, box, cylinder, label, tube } from "#image-generator/render/shapes.ts";
import { solarPanel } from "./solar.ts";

/** The head of a floodlight, its LEDs facing +z. */
function floodHead(look: Look): Model {
  const shell = paint("#33363a");
  const leds = createPrint(
    240,
    180,
    `<rect width="240" height="180" fill="#d9dee2"/>${Array.from({ length: 48 }, (_, i) => `<rect x="${16 + (i % 8) * 27}" y="${14 + Math.floor(i / 8) * 26}" width="18" height="18" rx="4" fill="#fff2b8" stroke="#e8c95a" stroke-width="2"/>`).join("")}`,
  );
  return [
    ...box(shell, 1.5, 1.15, 0.22, 0.07),
    ...move(box(plastic("#cfd6da", 0.1), 1.3, 0.95, 0.03, 0.012), 0, 0, 0.1),
    ...move(label(lamp("#d9dee2", 0.18), leds, 1.24, 0.9), 0, 0, 0.117),
    ...move(brandPlate(shell, look, 0.44), 0.46, -0.36, 0.125),
    ...repeat(
      box(shell, 0.05, 0.9, 0.16, 0.02),
      Array.from({ length: 11 }, (_, i) => [-0.6 + i * 0.12, 0, -0.17] as const),
    ),
  ];
}

/** A floodlight on its bracket. */
function floodlight(look: Look): Model {
  const { brand } = look;
  return [
    ...move(turnX(floodHead(look), -12), 0, 1.0, 0),
    ...tube(
      steel("#54595d", 0.35),
      [
        [-0.8, 1.0, 0],
        [-0.84, 0.6, 0.02],
        [-0.84, 0.14, 0.05],
        [-0.7, 0.05, 0.06],
        [0.7, 0.05, 0.06],
        [0.84, 0.14, 0.05],
        [0.84, 0.6, 0.02],
        [0.8, 1.0, 0],
      ],
      0.05,
    ),
    ...repeat(turnZ(cylinder(plastic(brand.color), 0.13, 0.1, 0.03), 90), [
      [-0.78, 1.0, 0],
      [0.88, 1.0, 0],
    ]),
  ];
}

/** A remote control lying on the floor. */
export const remote = (): Model =>
  settle(
    turnX(
      [
        ...box(plastic("#f1eee6"), 0.3, 0.8, 0.1, 0.04),
        ...repeat(turnX(cylinder(plastic("#6d7276"), 0.045, 0.02, 0.006), 90), [
          [-0.07, 0.1, 0.05],
          [0.07, 0.1, 0.05],
          [-0.07, -0.05, 0.05],
          [0.07, -0.05, 0.05],
        ]),
        ...move(turnX(cylinder(plastic("#B8391A"), 0.05, 0.02, 0.006), 90), 0, 0.28, 0.05),
      ],
      -80,
    ),
  );

/** A floodlight with its solar panel and remote control. */
const solarFloodlight = (look: Look): Model => [
  ...floodlight(look),
  ...move(settle(solarPanel(4, 3, 0.32)), 1.1, 0, -1.0),
  ...move(turnY(remote(), 20), 1.24, 0, 0.5),
];

/** Two floodlights on a tripod. */
function tripodLights(look: Look): Model {
  const leg = (angle: number): Model => turnY(bar(paint("#F4B223"), [0, 1.0, 0], [0, 0, 0.8], 0.045), angle);
  return [
    ...[60, 180, 300].flatMap(leg),
    ...[60, 180, 300].flatMap((angle) =>
      turnY(bar(steel("#6d7276"), [0, 0.5, 0], [0, 0.34, 0.52], 0.025), angle),
    ),
    ...bar(steel("#8b9196"), [0, 0.4, 0], [0, 2.0, 0], 0.05),
    ...bar(paint("#33363a"), [-0.75, 2.0, 0], [0.75, 2.0, 0], 0.05, true),
    ...[-0.62, 0.62].flatMap((x) => move(turnX(scale(floodHead(look), 0.7), -14), x, 2.46, 0.06)),
  ];
}

/** An all-in-one street light: panel above, LEDs below, on the end of a pole. */
function streetLight(look: Look): Model {
  const leds = createPrint(
    300,
    120,
    `<rect width="300" height="120" fill="#d9dee2"/>${Array.from({ length: 40 }, (_, i) => `<rect x="${14 + (i % 10) * 28}" y="${12 + Math.floor(i / 10) * 26}" width="18" height="16" rx="4" fill="#fff2b8" stroke="#e8c95a" stroke-width="2"/>`).join("")}`,
  );
  const head: Model = [
    ...box(paint("#33363a"), 2.2, 0.2, 0.9, 0.07),
    ...move(topPanel(), 0, 0.14, 0),
    ...move(turnX(label(lamp("#d9dee2", 0.18), leds, 1.7, 0.6), 90), 0.1, -0.103, 0),
    ...move(brandPlate(paint("#33363a"), look, 0.4), 0, 0, 0.453),
  ];
  return [
    ...bar(steel("#8b9196"), [-1.3, 0, 0], [-1.3, 2.3, 0], 0.08),
    ...bar(steel("#8b9196"), [-1.3, 2.2, 0], [-0.5, 2.6, 0], 0.07),
    ...move(cylinder(steel("#8b9196"), 0.24, 0.05), -1.3, 0, 0),
    ...move(turnZ(turnX(head, -16), 14), 0.5, 2.8, 0),
  ];
}

const topPanel = (): Model => turnX(move(turnX(solarPanel(6, 2, 0.34), 34), 0, -0.29, 0.0), -90);

export const floodlightModels: ProductModels = {
  "projecteur-led": { draw: floodlight, elevation: 12 },
  "projecteur-solaire": { draw: solarFloodlight, elevation: 14 },
  "projecteur-led-sur-trepied": { draw: tripodLights, elevation: 10 },
  "lampadaire-solaire": { draw: streetLight, elevation: 0 },
};
