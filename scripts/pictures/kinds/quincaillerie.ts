/** Hand tools and fixings. */
import { type Brand, brands } from "../brands.ts";
import { lettering } from "../lettering.ts";
import { brass, chrome, matt, paint, plastic, printed, rubber, steel, wood } from "../render/material.ts";
import { type Model, move, repeat, scale, settle, turnX, turnY, turnZ } from "../render/mesh.ts";
import { type Corner, circle, type Point, wound } from "../render/outline.ts";
import { bar, box, curve, cylinder, extrude, label, lathe, surface, tube } from "../render/shapes.ts";
import { block, drum, joined, limb, solid } from "../render/solid.ts";
import type { Vec } from "../render/vector.ts";
import { type Kind, kindOf, plate, print } from "../scene.ts";

const { koudou, sahelis, prokraft, batiforce, ferlion, tengawa, naaba } = brands;
const makers = [koudou, sahelis, prokraft, tengawa, ferlion, batiforce];

/** Lays an upright tool down at a slant so that it fills the square. */
const lying = (model: Model, angle: number): Model => turnY(turnX(model, -90), angle);

const softGrip = (brand: Brand, radius: number, from: number, to: number): Model => [
  ...lathe(
    plastic(brand.color),
    [
      [0, from],
      [radius * 0.9, from],
      [radius * 1.1, from + (to - from) * 0.3],
      [radius * 0.9, from + (to - from) * 0.75],
      [radius, to],
      [0, to],
    ],
    0.06,
  ),
  ...repeat(
    cylinder(rubber(), radius * 1.08, (to - from) * 0.05, 0.015),
    [0.2, 0.3, 0.4, 0.5].map((k) => [0, from + (to - from) * k, 0] as const),
  ),
];

function hammer(brand: Brand, index: number): Model {
  const head = solid(
    steel("#8b9196", 0.3),
    joined(
      0.08,
      drum([-0.42, 0, 0], 0, 0.2, 0.14, 0.03),
      limb([-0.3, 0, 0], [0.05, 0, 0], 0.13, 0.15),
      block([0.02, 0, 0], [0.17, 0.17, 0.15], 0.04),
    ),
    { min: [-0.7, -0.3, -0.3], max: [0.3, 0.3, 0.3] },
    0.022,
  );
  const claw = [-0.085, 0.085].flatMap((z) =>
    tube(
      steel("#8b9196", 0.3),
      curve([
        [0.1, 0.04, z * 0.6],
        [0.34, 0.06, z],
        [0.56, -0.03, z * 1.15],
        [0.72, -0.2, z * 1.3],
      ]),
      (t) => 0.085 - 0.055 * t,
    ),
  );
  const sledge = index === 2 || index === 4;
  const top: Model = sledge
    ? [
        ...box(steel("#7d8388", 0.32), 0.9, 0.36, 0.36, 0.06),
        ...repeat(box(paint(brand.color), 0.3, 0.37, 0.37, 0.05), [[0, 0, 0]]),
      ]
    : [...head, ...claw];
  const shaft =
    index % 2 === 0
      ? tube(
          wood(index === 4 ? "#b5763c" : "#d09a5b"),
          curve([
            [0, 0.22, 0],
            [0, -0.6, 0],
            [0, -1.2, 0],
            [0, -2.0, 0],
          ]),
          (t) => 0.085 + 0.035 * Math.sin(t * Math.PI * 0.9 + 0.3) ** 2,
        )
      : [...bar(steel("#8b9196"), [0, 0.1, 0], [0, -1.2, 0], 0.075), ...softGrip(brand, 0.12, -2.0, -0.95)];
  return lying([...top, ...scale(shaft, 1, 1, 1.25)], [36, -140, 40, 36, 30, -140][index] ?? 36);
}

