/** Pumps and tanks. */
import type { Brand } from "#image-generator/brands.ts";
import { createPrint, defineProductModel, type ProductModel } from "#image-generator/product-model.ts";
import { brass, plastic, rubber, steel } from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { box, curve, lathe, pipe, ring, tube, wrap } from "#image-generator/render/shapes.ts";
import { textPath } from "#image-generator/text-path.ts";
import { elbows } from "./pipes.ts";

/** A submersible borehole pump: steel column, strainer, outlet, cable. */
function pump(brand: Brand, index: number): Model {
  const art = createPrint(
    400,
    150,
    `<rect width="400" height="150" fill="${brand.color}"/><rect y="126" width="400" height="24" fill="${brand.accent}"/>${textPath(brand.printedName, { size: 54, x: 200, y: 70, fit: 180, fill: brand.textColor, typeface: brand.typeface })}${textPath(["0,75 kW", "1,1 kW", "1,5 kW", "2,2 kW", "0,37 kW", "3 kW"][index] ?? "1 kW", { size: 30, x: 200, y: 112, fill: brand.textColor })}`,
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
  const art = createPrint(
    500,
    150,
    `<rect width="500" height="150" fill="${hex}"/><rect x="110" y="0" width="280" height="150" rx="16" fill="#fff"/>${textPath(brand.printedName, { size: 50, x: 250, y: 64, fit: 240, fill: brand.nameColor, typeface: brand.typeface })}${textPath(["500 L", "1000 L", "2000 L", "1500 L", "1000 L", "3000 L"][index] ?? "500 L", { size: 52, x: 250, y: 124, fill: "#1D1A17" })}`,
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
  return turnY(drum, [-26, -24, -12, -18, -44, -12][index] ?? 0);
}

export const pumpAndTankModels: readonly ProductModel[] = [
  defineProductModel({
    name: "pompe-immergee",
    piece: pump,
    carton: [0.8, 2.4, 0.7],
    elevation: 14,
    apart: 0.8,
  }),
  defineProductModel({
    name: "reservoir",
    piece: tank,
    extra: elbows,
    carton: [0.9, 0.8, 0.7],
    elevation: 14,
    apart: 0.66,
  }),
];
