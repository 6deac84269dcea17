/** PVC pipes and fittings. */
import {
  createPrint,
  finish,
  type Look,
  type ProductModels,
  sticker,
  toNumber,
} from "#image-generator/product-model.ts";
import { type Material, plastic, rubber, steel } from "#image-generator/render/material.ts";
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
import { ball, box, curvedLabel, cylinder, lathe, pipe, ring, tube } from "#image-generator/render/shapes.ts";
import type { Vec } from "#image-generator/render/vector.ts";
import { textPath } from "#image-generator/text-path.ts";

const GREY = "#aeb4b8";

/** The marking along a pipe: its diameter and class. */
const marking = (look: Look, skin: Material, radius: number, ink: string): Model => {
  const text = [look.brand.printedName, ...look.print].join("  ");
  const art = createPrint(600, 60, textPath(text, { size: 44, x: 300, y: 46, fit: 590, fill: ink }));
  return curvedLabel(skin, art, radius, 1.5, 0.15);
};

interface Pipe {
  /** Whether one end is widened to take the next length. */
  socket?: boolean;
  slots?: boolean;
  stripe?: string;
}

/** One length of pipe along x; the printed diameter gives its thickness. */
const onePipe =
  (own: Material, { socket = false, slots = false, stripe }: Pipe) =>
  (look: Look): Model => {
    const skin = finish(look, own);
    const radius = 0.1 + toNumber(look.print[0]) / 640;
    const wall = Math.max(0.03, radius * 0.16);
    const along = (model: Model): Model => turnZ(model, -90);
    const slot = box(rubber("#10304f"), 0.02, 0.03, radius * 1.1, 0.004);
    const text = marking(look, skin, radius + 0.003, slots ? "#ffffff" : (stripe ?? "#2b2d30"));
    return turnY(
      [
        ...move(along(pipe(skin, radius, 2.6, wall)), -1.3, 0, 0),
        ...(socket ? move(along(pipe(skin, radius * 1.15, radius * 2, wall)), 1.3 - radius * 1.4, 0, 0) : []),
        ...(stripe
          ? move(along(cylinder(plastic(stripe), 0.01, 2.5)), -1.25, radius * 0.94, radius * 0.3)
          : []),
        ...(slots
          ? [40, 75, 110, 145].flatMap((angle) =>
              turnX(
                repeat(
                  slot,
                  Array.from({ length: 18 }, (_, i) => [-0.1 + i * 0.07, radius - 0.006, 0] as const),
                ),
                angle - 40,
              ),
            )
          : []),
        ...(slots ? move(scale(text, 0.6, 0.9, 1), -0.75, 0, 0) : text),
      ],
      14,
    );
  };

function elbow(hex: string): Model {
  const line = Array.from({ length: 17 }, (_, i): Vec => {
    const angle = (i / 16) * (Math.PI / 2);
    return [0.5 - 0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0];
  });
  const mouth = pipe(plastic(hex), 0.36, 0.34, 0.08);
  return [
    ...tube(plastic(hex), line, 0.3, { round: false, steps: 40 }),
    ...move(mouth, 0, -0.3, 0),
    ...move(turnZ(mouth, -90), 0.46, 0.5, 0),
  ];
}

function straightTee(hex: string): Model {
  const mouth = pipe(plastic(hex), 0.36, 0.3, 0.08);
  return [
    ...turnZ(move(cylinder(plastic(hex), 0.3, 1.0), 0, -0.5, 0), 90),
    ...cylinder(plastic(hex), 0.3, 0.5),
    ...move(mouth, 0, 0.4, 0),
    ...move(turnZ(mouth, -90), 0.42, 0, 0),
    ...move(turnZ(mouth, 90), -0.42, 0, 0),
  ];
}

const coupling = (hex: string): Model => [
  ...pipe(plastic(hex), 0.36, 0.9, 0.07),
  ...move(pipe(plastic(hex), 0.385, 0.12, 0.05), 0, 0.39, 0),
];

/** A coupling that a nut opens. */
const union = (hex: string): Model => [
  ...pipe(plastic(hex), 0.34, 0.9, 0.07),
  ...move(
    lathe(
      plastic("#5d6468"),
      [
        [0.3, 0],
        [0.48, 0],
        [0.48, 0.34],
        [0.3, 0.34],
      ],
      0.03,
      8,
    ),
    0,
    0.28,
    0,
  ),
];

/** A socket whose other end is a thread. */
const threaded = (hex: string): Model => [
  ...pipe(plastic(hex), 0.36, 0.5, 0.07),
  ...move(pipe(plastic(hex), 0.27, 0.42, 0.07), 0, 0.5, 0),
  ...repeat(
    ring(plastic(hex), 0.285, 0.03),
    [0.58, 0.66, 0.74, 0.82].map((y) => [0, y, 0] as const),
  ),
];