function screwdriver(brand: Brand, index: number): Model {
  const tip: Corner[] = [
    [-0.06, 0],
    [0.06, 0],
    [0.09, -0.2],
    [0.05, -0.3],
    [-0.05, -0.3],
    [-0.09, -0.2],
  ];
  const one = (b: Brand, long: number): Model => [
    ...lathe(
      plastic(b.color, 0.18),
      [
        [0, 1.3],
        [0.16, 1.28, 0.06],
        [0.2, 1.16],
        [0.17, 0.94],
        [0.2, 0.7],
        [0.2, 0.5],
        [0.13, 0.38],
        [0.16, 0.3],
        [0.12, 0.26],
        [0, 0.26],
      ],
      0.06,
      12,
    ),
    ...repeat(cylinder(rubber(), 0.206, 0.07, 0.02, 40), [
      [0, 0.56, 0],
      [0, 0.68, 0],
    ]),
    ...bar(chrome(), [0, 0.3, 0], [0, -long, 0], 0.055),
    ...move(extrude(steel(), tip, { depth: 0.07, bevel: 0.02 }), 0, -long, 0),
  ];
  if (index === 2 || index === 4) {
    const set = [brand, makers[(index + 2) % 6] ?? brand, makers[(index + 4) % 6] ?? brand];
    return lying(
      set.flatMap((b, i) => move(one(b, 0.7 + i * 0.2), i * 0.52, 0, 0)),
      20,
    );
  }
  return lying(one(brand, 0.95), [-140, 130, 0, -130, 0, 140][index] ?? 40);
}

const jaw = (size: number): Corner[] => [
  [-0.11, 0],
  [0.11, 0],
  [0.14, 0.24, 0.1],
  [size, 0.42, 0.12],
  [size * 0.98, 0.86, 0.1],
  [size * 0.56, 1.0, 0.05],
  [size * 0.5, 0.6, 0.1],
  [-size * 0.5, 0.6, 0.1],
  [-size * 0.56, 1.0, 0.05],
  [-size * 0.98, 0.86, 0.1],
  [-size, 0.42, 0.12],
  [-0.14, 0.24, 0.1],
];

/** Spanners: combination, a graded set, an adjustable one. */
function spanner(brand: Brand, index: number): Model {
  const metal = index === 4 ? steel("#7d8388", 0.3) : chrome();
  const combination = (k: number): Model => {
    const long = 1.7;
    const body: Corner[] = [
      [-0.1, 0],
      [0.1, 0],
      [0.1, -long],
      [-0.1, -long],
    ];
    return scale(
      [
        ...turnZ(move(extrude(metal, jaw(0.34), { depth: 0.16, bevel: 0.05 }), 0, -0.2, 0), -15),
        ...extrude(metal, body, { depth: 0.12, bevel: 0.045, rounding: 0.04 }),
        ...move(
          extrude(metal, circle(0.28, 40), { depth: 0.2, bevel: 0.05, holes: [wound(circle(0.15, 12), -1)] }),
          0,
          -long - 0.14,
          0,
        ),
      ],
      k,
      k,
      k,
    );
  };
  if (index === 2 || index === 5)
    return lying(
      [0, 1, 2, 3].flatMap((i) => move(combination(1.05 - i * 0.15), i * 0.62, -i * 0.16, 0)),
      12,
    );
  if (index === 1 || index === 3) {
    const upper: Corner[] = [
      [-0.1, 0],
      [0.12, 0],
      [0.3, 0.3, 0.1],
      [0.36, 0.62, 0.1],
      [0.1, 0.78, 0.02],
      [0.04, 0.52],
      [-0.34, 0.5, 0.05],
      [-0.36, 0.36, 0.08],
      [-0.16, 0.2],
    ];
    const lower: Corner[] = [
      [-0.36, 0.82, 0.03],
      [-0.08, 0.88, 0.03],
      [-0.02, 0.56],
      [-0.34, 0.54],
    ];
    return lying(
      [
        ...extrude(metal, upper, { depth: 0.2, bevel: 0.05 }),
        ...move(extrude(metal, lower, { depth: 0.18, bevel: 0.04 }), -0.02, 0.02, 0),
        ...move(turnZ(cylinder(steel("#6d7378"), 0.08, 0.2, 0.02), 90), 0.08, 0.36, 0.06),
        ...extrude(
          metal,
          [
            [-0.1, 0.1],
            [0.12, 0.1],
            [0.13, -1.6, 0.1],
            [-0.13, -1.6, 0.1],
          ],
          { depth: 0.14, bevel: 0.05, holes: [circle(0.05, 20, 0, -1.46)] },
        ),
        ...scale(softGrip(brand, 0.15, -1.4, -0.4), 1, 1, 0.85),
      ],
      index === 1 ? -130 : 40,
    );
  }
  return lying(combination(1), index === 0 ? 42 : 60);
}

