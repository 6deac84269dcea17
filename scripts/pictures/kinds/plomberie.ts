/** Pipes, fittings, taps, pumps and tanks. */
import { type Brand, brands } from "../brands.ts";
import { lettering } from "../lettering.ts";
import { brass, chrome, plastic, rubber, steel } from "../render/material.ts";
import { type Model, move, repeat, scale, settle, turnX, turnY, turnZ } from "../render/mesh.ts";
import { ball, bar, box, curve, cylinder, lathe, pipe, ring, tube, wrap } from "../render/shapes.ts";
import { ellipsoid, joined, limb, solid } from "../render/solid.ts";
import type { Vec } from "../render/vector.ts";
import { type Kind, kindOf, print } from "../scene.ts";

const { aquanova, sahelis, tengawa, prokraft, ferlion, batiforce } = brands;

const pvc = (index: number): string =>
  ["#aeb4b8", "#f1efe9", "#b7bcc0", "#e0762a", "#f1efe9", "#9da4a9"][index] ?? "#aeb4b8";

/** Lengths of pipe, lying along z, in a pile. */
function pipes(_: Brand, index: number): Model {
  const [radius, long] = [
    [0.2, 2.2],
    [0.14, 2.2],
    [0.17, 2],
    [0.26, 2],
    [0.12, 2.2],
    [0.22, 2],
  ][index] ?? [0.2, 2];
  const r = radius ?? 0.2;
  const l = long ?? 2;
  const one = move(turnX(pipe(plastic(pvc(index)), r, l, r * 0.16), 90), 0, r, -l / 2);
  const socket = move(
    turnX(pipe(plastic(pvc(index)), r * 1.14, r * 1.5, r * 0.16), 90),
    0,
    r,
    l / 2 - r * 1.5,
  );
  const rows = [3, 4, 2, 2, 4, 3][index] ?? 3;
  const places: [number, number, number][] = [];
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < rows - row; i++)
      places.push([(i - (rows - row - 1) / 2) * r * 2.3, row * r * 2, ((i * 3 + row * 5) % 4) * 0.07]);
  }
  return turnY(repeat([...one, ...socket], places), [38, -34, 30, -20, 70, 44][index] ?? 30);
}

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

