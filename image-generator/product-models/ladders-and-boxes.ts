/** Ladders and tool boxes. */
import {
  brandPlate,
  finish,
  type Look,
  openCase,
  type ProductModels,
  toNumber,
} from "#image-generator/product-model.ts";
import {
  chrome,
  type Material,
  paint,
  plastic,
  rubber,
  steel,
  wood,
} from "#image-generator/render/material.ts";
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
import { withWinding } from "#image-generator/render/outline.ts";
import { bar, box, cylinder, extrude } from "#image-generator/render/shapes.ts";

/** A stepladder; the last number printed is the number of its steps. */
function stepladder(look: Look): Model {
  const { brand } = look;
  const metal = finish(look, steel("#cfd4d8", 0.32));
  const steps = toNumber(look.print.at(-1));
  const high = 0.34 + steps * 0.4;
  const side = (lean: number, rungs: boolean): Model => {
    const rails = [-1, 1].flatMap((x) => bar(metal, [x * 0.42, 0, 0], [x * 0.32, high, 0], 0.055));
    const treads = rungs
      ? Array.from({ length: steps }, (_, i) => {
          const y = 0.34 + i * 0.4;
          return move(box(metal, 0.82 - (y / high) * 0.2, 0.05, 0.2, 0.02), 0, y, 0.02);
        }).flat()
      : [0.5, 1.3].flatMap((y) => bar(metal, [-0.4, y, 0], [0.4, y, 0], 0.035));
    return turnX(
      [
        ...rails,
        ...treads,
        ...repeat(box(rubber(), 0.16, 0.14, 0.16, 0.04), [
          [-0.42, 0.04, 0],
          [0.42, 0.04, 0],
        ]),
      ],
      lean,
    );
  };
  return [
    ...move(side(-13, true), 0, 0, 0.62),
    ...move(side(13, false), 0, 0, -0.62),
    ...move(box(plastic(brand.color), 0.86, 0.12, 0.4, 0.05), 0, high * 0.975, 0),
    ...move(brandPlate(plastic(brand.color), { ...look, print: [] }, 0.36), 0, high * 0.975, 0.202),
    ...[-0.36, 0.36].flatMap((x) => bar(steel("#55595d"), [x, 0.9, 0.42], [x, 0.9, -0.42], 0.02)),
  ];
}

/** One flight: two rails, `rungs` rungs, rubber feet; it stands on y = 0 and leans back by nothing. */
function flight(metal: Material, high: number, half: number, rungs: number): Model {
  return [
    ...[-1, 1].flatMap((x) => move(box(metal, 0.09, high, 0.16, 0.02), x * half, high / 2, 0)),
    ...Array.from({ length: rungs }, (_, i) => {
      const y = ((i + 0.7) * high) / rungs;
      return bar(metal, [-half, y, 0], [half, y, 0], 0.05);
    }).flat(),
    ...repeat(box(rubber(), 0.15, 0.12, 0.22, 0.03), [
      [-half, 0.03, 0],
      [half, 0.03, 0],
    ]),
  ];
}

const leaning = (model: Model): Model => turnX(model, -14);

/** The brand and the length on a rail's cross plate. */
const ladderPlate = (look: Look, y: number, z: number): Model =>
  move(brandPlate(plastic(look.brand.color), look, 0.44), 0, y, z);

const simpleLadder = (look: Look): Model =>
  leaning([
    ...flight(finish(look, paint("#7c858b")), 3.4, 0.42, 14),
    ...move(box(paint("#4d5559"), 0.84, 0.26, 0.03, 0.01), 0, 1.06, 0.09),
    ...ladderPlate(look, 1.06, 0.108),
  ]);

/** Two flights, the front one run up, with the rope between them. */
const extensionLadder = (look: Look): Model => {
  const metal = finish(look, steel("#cfd4d8", 0.32));
  return leaning([
    ...flight(metal, 2.7, 0.46, 9),
    ...move(flight(metal, 2.7, 0.36, 9), 0, 0.9, 0.2),
    ...bar(plastic("#e0661f"), [0.1, 0.2, 0.34], [0.1, 3.2, 0.3], 0.02),
    ...repeat(box(plastic("#2b2d30"), 0.14, 0.16, 0.34, 0.03), [
      [-0.42, 1.0, 0.1],
      [0.42, 1.0, 0.1],
      [-0.42, 2.6, 0.1],
      [0.42, 2.6, 0.1],
    ]),
    ...move(box(plastic(look.brand.color), 0.64, 0.3, 0.03, 0.01), 0, 1.4, 0.3),
    ...ladderPlate(look, 1.4, 0.318),
  ]);
};