function pliers(brand: Brand, index: number): Model {
  const nose = index === 1 || index === 4;
  const arm = (side: 1 | -1): Model => [
    ...move(
      extrude(
        steel("#8d9398", 0.28),
        nose
          ? [
              [0.02, 0],
              [0.22, 0.02, 0.06],
              [0.16, 0.4, 0.1],
              [0.07, 1.15, 0.03],
              [0.015, 1.15],
            ]
          : [
              [0.02, 0],
              [0.26, 0.02, 0.08],
              [0.27, 0.4, 0.1],
              [0.16, 0.78, 0.04],
              [0.015, 0.8],
            ],
        { depth: 0.2, bevel: 0.04 },
      ),
      0,
      0,
      0,
    ).flatMap((p) => scale([p], side, 1, 1)),
    ...tube(
      plastic(brand.color, 0.3),
      curve([
        [-side * 0.06, -0.06, 0],
        [side * 0.24, -0.4, 0],
        [side * 0.34, -0.9, 0],
        [side * 0.24, -1.5, 0],
      ]),
      (t) => 0.085 + 0.035 * Math.sin(t * Math.PI),
    ),
    ...tube(
      plastic(brand.accent === "#FFFFFF" ? "#2b2a2c" : brand.accent, 0.3),
      curve([
        [side * 0.29, -0.5, 0.07],
        [side * 0.37, -0.9, 0.07],
        [side * 0.29, -1.36, 0.07],
      ]),
      0.062,
    ),
  ];
  return lying(
    [
      ...arm(1),
      ...arm(-1),
      ...turnX(move(cylinder(steel("#767c81", 0.3), 0.17, 0.25, 0.04), 0, -0.125, 0), 90),
      ...turnX(move(cylinder(steel("#d0d4d7"), 0.07, 0.28, 0.03), 0, -0.14, 0), 90),
    ],
    [150, -150, 160, 30, 20, -160][index] ?? 150,
  );
}

function screw(metal: ReturnType<typeof steel>, k = 1): Model {
  const thread = Array.from({ length: 140 }, (_, i): Vec => {
    const t = i / 139;
    const r = 0.11 * Math.min(1, (1 - t) * 5 + 0.1);
    return [r * Math.cos(i * 0.62), 0.95 - t * 1.15, r * Math.sin(i * 0.62)];
  });
  const cross = box(matt("#3a3530"), 0.22, 0.04, 0.05, 0.012);
  return scale(
    [
      ...lathe(
        metal,
        [
          [0, -0.26],
          [0.09, 0],
          [0.1, 1.0],
          [0.26, 1.2],
          [0.26, 1.25],
          [0, 1.27],
        ],
        0.02,
      ),
      ...tube(metal, thread, 0.026, { steps: 8 }),
      ...move(cross, 0, 1.26, 0),
      ...move(turnY(cross, 90), 0, 1.26, 0),
    ],
    k,
  );
}

const finishes = [
  () => brass(),
  () => steel(),
  () => steel("#4a4d50", 0.4),
  () => brass(),
  () => steel(),
  () => steel("#c9a15a", 0.3),
];

/** Fixings: a scatter, a few standing, or an open box of them. */
function scatter(one: Model, count: number): Model {
  return Array.from({ length: count }, (_, i) => {
    const angle = i * 2.4;
    const r = 0.34 * Math.sqrt(i);
    const level = i % 4 === 3 ? 0.22 : 0;
    return move(
      turnY(settle(turnX(one, 90 - (i % 4 === 3 ? 12 : 0))), i * 67),
      r * Math.cos(angle),
      level,
      r * Math.sin(angle),
    );
  }).flat();
}

function openBox(brand: Brand, words: string, contents: Model): Model {
  const art = print(
    240,
    100,
    `<rect width="240" height="100" fill="${brand.color}"/><rect y="80" width="240" height="20" fill="${brand.accent}"/>${lettering(brand.word, { size: 40, x: 120, y: 42, fit: 200, fill: brand.ink, face: brand.face })}${lettering(words, { size: 20, x: 120, y: 70, fill: brand.ink })}`,
  );
  const card = matt(brand.color);
  return [
    ...move(box(card, 1.5, 0.62, 0.05, 0.015), 0, 0.31, 0.5),
    ...move(box(card, 1.5, 0.62, 0.05, 0.015), 0, 0.31, -0.5),
    ...repeat(box(card, 0.05, 0.62, 1.0, 0.015), [
      [-0.74, 0.31, 0],
      [0.74, 0.31, 0],
    ]),
    ...move(box(matt("#d9c39a"), 1.46, 0.34, 0.98, 0.01), 0, 0.17, 0),
    ...move(label(card, art, 1.48, 0.6), 0, 0.31, 0.527),
    ...move(turnX(box(card, 1.5, 0.9, 0.04, 0.015), -24), 0, 0.98, -0.68),
    ...move(contents, 0, 0.32, 0),
  ];
}

