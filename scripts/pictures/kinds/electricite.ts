/** Cables, switchgear, light, solar power and fans. */
import { type Brand, brands } from "../brands.ts";
import { lettering } from "../lettering.ts";
import {
  brass,
  copper,
  lamp,
  matt,
  paint,
  plastic,
  printed,
  rubber,
  steel,
  wood,
} from "../render/material.ts";
import { type Model, move, repeat, scale, settle, turnX, turnY, turnZ } from "../render/mesh.ts";
import type { Corner } from "../render/outline.ts";
import {
  ball,
  bar,
  box,
  curve,
  cylinder,
  extrude,
  label,
  lathe,
  ring,
  surface,
  tube,
} from "../render/shapes.ts";
import type { Vec } from "../render/vector.ts";
import { type Kind, kindOf, plate, print } from "../scene.ts";

const { voltea, solaris, lumidor, sahelis, prokraft, tengawa, ferlion, batiforce } = brands;
const electric = [voltea, lumidor, sahelis, prokraft, tengawa, ferlion];
const solar = [solaris, voltea, lumidor, sahelis, tengawa, prokraft];

const wires = ["#B8391A", "#1F5FA8", "#1B7F4B", "#2b2a2c", "#F4B223", "#7b4a2d"];

/** A coil of wire, or a wooden reel for two of the pictures. */
function cable(brand: Brand, index: number): Model {
  const hex = wires[index] ?? "#B8391A";
  if (index === 2 || index === 4) {
    const flange = move(turnX(cylinder(wood("#cf9a5c"), 0.62, 0.07, 0.02), 90), 0, 0.62, 0);
    const wound: Vec[] = Array.from({ length: 340 }, (_, i) => {
      const angle = i * 0.32;
      const layer = Math.floor(i / 170);
      const across = (layer ? 170 - (i - 170) : i) / 170 - 0.5;
      const r = 0.36 + layer * 0.075;
      return [r * Math.cos(angle), 0.62 + r * Math.sin(angle), across * 0.62];
    });
    return turnY(
      [
        ...move(flange, 0, 0, -0.38),
        ...move(flange, 0, 0, 0.36),
        ...move(turnX(cylinder(wood("#b9824a"), 0.32, 0.7), 90), 0, 0.62, -0.35),
        ...tube(plastic(hex), wound, 0.046, { steps: 10 }),
        ...move(turnX(cylinder(steel("#6d7276"), 0.1, 0.03), 90), 0, 0.62, 0.42),
        ...move(plate(matt(brand.color), brand, 0.5), 0, 0.9, 0.436),
        ...tube(
          plastic(hex),
          curve([
            [0.42, 0.6, 0.1],
            [0.46, 0.3, 0.1],
            [0.7, 0.05, 0.2],
            [1.1, 0.05, 0.5],
          ]),
          0.046,
        ),
      ],
      -30,
    );
  }
  const turns: Vec[] = Array.from({ length: 400 }, (_, i) => {
    const angle = i * 0.2;
    const wobble = Math.sin(i * 1.7) * 0.02;
    const r = 0.56 + 0.07 * Math.sin(i * 0.041 * 3) + wobble;
    return [r * Math.cos(angle), 0.06 + (i / 400) * 0.42, r * Math.sin(angle)];
  });
  const end: Vec[] = curve([
    turns.at(-1) ?? [0, 0, 0],
    [0.55, 0.5, 0.4],
    [0.62, 0.5, 0.75],
    [0.5, 0.2, 1.0],
    [0.8, 0.05, 1.2],
  ]);
  const tip = end.at(-1) ?? [0, 0, 0];
  const tie = (angle: number): Model =>
    turnY(move(turnX(scale(ring(plastic("#f5f2ea"), 0.26, 0.02), 0.62, 1, 1.05), 90), 0.56, 0.27, 0), angle);
  return [
    ...tube(plastic(hex), turns, 0.05, { steps: 10 }),
    ...tube(plastic(hex), end, 0.05),
    ...bar(copper(), tip, [tip[0] + 0.12, tip[1], tip[2] + 0.08], 0.028),
    ...tie(20),
    ...tie(140),
    ...tie(260),
    ...move(turnX(plate(matt(brand.color), brand, 0.42), -8), 0, 0.3, 0.7),
  ];
}

