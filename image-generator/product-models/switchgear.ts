/** Breakers, sockets, distribution boards. */
import {
  brandPlate,
  createPrint,
  finish,
  type Look,
  type ProductModels,
  sticker,
} from "#image-generator/product-model.ts";
import { lamp, paint, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import type { Corner } from "#image-generator/render/outline.ts";
import {
  bar,
  box,
  curve,
  cylinder,
  extrude,
  label,
  lathe,
  ring,
  tube,
} from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { textPath } from "#image-generator/text-path.ts";

/** A DIN rail breaker `poles` wide. */
function breaker(look: Look, poles: number, toggle: string): Model {
  const { brand } = look;
  const wide = 0.36 * poles;
  const white = plastic("#f3f1ec", 0.4);
  const face = createPrint(
    120 * poles,
    130,
    `<rect width="${120 * poles}" height="130" fill="#f3f1ec"/>${textPath(brand.printedName, { size: 24, x: 60 * poles, y: 30, fit: 100 * poles, fill: brand.nameColor, typeface: brand.typeface })}${textPath(look.print[0] ?? "", { size: 40, x: 60 * poles, y: 78, fit: 108 * poles, fill: "#1D1A17" })}${textPath(look.print.slice(1).join(" "), { size: 26, x: 60 * poles, y: 114, fit: 108 * poles, fill: "#6b655c" })}`,
  );
  const profile: Corner[] = [
    [-0.5, -0.72],
    [0.04, -0.72],
    [0.04, -0.4],
    [0.22, -0.36],
    [0.22, 0.36],
    [0.04, 0.4],
    [0.04, 0.72],
    [-0.5, 0.72],
  ];
  const body = turnY(extrude(white, profile, { depth: wide - 0.015, rounding: 0.05, bevel: 0.02 }), -90);
  const xs = Array.from({ length: poles }, (_, i) => (i - (poles - 1) / 2) * 0.36);
  return [
    ...body,
    ...move(label(white, face, wide - 0.08, 0.34), 0, 0.16, 0.2235),
    ...move(box(plastic("#26282b"), wide - 0.1, 0.22, 0.05, 0.02), 0, -0.16, 0.21),
    ...move(turnX(box(plastic(toggle), wide - 0.16, 0.2, 0.14, 0.04), -24), 0, -0.13, 0.28),
    ...xs.flatMap((x) =>
      [0.56, -0.56].flatMap((y) => [
        ...move(turnX(cylinder(steel("#9ba1a6"), 0.08, 0.02, 0.008), 90), x, y, 0.04),
        ...move(box(plastic("#55595d"), 0.11, 0.02, 0.02, 0.006), x, y, 0.062),
      ]),
    ),
  ];
}

/** A residual current breaker: a breaker with its test button. */
const residualBreaker = (look: Look): Model => [
  ...breaker(look, 2, "#2b2d30"),
  ...move(box(plastic("#F4B223"), 0.13, 0.11, 0.06, 0.02), 0.24, -0.33, 0.23),
];

/** A voltage protector: two modules with a display and three buttons. */
function voltageProtector(look: Look): Model {
  const white = plastic("#f3f1ec", 0.4);
  return [
    ...box(white, 0.76, 1.44, 0.6, 0.05),
    ...move(box(white, 0.74, 0.84, 0.24, 0.04), 0, 0, 0.36),
    ...move(sticker(["220 V"], 0.56, 0.28, "#14201a", "#ff6a4d"), 0, 0.18, 0.482),
    ...repeat(turnX(cylinder(plastic("#1F5FA8"), 0.055, 0.03, 0.01), 90), [
      [-0.2, -0.1, 0.475],
      [0, -0.1, 0.475],
      [0.2, -0.1, 0.475],
    ]),
    ...move(brandPlate(white, look, 0.5, "#f3f1ec", look.brand.nameColor), 0, -0.29, 0.482),
    ...[-0.2, 0.2].flatMap((x) =>
      [0.58, -0.58].flatMap((y) =>
        move(turnX(cylinder(steel("#9ba1a6"), 0.09, 0.02, 0.008), 90), x, y, 0.295),
      ),
    ),
  ];
}

/** A wall plate with its parts side by side. */
function wallPlate(look: Look, parts: readonly ("outlet" | "switch" | "usb")[]): Model {
  const frame = finish(look, plastic("#f7f5f0", 0.28));
  const inner = plastic("#fdfcf9", 0.26);
  const gangs = parts.length;
  const outlet: Model = [
    ...turnX(
      lathe(
        inner,
        [
          [0, 0],
          [0.3, 0],
          [0.3, 0.08],
          [0.34, 0.13],
          [0.4, 0.13],
          [0.4, 0],
          [0.42, 0],
        ],
        0.02,
      ),
      90,
    ),
    ...repeat(turnX(cylinder(rubber("#1d1d1f"), 0.045, 0.03, 0.004), 90), [
      [-0.13, 0, 0.004],
      [0.13, 0, 0.004],
    ]),
    ...bar(steel(), [0, 0.2, 0], [0, 0.2, 0.12], 0.035, true),
  ];
  const switchKey: Model = [
    ...move(turnX(box(inner, 0.66, 0.7, 0.1, 0.04), 5), 0, 0, 0.04),
    ...move(box(lamp("#ff8a3c", 0.5), 0.03, 0.09, 0.02, 0.01), 0, -0.26, 0.105),
  ];
  const usb: Model = [
    ...move(box(inner, 0.66, 0.7, 0.08, 0.03), 0, 0, 0.03),
    ...repeat(
      [
        ...box(steel("#9aa0a5"), 0.3, 0.12, 0.02, 0.008),
        ...move(box(plastic("#1d1d1f"), 0.25, 0.075, 0.02, 0.004), 0, 0, 0.004),
      ],
      [
        [0, 0.14, 0.07],
        [0, -0.14, 0.07],
      ],
    ),
  ];
  const drawn = { outlet, switch: switchKey, usb };
  return turnX(
    [
      ...move(box(frame, 1.05 * gangs + 0.06, 1.1, 0.16, 0.07), 0, 0, -0.06),
      ...parts.flatMap((one, i) => move(drawn[one], (i - (gangs - 1) / 2) * 1.06, 0, 0.03)),
    ],
    -10,
  );
}

/** A strip of six outlets with its switch and cable. */
function powerStrip(look: Look): Model {
  const white = finish(look, plastic("#f7f5f0", 0.28));
  const well: Model = [
    ...cylinder(plastic("#e3e0d8", 0.3), 0.19, 0.02, 0.006),
    ...move(ring(white, 0.2, 0.025), 0, 0.015, 0),
    ...repeat(cylinder(rubber("#1d1d1f"), 0.03, 0.02, 0.004), [
      [-0.075, 0.015, 0],
      [0.075, 0.015, 0],
    ]),
    ...bar(steel(), [0, 0, -0.12], [0, 0.08, -0.12], 0.022),
  ];
  return turnY(
    [
      ...box(white, 3.3, 0.26, 0.56, 0.1),
      ...move(turnX(brandPlate(white, look, 0.3), -90), 1.44, 0.134, 0),
      ...repeat(box(rubber("#1d1d1f"), 0.07, 0.02, 0.16, 0.005), [
        [1.16, 0.13, -0.12],
        [1.16, 0.13, 0.12],
      ]),
      ...repeat(
        turnY(well, 40),
        Array.from({ length: 6 }, (_, i) => [-0.9 + i * 0.36 - 0.06, 0.125, 0] as const),
      ),
      ...move(box(plastic("#B8391A"), 0.2, 0.08, 0.26, 0.03), -1.34, 0.13, 0),
      ...tube(
        plastic("#f1eee6"),
        curve([
          [-1.6, 0, 0],
          [-2.0, -0.04, 0.1],
          [-2.1, -0.08, 0.7],
          [-1.2, -0.08, 1.0],
          [0.2, -0.08, 0.9],
          [1.0, -0.08, 0.9],
        ]),
        0.06,
      ),
      ...bar(plastic("#f1eee6"), [1.0, -0.06, 0.9], [1.3, -0.06, 0.9], 0.11),
      ...move(turnZ(cylinder(plastic("#f7f5f0"), 0.19, 0.24, 0.04), -90), 1.28, 0.05, 0.9),
      ...repeat(turnZ(cylinder(steel(), 0.03, 0.24), -90), [
        [1.5, 0.05, 0.82],
        [1.5, 0.05, 0.98],
      ]),
    ],
    12,
  );
}

/** A site extension on its drum: stand, handle, outlets in the hub. */
function cableDrum(look: Look): Model {
  const { brand } = look;
  const disc = (z: number): Model => move(turnX(cylinder(plastic("#2b2d30"), 0.86, 0.07, 0.03), 90), 0, 1, z);
  const wound: Vec[] = Array.from({ length: 420 }, (_, i) => {
    const layer = Math.floor(i / 140);
    const across = layer % 2 ? 1 - (i % 140) / 140 : (i % 140) / 140;
    const r = 0.5 + layer * 0.085;
    return [r * Math.cos(i * 0.3), 1 + r * Math.sin(i * 0.3), (across - 0.5) * 0.54];
  });
  const socket: Model = [
    ...turnX(cylinder(plastic("#1F5FA8"), 0.19, 0.05, 0.02), 90),
    ...move(turnX(cylinder(plastic("#173f70"), 0.14, 0.02, 0.006), 90), 0, 0, 0.045),
    ...repeat(turnX(cylinder(rubber("#111"), 0.025, 0.02, 0.004), 90), [
      [-0.05, 0, 0.06],
      [0.05, 0, 0.06],
    ]),
  ];
  return turnY(
    [
      ...disc(-0.36),
      ...disc(0.29),
      ...tube(plastic("#e0661f"), wound, 0.05, { steps: 10 }),
      ...repeat(socket, [
        [-0.26, 1.24, 0.37],
        [0.26, 1.24, 0.37],
        [-0.26, 0.74, 0.37],
        [0.26, 0.74, 0.37],
      ]),
      ...move(brandPlate(plastic(brand.color), look, 0.5), 0, 1, 0.375),
      ...[-0.46, 0.46].flatMap((z) =>
        tube(
          steel("#8b9196", 0.35),
          curve([
            [-0.7, 0.04, z],
            [-0.5, 0.1, z],
            [0, 1, z],
            [0.5, 0.1, z],
            [0.7, 0.04, z],
          ]),
          0.045,
        ),
      ),
      ...[-0.7, 0.7].flatMap((x) =>
        bar(steel("#8b9196", 0.35), [x, 0.04, -0.46], [x, 0.04, 0.46], 0.045, true),
      ),
      ...tube(
        steel("#8b9196", 0.35),
        curve([
          [-0.3, 1, -0.46],
          [-0.4, 1.9, -0.3],
          [0, 2.02, 0],
          [0.4, 1.9, 0.3],
          [0.3, 1, 0.46],
        ]),
        0.045,
      ),
      ...bar(rubber(), [-0.2, 2, -0.1], [0.2, 2, 0.1], 0.075),
      ...tube(
        plastic("#e0661f"),
        curve([
          [0.5, 0.56, 0.1],
          [0.9, 0.2, 0.3],
          [1.3, 0.05, 0.6],
        ]),
        0.05,
      ),
      ...bar(rubber(), [1.3, 0.08, 0.6], [1.56, 0.1, 0.76], 0.1),
    ],
    -24,
  );
}

/** A distribution board with rows of modules; those that are not equipped show their blank covers. */
function board(look: Look, modules: number, equipped: boolean): Model {
  const rows = modules > 12 ? 2 : 1;
  const wide = 12 * 0.2 + 0.5;
  const high = rows * 1.1 + 0.5;
  const shell = plastic("#f3f1ec", 0.32);
  const toggle = (i: number): Model => [
    ...box(plastic(i === 0 ? "#e7e4dc" : "#fbfaf6", 0.35), 0.19, 0.62, 0.12, 0.02),
    ...move(box(plastic(i === 0 ? "#e0661f" : "#1F5FA8"), 0.12, 0.16, 0.1, 0.03), 0, -0.04, 0.08),
  ];
  const row = (y: number): Model => [
    ...move(box(plastic("#d2cec4", 0.5), 2.46, 0.7, 0.03, 0.01), 0, y, 0.27),
    ...Array.from({ length: 12 }, (_, i) =>
      move(
        equipped ? toggle(i) : box(plastic("#e9e6de", 0.4), 0.19, 0.5, 0.05, 0.012),
        (i - 5.5) * 0.2,
        y,
        0.3,
      ),
    ).flat(),
  ];
  return [
    ...box(shell, wide, high, 0.5, 0.1),
    ...(equipped ? [] : move(box(shell, wide + 0.24, high + 0.24, 0.1, 0.05), 0, 0, 0.16)),
    ...Array.from({ length: rows }, (_, i) => row(rows === 1 ? -0.05 : 0.46 - i * 1.04)).flat(),
    ...move(brandPlate(shell, look, 0.62), -wide / 2 + 0.44, high / 2 - 0.2, 0.256),
  ];
}

/** A weatherproof box: grey, with a tinted door over eight modules. */
function weatherproofBox(look: Look): Model {
  const shell = finish(look, plastic("#9aa0a3", 0.4));
  return [
    ...box(shell, 2.2, 1.6, 0.7, 0.1),
    ...move(box(plastic("#7f868a", 0.4), 2.24, 1.64, 0.06, 0.04), 0, 0, 0.1),
    ...move(box(plastic("#46525a", 0.08), 1.9, 0.92, 0.1, 0.06), 0, -0.06, 0.36),
    ...Array.from({ length: 8 }, (_, i) =>
      move(
        [
          ...box(plastic("#c9cdd0", 0.3), 0.19, 0.5, 0.03, 0.01),
          ...move(box(plastic("#5b6b78"), 0.1, 0.14, 0.03, 0.01), 0, -0.02, 0.015),
        ],
        (i - 3.5) * 0.2,
        -0.06,
        0.405,
      ),
    ).flat(),
    ...move(box(shell, 0.3, 0.12, 0.1, 0.03), 0, -0.56, 0.4),
    ...move(brandPlate(shell, look, 0.62), -0.6, 0.6, 0.353),
    ...repeat(cylinder(rubber(), 0.12, 0.1, 0.03), [
      [-0.6, 0.78, 0],
      [0, 0.78, 0],
      [0.6, 0.78, 0],
    ]),
    ...repeat(turnX(cylinder(steel("#6d7276"), 0.06, 0.02, 0.006), 90), [
      [-0.98, 0.68, 0.345],
      [0.98, 0.68, 0.345],
      [-0.98, -0.68, 0.345],
      [0.98, -0.68, 0.345],
    ]),
  ];
}

/** A transfer switch: two breakers with one lever between them, on a base. */
function transferSwitch(look: Look): Model {
  const white = plastic("#f3f1ec", 0.4);
  const half = (x: number, words: string): Model => [
    ...move(box(white, 0.84, 1.1, 0.5, 0.05), x, 0, 0),
    ...move(sticker([words], 0.6, 0.16, "#f3f1ec", "#B8391A"), x, 0.36, 0.253),
    ...move(box(plastic("#26282b"), 0.5, 0.3, 0.06, 0.02), x, -0.14, 0.24),
    ...move(turnX(box(plastic("#1F5FA8"), 0.36, 0.2, 0.16, 0.04), -20), x, -0.1, 0.31),
    ...[-0.24, 0.24].flatMap((dx) =>
      [0.5, -0.5].flatMap((y) =>
        move(turnX(cylinder(steel("#9ba1a6"), 0.08, 0.02, 0.008), 90), x + dx, y, 0.25),
      ),
    ),
  ];
  return [
    ...move(box(paint("#8b9196"), 2.9, 1.2, 0.08, 0.03), 0, 0, -0.28),
    ...half(-0.92, "SECTEUR"),
    ...half(0.92, "GROUPE"),
    ...move(box(plastic("#2b2d30"), 0.92, 1.0, 0.56, 0.05), 0, 0, 0.02),
    ...move(brandPlate(plastic("#2b2d30"), look, 0.74), 0, 0.22, 0.303),
    ...repeat(turnX(cylinder(lamp("#39d06b", 0.6), 0.05, 0.03, 0.01), 90), [[-0.2, -0.1, 0.3]]),
    ...repeat(turnX(cylinder(lamp("#ff6a4d", 0.4), 0.05, 0.03, 0.01), 90), [[0.2, -0.1, 0.3]]),
    ...move(turnZ(box(plastic("#e0661f"), 0.5, 0.14, 0.16, 0.05), 28), 0, -0.32, 0.34),
  ];
}

const facing = { elevation: 14 };

export const switchgearModels: ProductModels = {
  disjoncteur: { draw: (look) => breaker(look, 1, "#1F5FA8"), ...facing },
  "disjoncteur-differentiel": { draw: residualBreaker, ...facing },
  "disjoncteur-tetrapolaire": { draw: (look) => breaker(look, 4, "#2b2d30"), ...facing },
  "disjoncteur-courant-continu": { draw: (look) => breaker(look, 2, "#1B7F4B"), ...facing },
  "protecteur-de-tension": { draw: voltageProtector, ...facing },
  "prise-de-courant": { draw: (look) => wallPlate(look, ["outlet"]), frontal: true, ...facing },
  interrupteur: { draw: (look) => wallPlate(look, ["switch"]), frontal: true, ...facing },
  "prise-murale-double": {
    draw: (look) => wallPlate(look, ["outlet", "usb", "outlet"]),
    frontal: true,
    ...facing,
  },
  multiprise: { draw: powerStrip, elevation: 34 },
  rallonge: { draw: cableDrum, elevation: 16 },
  "tableau-electrique": { draw: (look) => board(look, 12, false), ...facing },
  "tableau-electrique-equipe": { draw: (look) => board(look, 24, true), ...facing },
  "coffret-etanche": { draw: weatherproofBox, ...facing },
  "inverseur-de-source": { draw: transferSwitch, ...facing },
};