function screws(brand: Brand, index: number): Model {
  const metal = (finishes[index] ?? finishes[0])?.() ?? steel();
  const one = screw(metal);
  if (index === 3) return openBox(brand, "Vis à bois", scale(scatter(screw(metal, 0.62), 13), 0.78, 1, 0.6));
  if (index === 1 || index === 5) return scatter(one, 9);
  return repeat(
    turnX(turnZ(one, 12), -6),
    index === 2
      ? [[0, 0, 0]]
      : [
          [0, 0, 0],
          [0.62, 0, -0.2],
          [0.3, 0, 0.5],
        ],
  ).concat(index === 2 ? [] : move(settle(turnX(one, 90)), -0.5, -0.2, 0.7));
}

function bolt(metal: ReturnType<typeof steel>): Model {
  const hex = lathe(
    metal,
    [
      [0, 0],
      [0.42, 0],
      [0.42, 0.26],
      [0.36, 0.3],
      [0, 0.3],
    ],
    0.02,
    6,
  );
  const thread = Array.from(
    { length: 180 },
    (_, i): Vec => [0.19 * Math.cos(i * 0.45), -0.1 - (i / 179) * 1.15, 0.19 * Math.sin(i * 0.45)],
  );
  const outline: Point[] = Array.from(
    { length: 6 },
    (_, i): Point => [0.42 * Math.cos((i * Math.PI) / 3), 0.42 * Math.sin((i * Math.PI) / 3)],
  );
  const nut = turnX(extrude(metal, outline, { depth: 0.3, bevel: 0.04, holes: [circle(0.2, 28)] }), 90);
  return [
    ...hex,
    ...move(cylinder(metal, 0.185, 1.32, 0.03), 0, -1.3, 0),
    ...tube(metal, thread, 0.028, { steps: 8 }),
    ...move(turnY(nut, 14), 0, -0.82, 0),
    ...move(
      lathe(
        metal,
        [
          [0.2, 0],
          [0.46, 0],
          [0.46, 0.05],
          [0.2, 0.05],
          [0.2, 0],
        ],
        0.015,
      ),
      0,
      -0.62,
      0,
    ),
  ];
}

function bolts(brand: Brand, index: number): Model {
  const metal = index === 1 || index === 4 ? brass() : index === 3 ? steel("#5b6064", 0.35) : steel();
  const one = bolt(metal);
  if (index === 3) return openBox(brand, "Boulons M12", scale(scatter(scale(one, 0.42), 12), 0.9, 1, 0.7));
  if (index === 2 || index === 5) return scatter(scale(one, 0.9), 5);
  const upside = turnX(one, 180);
  return index === 0
    ? [...upside, ...move(settle(turnZ(one, 80)), 0.9, -0.3, 0.6)]
    : repeat(upside, [
        [0, 0, 0],
        [1.0, 0, -0.3],
        [0.45, 0, 0.75],
      ]);
}