/** Tubes that slide into each other: thin above, thick below, a lock at every rung. */
const telescopicLadder = (look: Look): Model => {
  const metal = finish(look, steel("#c9ced2", 0.3));
  const sections = 9;
  return leaning([
    ...Array.from({ length: sections }, (_, i) => {
      const y = i * 0.37;
      const radius = 0.1 - i * 0.006;
      return [
        ...[-0.4, 0.4].flatMap((x) => [
          ...move(cylinder(metal, radius, 0.4), x, y, 0),
          ...move(cylinder(plastic("#2b2d30"), radius + 0.03, 0.1, 0.02), x, y + 0.3, 0),
        ]),
        ...move(box(plastic("#2b2d30"), 0.7, 0.1, 0.18, 0.03), 0, y + 0.35, 0),
        ...move(box(metal, 0.6, 0.05, 0.22, 0.02), 0, y + 0.37, 0),
        ...repeat(box(plastic("#c22f1e"), 0.1, 0.05, 0.04, 0.012), [
          [-0.26, y + 0.34, 0.1],
          [0.26, y + 0.34, 0.1],
        ]),
      ];
    }).flat(),
    ...repeat(box(rubber(), 0.26, 0.12, 0.26, 0.04), [
      [-0.4, 0.02, 0],
      [0.4, 0.02, 0],
    ]),
    ...move(brandPlate(plastic(look.brand.color), look, 0.5), 0, 0.16, 0.11),
  ]);
};

/** A plastic tool box, closed. */
function toolbox(look: Look): Model {
  const { brand } = look;
  const shell = plastic(brand.color, 0.36);
  const dark = plastic("#2b2d30", 0.4);
  const lid: Model = [
    ...box(dark, 1.94, 0.28, 0.96, 0.1),
    ...extrude(
      dark,
      [
        [-0.5, 0.1],
        [-0.44, 0.44, 0.12],
        [0.44, 0.44, 0.12],
        [0.5, 0.1],
      ],
      {
        depth: 0.16,
        bevel: 0.03,
        holes: [
          withWinding(
            [
              [-0.34, 0.18],
              [0.34, 0.18],
              [0.32, 0.32],
              [-0.32, 0.32],
            ],
            -1,
          ),
        ],
      },
    ),
  ];
  return [
    ...move(box(shell, 1.9, 0.72, 0.92, 0.09), 0, 0.36, 0),
    ...move(box(dark, 1.96, 0.12, 0.98, 0.05), 0, 0.7, 0),
    ...move(lid, 0, 0.9, 0),
    ...repeat(box(plastic(brand.accent === "#FFFFFF" ? "#d9d9d9" : brand.accent), 0.2, 0.3, 0.08, 0.03), [
      [-0.6, 0.68, 0.47],
      [0.6, 0.68, 0.47],
    ]),
    ...move(brandPlate(shell, look, 0.8), 0, 0.34, 0.4625),
  ];
}

/** A metal box that opens like an accordion into five trays. */
function cantileverBox(look: Look): Model {
  const skin = finish(look, paint("#1F5FA8"));
  const tray = (wide: number): Model => [
    ...box(skin, wide, 0.05, 0.62, 0.01),
    ...[-0.31, 0.31].flatMap((z) => move(box(skin, wide, 0.3, 0.03, 0.012), 0, 0.14, z)),
    ...[-1, 1].flatMap((x) => move(box(skin, 0.03, 0.3, 0.62, 0.012), (x * wide) / 2, 0.14, 0)),
  ];
  const long = 2.2;
  return [
    ...move(box(skin, long, 0.5, 0.86, 0.02), 0, 0.25, 0),
    ...move(box(paint("#174a83"), long - 0.06, 0.02, 0.8, 0.005), 0, 0.5, 0),
    ...[-1, 1].flatMap((z) => [
      ...move(tray(long), 0, 0.72, z * 0.56),
      ...move(tray(long), 0, 1.14, z * 0.96),
      ...[-0.9, 0.9].flatMap((x) => bar(steel("#6d7276"), [x, 0.44, z * 0.44], [x, 1.2, z * 0.9], 0.03)),
    ]),
    ...bar(steel("#8b9196"), [-0.9, 1.5, 0.9], [0.9, 1.5, 0.9], 0.045, true),
    ...[-0.8, 0.8].flatMap((x) => bar(steel("#8b9196"), [x, 1.25, 0.94], [x, 1.5, 0.9], 0.03)),
    ...move(brandPlate(skin, look, 0.8), 0, 0.24, 0.433),
    ...move(turnY(settle(scale(toolShape(), 0.8)), 12), 0, 0.74, 0.56),
    ...move(turnY(settle(scale(toolShape(), 0.7)), -8), 0.2, 1.16, -0.96),
  ];
}