function tee(hex: string): Model {
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

function fitting(_: Brand, index: number): Model {
  const hex = pvc(index);
  switch (index) {
    case 0:
      return [...elbow(hex), ...move(turnY(turnX(coupling(hex), 0), 0), 1.45, -0.3, 0.3)];
    case 1:
      return tee(hex);
    case 2:
      return valve(hex);
    case 3:
      return [...elbow(hex), ...move(tee(hex), 1.7, 0, -0.2), ...move(coupling(hex), 0.9, -0.3, 0.9)];
    case 4:
      return turnX(elbow(hex), -20);
    default:
      return [...tee(hex), ...move(turnZ(coupling(hex), 90), 0.6, 0.02, 0.95)];
  }
}

/** A garden tap: brass or chrome body with a lever or a cross handle. */
function tap(_: Brand, index: number): Model {
  const metal = index % 2 ? chrome() : brass();
  const body = solid(
    metal,
    joined(
      0.1,
      limb([-0.6, 0, 0], [0.3, 0, 0], 0.17, 0.17),
      limb([0.3, 0, 0], [0.62, -0.1, 0], 0.16, 0.14),
      limb([0.62, -0.1, 0], [0.68, -0.45, 0], 0.14, 0.13),
      limb([0, 0, 0], [0, 0.42, 0], 0.17, 0.14),
      ellipsoid([0, 0, 0], [0.28, 0.24, 0.24]),
    ),
    { min: [-0.8, -0.62, -0.3], max: [0.9, 0.6, 0.3] },
    0.024,
  );
  const hex = (radius: number, height: number): Model =>
    lathe(
      metal,
      [
        [0, 0],
        [radius, 0],
        [radius, height],
        [0, height],
      ],
      0.03,
      6,
    );
  const handle =
    index % 3 === 0
      ? [
          ...move(box(plastic("#B8391A"), 0.86, 0.09, 0.2, 0.045), 0.2, 0.66, 0),
          ...move(cylinder(steel(), 0.1, 0.1), 0, 0.64, 0),
        ]
      : [0, 90].flatMap((angle) =>
          turnY(
            bar(index % 3 === 1 ? plastic("#1F5FA8") : metal, [-0.34, 0.68, 0], [0.34, 0.68, 0], 0.07, true),
            angle + 20,
          ),
        );
  return [
    ...body,
    ...move(turnZ(hex(0.25, 0.18), 90), -0.42, 0, 0),
    ...move(turnZ(pipe(metal, 0.19, 0.34, 0.05), 90), -0.6, 0, 0),
    ...repeat(
      turnZ(ring(metal, 0.19, 0.018), 90),
      [0, 1, 2, 3].map((i) => [-0.68 - i * 0.06, 0, 0] as const),
    ),
    ...move(hex(0.2, 0.14), 0, 0.34, 0),
    ...cylinder(metal, 0.07, 0.66),
    ...handle,
    ...move(pipe(metal, 0.16, 0.2, 0.05), 0.68, -0.62, 0),
    ...repeat(ring(metal, 0.16, 0.016), [
      [0.68, -0.48, 0],
      [0.68, -0.55, 0],
    ]),
  ];
}

/** A basin mixer with one lever; matt black and brass finishes among the chrome ones. */
function mixer(_: Brand, index: number): Model {
  const metal =
    [chrome(), steel("#2d2f31", 0.35), chrome(), brass(), chrome(), steel("#2d2f31", 0.35)][index] ??
    chrome();
  const tall = index === 2 || index === 5 ? 1.5 : 0.8;
  const spout =
    tall > 1
      ? tube(
          metal,
          curve([
            [0, tall - 0.2, 0],
            [0, tall + 0.3, 0.05],
            [0.0, tall + 0.55, 0.4],
            [0, tall + 0.3, 0.8],
            [0, tall + 0.02, 0.85],
          ]),
          0.1,
        )
      : solid(
          metal,
          joined(
            0.16,
            limb([0, 0.52, 0], [0, 0.74, 0.82], 0.13, 0.085),
            limb([0, 0.74, 0.82], [0, 0.62, 0.94], 0.085, 0.08),
          ),
          { min: [-0.3, 0.3, -0.25], max: [0.3, 0.95, 1.1] },
          0.024,
        );
  const body = [
    ...lathe(
      metal,
      [
        [0, 0],
        [0.34, 0],
        [0.34, 0.07],
        [0.23, 0.12],
        [0.22, tall],
        [0, tall],
      ],
      0.05,
    ),
    ...spout,
    ...(tall > 1
      ? [
          ...bar(metal, [0.18, 0.7, 0], [0.42, 0.7, 0], 0.1, false),
          ...bar(metal, [0.4, 0.68, 0], [0.5, 1.15, 0], 0.045, true),
        ]
      : [
          ...move(
            lathe(
              metal,
              [
                [0, 0],
                [0.225, 0],
                [0.215, 0.2],
                [0, 0.26],
              ],
              0.07,
            ),
            0,
            tall + 0.02,
            0,
          ),
          ...move(turnX(box(metal, 0.14, 0.06, 0.74, 0.03), -14), 0, tall + 0.27, 0.32),
        ]),
    ...move(cylinder(plastic("#B8391A"), 0.03, 0.012, 0.004), 0, tall + 0.29, 0),
  ];
  return turnY(body, 52);
}

/** A submersible borehole pump: steel column, strainer, outlet, cable. */
function pump(brand: Brand, index: number): Model {
  const art = print(
    400,
    150,
    `<rect width="400" height="150" fill="${brand.color}"/><rect y="126" width="400" height="24" fill="${brand.accent}"/>${lettering(brand.word, { size: 54, x: 200, y: 70, fit: 180, fill: brand.ink, face: brand.face })}${lettering(["0,75 kW", "1,1 kW", "1,5 kW", "2,2 kW", "0,37 kW", "3 kW"][index] ?? "1 kW", { size: 30, x: 200, y: 112, fill: brand.ink })}`,
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
  if (index === 1 || index === 4)
    return [...turnY(move(turnZ(column, 90), 1.4, 0.27, 0), 24), ...move(coil, -0.4, 0, 0.6)];
  return turnY([...column, ...cable, ...coil], index === 3 ? 6 : 22);
}

/** A roof water tank: ribbed polyethylene drum, upright or lying. */
function tank(brand: Brand, index: number): Model {
  const hex = ["#2b2d30", "#1F5FA8", "#2b2d30", "#138A9C", "#e9e3d6", "#1B7F4B"][index] ?? "#2b2d30";
  const skin = plastic(hex, 0.42);
  const art = print(
    500,
    150,
    `<rect width="500" height="150" fill="${hex}"/><rect x="110" y="0" width="280" height="150" rx="16" fill="#fff"/>${lettering(brand.word, { size: 50, x: 250, y: 64, fit: 240, fill: brand.color, face: brand.face })}${lettering(["500 L", "1000 L", "2000 L", "1500 L", "1000 L", "3000 L"][index] ?? "500 L", { size: 52, x: 250, y: 124, fill: "#1D1A17" })}`,
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
        plastic(index === 0 || index === 2 ? "#F4B223" : "#2b2d30"),
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
  return turnY(drum, [-14, 12, -8, -6, -30, -6][index] ?? 0);
}

const sealTape = (): Model =>
  settle([
    ...lathe(
      plastic("#ffffff", 0.5),
      [
        [0.22, 0],
        [0.44, 0],
        [0.44, 0.26],
        [0.22, 0.26],
        [0.22, 0],
      ],
      0.02,
    ),
    ...repeat(pipe(plastic("#1F5FA8"), 0.5, 0.04, 0.3), [
      [0, -0.03, 0],
      [0, 0.25, 0],
    ]),
  ]);

const elbows = (): Model => settle(scale(elbow("#b7bcc0"), 0.8));

export const plomberie: readonly Kind[] = [
  kindOf({
    name: "tube-pvc",
    brands: [aquanova, sahelis, tengawa, prokraft, batiforce, ferlion],
    piece: pipes,
    carton: [1, 0.9, 0.8],
    extra: elbows,
    elevation: 24,
    apart: 0.2,
    back: 0.8,
  }),
  kindOf({
    name: "raccord-pvc",
    brands: [aquanova, sahelis, tengawa, prokraft, batiforce, ferlion],
    piece: fitting,
    carton: [1.6, 1.2, 0.9],
    extra: sealTape,
    elevation: 24,
  }),
  kindOf({
    name: "robinet",
    brands: [aquanova, prokraft, tengawa, sahelis, ferlion, batiforce],
    piece: tap,
    carton: [1, 1.1, 0.7],
    extra: sealTape,
    elevation: 14,
    apart: 0.5,
    back: 1.4,
  }),
  kindOf({
    name: "mitigeur",
    brands: [aquanova, prokraft, tengawa, sahelis, ferlion, batiforce],
    piece: mixer,
    carton: [0.9, 1.2, 0.7],
    elevation: 16,
    apart: 0.9,
  }),
  kindOf({
    name: "pompe-immergee",
    brands: [aquanova, prokraft, tengawa, sahelis, ferlion, batiforce],
    piece: pump,
    carton: [0.8, 2.4, 0.7],
    elevation: 14,
    apart: 0.8,
  }),
  kindOf({
    name: "reservoir",
    brands: [aquanova, tengawa, sahelis, batiforce, prokraft, ferlion],
    piece: tank,
    extra: elbows,
    carton: [0.9, 0.8, 0.7],
    elevation: 14,
    apart: 0.66,
  }),
];