function tapeMeasure(brand: Brand, index: number): Model {
  const body: Corner[] = [
    [-0.62, -0.6, 0.14],
    [0.62, -0.6, 0.08],
    [0.66, -0.1, 0.2],
    [0.5, 0.45, 0.35],
    [0, 0.64, 0.4],
    [-0.62, 0.5, 0.4],
  ];
  const ruler = print(
    400,
    40,
    `<rect width="400" height="40" fill="#F6CC3F"/>${Array.from({ length: 80 }, (_, i) => `<rect x="${i * 5}" y="0" width="1.4" height="${i % 10 === 0 ? 40 : i % 5 === 0 ? 22 : 13}" fill="#1D1A17"/>`).join("")}${Array.from({ length: 8 }, (_, i) => lettering(String(8 - i), { size: 18, x: i * 50 + 14, y: 35, fill: "#B8391A" })).join("")}`,
  );
  const blade = surface(
    printed(plastic("#F6CC3F", 0.3), ruler),
    (u, v) => [0.6 + (1 - u) * 1.5, -0.5 + 0.05 * (v - 0.5) ** 2 * 4, (v - 0.5) * 0.26],
    6,
    8,
  );
  const badge = print(
    120,
    120,
    `<circle cx="60" cy="60" r="60" fill="${brand.accent === "#FFFFFF" ? "#2b2a2c" : brand.accent}"/><circle cx="60" cy="60" r="47" fill="#fbf8f1"/>${lettering(brand.word, { size: 24, x: 60, y: 58, fit: 82, fill: "#1D1A17", face: brand.face })}${lettering(index % 2 ? "3 m" : "5 m", { size: 28, x: 60, y: 86, fill: "#B8391A" })}`,
  );
  return [
    ...extrude(plastic(brand.color), body, { depth: 0.6, bevel: 0.09 }),
    ...extrude(
      rubber(),
      body.map(([x, y, r]): Corner => [x * 1.05, y * 1.05, r]),
      { depth: 0.34, bevel: 0.08 },
    ),
    ...[1, -1].flatMap((side) =>
      scale(move(label(plastic(brand.color), badge, 0.76, 0.76), -0.04, 0, 0.302), 1, 1, side),
    ),
    ...blade,
    ...move(box(steel(), 0.03, 0.16, 0.26, 0.01), 2.1, -0.54, 0),
    ...move(
      box(plastic(brand.accent === "#FFFFFF" ? "#2b2a2c" : brand.accent), 0.16, 0.24, 0.22, 0.05),
      0.66,
      0.16,
      0,
    ),
  ];
}

function spiritLevel(brand: Brand, index: number): Model {
  const long = [2.6, 2.6, 2.2, 2.6, 2.6, 1.8][index] ?? 2.6;
  const vial = (upright: boolean): Model =>
    turnZ(
      [
        ...turnZ(move(cylinder(plastic("#d9ee5a", 0.08), 0.085, 0.4, 0.04), 0, -0.2, 0), 90),
        ...turnZ(move(cylinder(plastic("#f4fbd0", 0.08), 0.06, 0.11, 0.05), 0, -0.05, 0.045), 90),
        ...repeat(turnZ(cylinder(rubber(), 0.088, 0.014, 0.004), 90), [
          [-0.07, 0, 0],
          [0.085, 0, 0],
        ]),
      ],
      upright ? 90 : 0,
    );
  const wall = paint(brand.color);
  const half = long / 2;
  const pocket = (x: number): Point[] =>
    wound(
      [
        [x - 0.26, -0.12],
        [x + 0.26, -0.12],
        [x + 0.26, 0.12],
        [x - 0.26, 0.12],
      ],
      -1,
    );
  return turnY(
    [
      ...extrude(
        wall,
        [
          [-half, -0.24],
          [half, -0.24],
          [half, 0.24],
          [-half, 0.24],
        ],
        {
          depth: 0.2,
          bevel: 0.03,
          rounding: 0.03,
          holes: [pocket(0), pocket(half - 0.45), pocket(-half + 0.45)],
        },
      ),
      ...vial(false),
      ...move(vial(true), half - 0.45, 0, 0),
      ...move(turnZ(vial(false), 45), -half + 0.45, 0, 0),
      ...repeat(box(rubber(), 0.1, 0.52, 0.24, 0.04), [
        [-half, 0, 0],
        [half, 0, 0],
      ]),
      ...move(plate(wall, brand, 0.42), -0.52 * (half / 1.3), 0, 0.1015),
    ],
    [14, -12, 0, 10, 20, -10][index] ?? 0,
  );
}

function ladder(brand: Brand, index: number): Model {
  const metal = index === 1 ? wood("#d09a5b") : steel("#cfd4d8", 0.32);
  const high = index === 2 || index === 5 ? 1.9 : 2.7;
  const steps = Math.round(high / 0.42);
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
    ...move(plate(plastic(brand.color), brand, 0.36), 0, high * 0.975, 0.202),
    ...[-0.36, 0.36].flatMap((x) => bar(steel("#55595d"), [x, 0.9, 0.42], [x, 0.9, -0.42], 0.02)),
  ];
}