/** A hand tool in outline, for boxes that are open. */
const toolShape = (): Model => [
  ...bar(chrome(), [-0.6, 0.05, 0], [0.2, 0.05, 0], 0.04),
  ...bar(plastic("#c22f1e"), [0.2, 0.05, 0], [0.6, 0.05, 0], 0.08, true),
];

/** A moulded case: sockets, screwdrivers, spanners and pliers in their places. */
function toolCase(look: Look): Model {
  const socket = (k: number): Model => cylinder(chrome(), 0.07 * k, 0.16 * k, 0.02, 20);
  const sockets = Array.from({ length: 22 }, (_, i) =>
    move(socket(0.8 + (i % 11) * 0.07), -1.15 + (i % 11) * 0.175, 0, -0.5 + Math.floor(i / 11) * 0.22),
  ).flat();
  const drivers = Array.from({ length: 4 }, (_, i) =>
    move(scale(toolShape(), 0.6), -0.85, 0.02, 0.0 + i * 0.14),
  ).flat();
  const spanners = Array.from({ length: 6 }, (_, i) =>
    bar(chrome(), [0.1 + i * 0.1, 0.04, 0.0], [0.16 + i * 0.1, 0.04, 0.5 - i * 0.03], 0.03),
  ).flat();
  const bits = Array.from({ length: 24 }, (_, i) =>
    move(
      cylinder(steel("#8b9196"), 0.025, 0.1, 0.005, 6),
      0.84 + (i % 6) * 0.08,
      0,
      0.02 + Math.floor(i / 6) * 0.1,
    ),
  ).flat();
  return openCase(look, 2.7, 1.36, [
    ...sockets,
    ...drivers,
    ...spanners,
    ...bits,
    ...bar(chrome(), [0.9, 0.06, -0.46], [1.25, 0.06, -0.46], 0.05),
  ]);
}

/** A roller cabinet; the printed number is that of its drawers. */
function cabinet(look: Look): Model {
  const { brand } = look;
  const drawers = toNumber(look.print[0]);
  const skin = paint(brand.color);
  const high = 2.3;
  const step = high / drawers;
  return [
    ...move(box(skin, 1.7, high + 0.16, 1.1, 0.04), 0, 0.36 + high / 2, 0),
    ...Array.from({ length: drawers }, (_, i) => [
      ...move(box(paint("#2b2d30"), 1.56, step - 0.05, 0.06, 0.02), 0, 0.36 + (i + 0.5) * step, 0.55),
      ...move(box(steel("#c3c8cc"), 1.5, 0.05, 0.07, 0.02), 0, 0.36 + (i + 1) * step - 0.08, 0.58),
    ]).flat(),
    ...move(box(wood("#d9a566"), 1.8, 0.1, 1.2, 0.02), 0, 0.36 + high + 0.13, 0),
    ...[-0.7, 0.7].flatMap((x) =>
      [-0.42, 0.42].flatMap((z) => move(turnZ(cylinder(rubber(), 0.16, 0.1, 0.03), 90), x + 0.05, 0.16, z)),
    ),
    ...pushBar(),
    ...move(
      brandPlate(paint("#2b2d30"), { ...look, print: [] }, 0.5),
      -0.4,
      0.36 + (drawers - 0.5) * step - 0.02,
      0.586,
    ),
  ];
}

/** The bar by which the cabinet is pushed. */
const pushBar = (): Model => [
  ...bar(steel("#8b9196"), [1.05, 1.9, -0.4], [1.05, 1.9, 0.4], 0.05, true),
  ...[-0.4, 0.4].flatMap((z) => bar(steel("#8b9196"), [0.84, 1.9, z], [1.05, 1.9, z], 0.045, true)),
];

const slim = { elevation: 12 };

export const ladderAndBoxModels: ProductModels = {
  escabeau: { draw: stepladder, ...slim },
  "echelle-simple": { draw: simpleLadder, ...slim },
  "echelle-coulissante": { draw: extensionLadder, ...slim },
  "echelle-telescopique": { draw: telescopicLadder, ...slim },
  "caisse-a-outils": { draw: toolbox, elevation: 20 },
  "boite-a-outils": { draw: cantileverBox, elevation: 26 },
  "coffret-d-outillage": { draw: toolCase, elevation: 32, frontal: true },
  "servante-d-atelier": { draw: cabinet, elevation: 18 },
};