/** A DIN rail breaker `poles` wide. */
function breakerOf(brand: Brand, poles: number, toggle: string): Model {
  const wide = 0.36 * poles;
  const white = plastic("#f3f1ec", 0.4);
  const face = print(
    120 * poles,
    130,
    `<rect width="${120 * poles}" height="130" fill="#f3f1ec"/>${lettering(brand.word, { size: 24, x: 60 * poles, y: 30, fit: 100 * poles, fill: brand.color, face: brand.face })}${lettering(poles > 2 ? "C32" : poles > 1 ? "C20" : "C16", { size: 40, x: 60 * poles, y: 78, fill: "#1D1A17" })}${lettering("230 V", { size: 20, x: 60 * poles, y: 112, fill: "#6b655c" })}`,
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

const toggles = ["#1F5FA8", "#E0661F", "#2b2d30", "#1B7F4B", "#B8391A", "#1F5FA8"];

const breaker = (brand: Brand, index: number): Model => {
  const poles = [1, 2, 1, 3, 4, 2][index] ?? 1;
  return breakerOf(brand, poles, toggles[index] ?? "#1F5FA8");
};

function socket(_: Brand, index: number): Model {
  const frame = plastic(
    ["#f7f5f0", "#f7f5f0", "#33363a", "#e9dfcb", "#f7f5f0", "#c9b08a"][index] ?? "#f7f5f0",
    0.28,
  );
  const inner = plastic(index === 2 ? "#3d4145" : "#fdfcf9", 0.26);
  const gangs = index === 1 || index === 4 ? 2 : 1;
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
  return turnX(
    [
      ...move(box(frame, 1.05 * gangs + 0.06, 1.1, 0.16, 0.07), 0, 0, -0.06),
      ...(gangs === 2
        ? [...move(outlet, -0.53, 0, 0.03), ...move(index === 4 ? outlet : switchKey, 0.53, 0, 0.03)]
        : index === 3 || index === 5
          ? switchKey
          : move(outlet, 0, 0, 0.03)),
    ],
    -10,
  );
}

function plug(): Model {
  return settle(
    turnZ(
      [
        ...lathe(
          plastic("#2b2d30"),
          [
            [0, 0],
            [0.26, 0],
            [0.27, 0.2],
            [0.2, 0.42],
            [0.1, 0.56],
            [0, 0.56],
          ],
          0.05,
        ),
        ...repeat(bar(steel(), [0, -0.26, 0], [0, 0, 0], 0.04, true), [
          [-0.1, 0, 0],
          [0.1, 0, 0],
        ]),
        ...tube(
          rubber(),
          curve([
            [0, 0.5, 0],
            [0, 0.8, 0],
            [0.14, 1.0, 0.2],
            [0.1, 1.1, 0.5],
          ]),
          0.05,
        ),
      ],
      -82,
    ),
  );
}

/** A profile without corners. */
const smoothed = (corners: readonly Corner[]): Corner[] =>
  curve(
    corners.map(([x, y]): Vec => [x, y, 0]),
    6,
  ).map(([x, y]): Corner => [Math.max(0, x), y]);

/** LED bulbs: classic, candle, globe, spiral; E27 caps of ribbed metal. */
function bulb(_: Brand, index: number): Model {
  const warm = lamp(
    ["#fff3d6", "#ffffff", "#fff3d6", "#ffe9b8", "#ffffff", "#fff3d6"][index] ?? "#fff3d6",
    0.22,
  );
  const cap: Model = [
    ...cylinder(rubber("#2a2a2a"), 0.08, 0.05),
    ...move(
      lathe(
        steel("#cfd3d6", 0.22),
        [
          [0, 0.03],
          [0.16, 0.05],
          [0.2, 0.1],
          [0.2, 0.42],
          [0, 0.42],
        ],
        0.02,
      ),
      0,
      0,
      0,
    ),
    ...repeat(
      ring(steel("#b4b9bd", 0.22), 0.2, 0.024),
      [0, 1, 2, 3].map((i) => [0, 0.13 + i * 0.075, 0] as const),
    ),
  ];
  const neck = lathe(
    plastic("#f6f4ef", 0.32),
    [
      [0, 0.4],
      [0.21, 0.4],
      [0.24, 0.5],
      [0.38, 0.86],
      [0.4, 0.92],
      [0, 0.92],
    ],
    0.03,
  );
  const globes: Corner[][] = [
    [
      [0.395, 0.92],
      [0.46, 1.06],
      [0.5, 1.24],
      [0.46, 1.46],
      [0.34, 1.62],
      [0.18, 1.7],
      [0, 1.72],
    ],
    [
      [0.39, 0.92],
      [0.62, 1.1],
      [0.7, 1.42],
      [0.62, 1.74],
      [0.4, 1.95],
      [0, 2.03],
    ],
    [
      [0.395, 0.92],
      [0.46, 1.06],
      [0.5, 1.24],
      [0.46, 1.46],
      [0.34, 1.62],
      [0.18, 1.7],
      [0, 1.72],
    ],
    [
      [0.39, 0.92],
      [0.42, 1.1],
      [0.36, 1.4],
      [0.22, 1.75],
      [0.08, 2.0],
      [0, 2.06],
    ],
    [
      [0.395, 0.92],
      [0.4, 1.0],
      [0.4, 1.9],
      [0.34, 2.0],
      [0, 2.02],
    ],
    [
      [0.395, 0.92],
      [0.72, 1.2],
      [0.76, 1.3],
      [0, 1.36],
    ],
  ];
  const upright = [...cap, ...neck, ...lathe(warm, smoothed(globes[index] ?? []), 0)];
  if (index === 4) return turnZ(upright, 72);
  return index === 0 || index === 5 ? turnZ(upright, -8) : upright;
}

function floodlight(brand: Brand, index: number): Model {
  const shell = paint(index === 1 || index === 4 ? "#f0eee8" : "#33363a");
  const leds = print(
    240,
    180,
    `<rect width="240" height="180" fill="#d9dee2"/>${Array.from({ length: 48 }, (_, i) => `<rect x="${16 + (i % 8) * 27}" y="${14 + Math.floor(i / 8) * 26}" width="18" height="18" rx="4" fill="#fff2b8" stroke="#e8c95a" stroke-width="2"/>`).join("")}`,
  );
  const head = [
    ...box(shell, 1.5, 1.15, 0.22, 0.07),
    ...move(box(plastic("#cfd6da", 0.1), 1.3, 0.95, 0.03, 0.012), 0, 0, 0.1),
    ...move(label(lamp("#d9dee2", 0.18), leds, 1.24, 0.9), 0, 0, 0.117),
    ...repeat(
      box(shell, 0.05, 0.9, 0.16, 0.02),
      Array.from({ length: 11 }, (_, i) => [-0.6 + i * 0.12, 0, -0.17] as const),
    ),
  ];
  return [
    ...move(turnX(head, -12), 0, 1.0, 0),
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
    ...move(plate(shell, brand, 0.4), 0.46, 0.485, 0.2),
  ];
}

function cells(columns: number, rows: number): ReturnType<typeof print> {
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
  return print(
    w,
    h,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1" gradientUnits="objectBoundingBox"><stop offset="0" stop-color="#29508f"/><stop offset="1" stop-color="#0f2148"/></linearGradient></defs><rect width="${w}" height="${h}" fill="#c9d2de"/>${squares.join("")}`,
  );
}

/** A framed module standing at a slant. */
function solarPanel(_: Brand, columns: number, rows: number, cell: number): Model {
  const [w, h] = [columns * cell, rows * cell];
  const frame = steel("#d7dbdf", 0.3);
  const panel = [
    ...move(box(plastic("#0e1c3c", 0.1), w, h, 0.03, 0.01), 0, 0, 0),
    ...move(label(plastic("#c9d2de", 0.1), cells(columns, rows), w, h), 0, 0, 0.018),
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

function solarKit(brand: Brand, index: number): Model {
  const [columns, rows] = [
    [4, 6],
    [6, 4],
    [4, 6],
    [6, 4],
    [4, 6],
    [3, 5],
  ][index] ?? [4, 6];
  const c = columns ?? 4;
  const r = rows ?? 6;
  const leg = (x: number): Model => bar(steel("#aeb4b9"), [x, 0, -r * 0.19], [x, r * 0.19, -r * 0.1], 0.035);
  return [...solarPanel(brand, c, r, 0.3), ...leg(-c * 0.12), ...leg(c * 0.12)];
}

/** A deep-cycle battery with its terminals, tubular (tall) or flat. */
function battery(brand: Brand, index: number): Model {
  const tall = index === 1 || index === 4;
  const [w, h, d] = tall ? [1.0, 1.35, 0.72] : [1.6, 0.95, 0.78];
  const art = print(
    Math.round(w * 200),
    Math.round(h * 130),
    `<rect width="400" height="300" fill="${brand.color}"/><path d="M0 ${h * 88} L400 ${h * 66} V400 H0Z" fill="${brand.accent}"/>${lettering(brand.word, { size: 46, x: w * 100, y: h * 56, fit: w * 170, fill: brand.ink, face: brand.face })}${lettering(["12 V 200 Ah", "12 V 220 Ah", "12 V 100 Ah", "12 V 150 Ah", "24 V 100 Ah", "12 V 250 Ah"][index] ?? "12 V", { size: 34, x: w * 100, y: h * 120, fit: w * 170, fill: brand.accent === "#FFFFFF" || brand.accent === "#F4B223" ? "#1D1A17" : "#ffffff" })}`,
  );
  const shell = plastic(index % 2 ? "#e9e6df" : "#2f3236", 0.4);
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
      tall ? [] : [-0.3, -0.15, 0, 0.15, 0.3].map((x) => [x, h + 0.09, -0.12] as const),
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

function inverter(brand: Brand, index: number): Model {
  const screen = print(
    160,
    90,
    `<rect width="160" height="90" rx="8" fill="#0d2233"/>${lettering("230 V", { size: 40, x: 80, y: 46, fill: "#74d4ff" })}<rect x="24" y="62" width="112" height="12" rx="6" fill="#15405c"/><rect x="24" y="62" width="84" height="12" rx="6" fill="#5fe08a"/>`,
  );
  const shell = paint(index % 2 ? "#f2f0ea" : "#34383c");
  return [
    ...box(shell, 1.2, 1.6, 0.46, 0.12),
    ...move(box(paint(brand.color), 1.21, 0.5, 0.468, 0.11), 0, 0.54, 0),
    ...move(label(lamp("#0d2233", 0.15), screen, 0.62, 0.35), 0, 0.06, 0.235),
    ...move(box(plastic("#1e2022"), 0.7, 0.43, 0.02, 0.01), 0, 0.06, 0.222),
    ...move(plate(paint(brand.color), brand, 0.9), 0, 0.55, 0.2365),
    ...repeat(
      turnX(cylinder(plastic("#55595d"), 0.055, 0.03, 0.012), 90),
      [-0.24, -0.08, 0.08, 0.24].map((x) => [x, -0.3, 0.225] as const),
    ),
    ...repeat(turnX(cylinder(lamp("#39d06b", 0.7), 0.03, 0.02, 0.008), 90), [[-0.46, 0.2, 0.23]]),
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

/** A ceiling fan hanging from its rod. */
function fan(brand: Brand, index: number): Model {
  const hex = ["#f5f2ea", "#7a4a2a", "#f5f2ea", "#2f3236", "#efe6d4", "#c58a4d"][index] ?? "#f5f2ea";
  const blades = index === 1 || index === 4 ? 4 : index === 5 ? 5 : 3;
  const timber = index === 1 || index === 5;
  const outline: Corner[] = [
    [0.26, -0.07],
    [0.5, -0.13, 0.08],
    [1.36, -0.17, 0.1],
    [1.42, 0, 0.14],
    [1.36, 0.17, 0.1],
    [0.5, 0.13, 0.08],
    [0.26, 0.07],
  ];
  const blade = turnX(extrude(timber ? wood(hex) : paint(hex), outline, { depth: 0.03, bevel: 0.012 }), 80);
  const motor = lathe(
    paint(timber ? "#4a3a2e" : hex),
    [
      [0, -0.16],
      [0.16, -0.16, 0.08],
      [0.3, -0.06, 0.08],
      [0.3, 0.1, 0.06],
      [0.12, 0.18, 0.04],
      [0, 0.18],
    ],
    0.05,
  );
  const upright = [
    ...Array.from({ length: blades }, (_, i) => turnY(blade, (i * 360) / blades + 18)).flat(),
    ...Array.from({ length: blades }, (_, i) =>
      turnY(
        move(box(steel("#8f959a", 0.35), 0.34, 0.03, 0.1, 0.012), 0.36, 0.01, 0),
        (i * 360) / blades + 18,
      ),
    ).flat(),
    ...motor,
    ...move(ring(brass(), 0.3, 0.02), 0, 0.02, 0),
    ...bar(steel("#b9bec2"), [0, 0.1, 0], [0, 0.86, 0], 0.035),
    ...move(
      lathe(
        paint(timber ? "#4a3a2e" : hex),
        [
          [0, 0],
          [0.08, 0],
          [0.17, 0.14],
          [0.17, 0.18],
          [0, 0.18],
        ],
        0.03,
      ),
      0,
      0.8,
      0,
    ),
    ...(index === 4
      ? move(ball(lamp("#fff1cf", 0.3), 0.2), 0, -0.2, 0)
      : move(cylinder(paint(brand.color), 0.1, 0.02, 0.008), 0, -0.18, 0)),
  ];
  // Hung fans are looked at from below.
  return turnX(upright, -34);
}

/** A distribution board with its row of breakers; the door is open in some. */
function board(brand: Brand, index: number): Model {
  const rows = index === 1 || index === 4 ? 2 : 1;
  const poles = [4, 6, 4, 6, 5, 4][index] ?? 4;
  const wide = poles * 0.36 + 0.5;
  const high = rows * 1.75 + 0.3;
  const shell = plastic("#efede7", 0.32);
  const row = (y: number): Model => move(settleBreakers(brand, poles, index), 0, y, 0.16);
  return [
    ...box(shell, wide, high, 0.5, 0.08),
    ...move(box(plastic("#d7d3ca", 0.5), wide - 0.24, high - 0.26, 0.02, 0.01), 0, 0, 0.25),
    ...Array.from({ length: rows }, (_, i) => row(rows === 1 ? 0 : 0.82 - i * 1.68)).flat(),
    ...move(plate(shell, brand, 0.6), -wide / 2 + 0.46, high / 2 - 0.15, 0.2515),
  ];
}

function settleBreakers(brand: Brand, poles: number, index: number): Model {
  return Array.from({ length: poles }, (_, i) =>
    move(
      breakerOf(brand, 1, toggles[(i === 0 ? 1 : index) % 6] ?? "#1F5FA8"),
      (i - (poles - 1) / 2) * 0.36,
      0,
      0,
    ),
  ).flat();
}

const tape = (): Model => {
  const roll = lathe(
    plastic("#B8391A", 0.25),
    [
      [0.2, 0],
      [0.4, 0],
      [0.4, 0.24],
      [0.2, 0.24],
      [0.2, 0],
    ],
    0.02,
  );
  return settle([
    ...roll,
    ...move(
      lathe(
        plastic("#1F5FA8", 0.25),
        [
          [0.2, 0],
          [0.4, 0],
          [0.4, 0.24],
          [0.2, 0.24],
          [0.2, 0],
        ],
        0.02,
      ),
      0.04,
      0.25,
      0.02,
    ),
  ]);
};

const wiring = (): Model =>
  settle(
    ["#B8391A", "#1F5FA8", "#1B7F4B"].flatMap((hex, i) =>
      tube(
        plastic(hex),
        curve([
          [0, 0.05, i * 0.16],
          [0.4, 0.05, i * 0.16 + 0.1],
          [0.7, 0.05, i * 0.2 - 0.1],
          [1.1, 0.05, i * 0.16],
        ]),
        0.05,
      ),
    ),
  );

const bulbs = (): Model => settle(turnZ(bulb(lumidor, 0), 80));

const poster = (): Model =>
  settle(
    surface(
      printed(
        matt("#fff"),
        print(
          100,
          140,
          `<rect width="100" height="140" fill="#fff"/><circle cx="50" cy="54" r="26" fill="#F4B223"/>${Array.from({ length: 12 }, (_, i) => `<rect x="48" y="12" width="4" height="12" rx="2" fill="#F4B223" transform="rotate(${i * 30} 50 54)"/>`).join("")}${lettering("Faso solaire", { size: 15, x: 50, y: 116, fill: "#1B7F4B" })}`,
        ),
      ),
      (u, v) => [(u - 0.5) * 0.9, (v - 0.5) * 1.2, 0.05 * Math.sin(u * 3)],
      12,
      2,
    ),
  );

export const electricite: readonly Kind[] = [
  kindOf({
    name: "cable",
    brands: electric,
    piece: cable,
    carton: [1, 0.9, 0.9],
    extra: tape,
    elevation: 28,
  }),
  kindOf({
    name: "disjoncteur",
    brands: electric.toReversed(),
    piece: breaker,
    carton: [1, 1.3, 0.6],
    extra: wiring,
    elevation: 14,
    apart: 0.95,
  }),
  kindOf({
    name: "prise",
    brands: electric,
    piece: socket,
    carton: [1.1, 1.2, 0.5],
    extra: plug,
    elevation: 14,
    apart: 0.9,
  }),
  kindOf({
    name: "ampoule-led",
    brands: [lumidor, voltea, lumidor, sahelis, lumidor, tengawa],
    piece: bulb,
    carton: [1, 1.7, 0.9],
    extra: bulbs,
    elevation: 12,
    apart: 0.9,
  }),
  kindOf({
    name: "projecteur",
    brands: [lumidor, voltea, sahelis, lumidor, tengawa, prokraft],
    piece: floodlight,
    carton: [1.5, 1.3, 0.6],
    extra: (brand) => solarPanel(brand, 3, 2, 0.3),
    elevation: 12,
    apart: 0.7,
  }),
  kindOf({
    name: "panneau-solaire",
    brands: solar,
    piece: solarKit,
    carton: [1, 1.1, 0.5],
    extra: poster,
    elevation: 16,
    apart: 0.7,
    back: 1.2,
  }),
  kindOf({
    name: "batterie-solaire",
    brands: solar,
    piece: battery,
    carton: [1.7, 1.3, 0.9],
    extra: wiring,
    elevation: 18,
    apart: 0.7,
  }),
  kindOf({
    name: "onduleur",
    brands: solar.toReversed(),
    piece: inverter,
    carton: [1.4, 1.7, 0.7],
    extra: tape,
    elevation: 14,
    apart: 0.85,
  }),
  kindOf({
    name: "brasseur-air",
    brands: [voltea, lumidor, tengawa, sahelis, prokraft, ferlion],
    piece: fan,
    carton: [1.3, 1, 0.8],
    elevation: 6,
    apart: 0.3,
    back: 0.9,
  }),
  kindOf({
    name: "tableau-electrique",
    brands: [voltea, sahelis, prokraft, batiforce, tengawa, ferlion],
    piece: board,
    carton: [1.8, 1.8, 0.6],
    extra: wiring,
    elevation: 12,
    apart: 0.8,
  }),
];