function toolbox(brand: Brand, index: number): Model {
  const shell = index === 1 || index === 4 ? paint(brand.color) : plastic(brand.color, 0.36);
  const dark = plastic("#2b2d30", 0.4);
  const open = index === 5;
  const lid: Model = [
    ...box(open ? shell : dark, 1.94, 0.28, 0.96, 0.1),
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
        bevel: 0.05,
        holes: [
          wound(
            [
              [-0.34, 0.12],
              [0.34, 0.12],
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
    ...(open
      ? [
          ...move(turnX(lid, -78), 0, 1.1, -0.62),
          ...move(box(matt("#1f2022"), 1.8, 0.02, 0.84, 0.01), 0, 0.755, 0),
          ...move(turnY(settle(screwdriver(prokraft, 0)), 20), -0.1, 0.72, 0.1),
          ...move(turnY(settle(scale(spanner(brand, 0), 0.5)), 60), 0.5, 0.72, -0.05),
        ]
      : move(lid, 0, 0.9, 0)),
    ...repeat(box(plastic(brand.accent === "#FFFFFF" ? "#d9d9d9" : brand.accent), 0.2, 0.3, 0.08, 0.03), [
      [-0.6, 0.68, 0.47],
      [0.6, 0.68, 0.47],
    ]),
    ...move(plate(shell, brand, 0.9), 0, 0.34, 0.4625),
  ];
}

const nails = (): Model => settle(scale(scatter(screw(steel(), 0.7), 5), 0.8, 1, 0.8));
const nutsAround = (): Model => settle(scale(scatter(scale(bolt(steel()), 0.5), 3), 1));
const pencil = (): Model =>
  settle(
    turnX(
      [
        ...lathe(
          wood("#e0b87e"),
          [
            [0, -0.28],
            [0.11, 0],
            [0, 0],
          ],
          0,
          6,
        ),
        ...cylinder(plastic(naaba.color), 0.11, 1.3, 0.01, 6),
        ...move(
          lathe(
            matt("#2a2727"),
            [
              [0, -0.285],
              [0.035, -0.19],
              [0, -0.19],
            ],
            0,
          ),
          0,
          -0.005,
          0,
        ),
      ],
      90,
    ),
  );

export const quincaillerie: readonly Kind[] = [
  kindOf({
    name: "marteau",
    brands: makers,
    piece: hammer,
    carton: [1.2, 1, 0.6],
    extra: nails,
    elevation: 38,
    apart: 0.2,
    back: 0.7,
  }),
  kindOf({
    name: "tournevis",
    brands: makers.toReversed(),
    piece: screwdriver,
    carton: [1, 0.9, 0.6],
    extra: nails,
    elevation: 38,
    apart: 0.5,
    back: 0.6,
  }),
  kindOf({
    name: "cle",
    brands: [prokraft, sahelis, ferlion, koudou, tengawa, batiforce],
    piece: spanner,
    carton: [1.3, 0.9, 0.6],
    extra: nutsAround,
    elevation: 40,
    apart: 0.5,
    back: 0.5,
  }),
  kindOf({
    name: "pince",
    brands: [sahelis, koudou, prokraft, tengawa, batiforce, ferlion],
    piece: pliers,
    carton: [1.1, 1, 0.6],
    extra: nails,
    elevation: 42,
    apart: 0.8,
    back: 0.2,
  }),
  kindOf({ name: "vis", brands: makers, piece: screws, carton: [1, 0.9, 0.8], elevation: 26 }),
  kindOf({
    name: "boulon",
    brands: [ferlion, batiforce, prokraft, koudou, sahelis, tengawa],
    piece: bolts,
    carton: [1.3, 1, 0.8],
    elevation: 22,
  }),
  kindOf({
    name: "metre-ruban",
    brands: [koudou, prokraft, sahelis, tengawa, batiforce, ferlion],
    piece: tapeMeasure,
    carton: [1.1, 1.2, 0.6],
    extra: pencil,
    elevation: 18,
    apart: 0.3,
    back: 1.3,
  }),
  kindOf({
    name: "niveau",
    brands: [koudou, sahelis, prokraft, tengawa, batiforce, ferlion],
    piece: spiritLevel,
    carton: [1.2, 0.8, 0.6],
    extra: pencil,
    elevation: 22,
    apart: 0.1,
    back: 1.8,
  }),
  kindOf({
    name: "echelle",
    brands: [batiforce, koudou, sahelis, prokraft, tengawa, ferlion],
    piece: ladder,
    carton: [0.9, 0.9, 0.6],
    elevation: 12,
    apart: 0.9,
  }),
  kindOf({
    name: "boite-a-outils",
    brands: [sahelis, koudou, prokraft, batiforce, tengawa, ferlion],
    piece: toolbox,
    carton: [1.6, 1.2, 0.9],
    extra: (brand) => scale(tapeMeasure(brand, 0), 0.45),
    elevation: 20,
    apart: 0.5,
    back: 1.2,
  }),
];