const valve = (hex: string): Model => [
  ...turnZ(move(cylinder(plastic(hex), 0.3, 1.1), 0, -0.55, 0), 90),
  ...ball(plastic(hex), 0.38),
  ...repeat(
    turnZ(
      lathe(
        plastic(hex),
        [
          [0, 0],
          [0.4, 0],
          [0.4, 0.24],
          [0, 0.24],
        ],
        0.04,
        8,
      ),
      90,
    ),
    [
      [-0.42, 0, 0],
      [0.66, 0, 0],
    ],
  ),
  ...cylinder(plastic("#2b2d30"), 0.13, 0.5),
  ...move(box(plastic("#B8391A"), 1.0, 0.12, 0.24, 0.06), 0.12, 0.54, 0),
];

/** A branch at 45 degrees, upright: the run through, the branch rising to the side. */
function branch(look: Look): Model {
  const hex = GREY;
  const mouth = pipe(plastic(hex), 0.38, 0.34, 0.07);
  return [
    ...pipe(plastic(hex), 0.32, 1.7, 0.06),
    ...move(mouth, 0, -0.04, 0),
    ...move(mouth, 0, 1.42, 0),
    ...move(turnZ([...cylinder(plastic(hex), 0.32, 0.9), ...move(mouth, 0, 0.8, 0)], -45), 0, 0.62, 0),
    ...move(sticker(look.print, 0.3, 0.14, "#e9e6de"), 0, 0.5, 0.326),
  ];
}

/** A lot of small fittings, sorted: of twenty eight are elbows, four tees, four couplings, two unions, two threaded. */
function lot({ pieces }: Look): Model {
  const grey = "#8f979c";
  const kinds = [
    elbow(grey),
    elbow(grey),
    straightTee(grey),
    coupling(grey),
    union(grey),
    threaded(grey),
  ].map((one) => settle(scale(one, 0.38)));
  return Array.from({ length: pieces }, (_, i) => {
    const [column, row] = [i % 4, Math.floor(i / 4)];
    const one = kinds[row + (row === 4 && column > 1 ? 1 : 0)] ?? [];
    return move(turnY(one, ((i * 23) % 30) - 15), (column - 1.5) * 0.56, 0, row * 0.5);
  }).flat();
}

/** A ball valve between two unions. */
function unionValve(look: Look): Model {
  return [
    ...valve(GREY),
    ...repeat(turnZ(pipe(plastic(GREY), 0.3, 0.3, 0.07), 90), [
      [-0.62, 0, 0],
      [0.96, 0, 0],
    ]),
    ...move(sticker(look.print, 0.4, 0.16, "#e9e6de"), 0, -0.04, 0.384),
  ];
}

/** A floor drain: a square frame with its steel grid, the trap and the side outlet below. */
function floorDrain(look: Look): Model {
  const body = plastic(GREY);
  return [
    ...lathe(
      body,
      [
        [0, -0.9],
        [0.4, -0.9, 0.1],
        [0.5, -0.1],
        [0, -0.1],
      ],
      0.05,
    ),
    ...move(turnX(pipe(body, 0.24, 0.7, 0.05), 90), 0, -0.56, 0.3),
    ...move(turnX(pipe(body, 0.28, 0.24, 0.05), 90), 0, -0.56, 0.8),
    ...move(box(body, 1.5, 0.12, 1.5, 0.04), 0, -0.04, 0),
    ...move(box(steel("#d0d5d8", 0.2), 1.34, 0.04, 1.34, 0.015), 0, 0.03, 0),
    ...Array.from({ length: 6 }, (_, i) =>
      repeat(
        box(rubber("#2b2d30"), 0.09, 0.012, 0.34, 0.004),
        [-0.44, 0, 0.44].map((z) => [-0.45 + i * 0.18, 0.049, z] as const),
      ),
    ).flat(),
    ...repeat(cylinder(steel("#8b9196"), 0.04, 0.015), [
      [-0.58, 0.045, -0.58],
      [0.58, 0.045, 0.58],
    ]),
    ...move(sticker(look.print.slice(0, 1), 0.34, 0.1, "#e9e6de"), 0, -0.04, 0.752),
  ];
}

const pipeView = { elevation: 22 };

export const pipeModels: ProductModels = {
  "tube-pvc-evacuation": { draw: onePipe(plastic(GREY), { socket: true }), ...pipeView },
  "tube-pvc-pression": { draw: onePipe(plastic("#7d868c"), { socket: true }), ...pipeView },
  "tube-ppr": { draw: onePipe(plastic("#f1efe9"), { stripe: "#B8391A" }), ...pipeView },
  "tube-de-forage": { draw: onePipe(plastic("#1F5FA8"), { socket: true, slots: true }), ...pipeView },
  "coude-pvc": {
    draw: (look) => [...elbow(GREY), ...move(sticker(look.print, 0.34, 0.15, "#e9e6de"), 0, -0.12, 0.366)],
    ...pipeView,
  },
  "te-pvc": { draw: branch, elevation: 16 },
  "raccords-pvc": { draw: lot, elevation: 36 },
  "vanne-pvc": { draw: unionValve, ...pipeView },
  "siphon-de-sol": { draw: floorDrain, elevation: 32 },
};
