/** Watering cans and sprayers. */
import {
  brandPlate,
  finish,
  inRows,
  type Look,
  nameplate,
  type ProductModels,
} from "#image-generator/product-model.ts";
import {
  brass,
  lamp,
  type Material,
  matt,
  paint,
  plastic,
  rubber,
  steel,
} from "#image-generator/render/material.ts";
import { type Model, move, repeat, turnX, turnY, turnZ } from "#image-generator/render/mesh.ts";
import { ball, bar, box, curve, cylinder, lathe, ring, tube, wrap } from "#image-generator/render/shapes.ts";
import { drum, ellipsoid, limb, meshField, smoothUnion } from "#image-generator/render/solid.ts";
import type { Vec } from "#image-generator/render/vector.ts";

/** A watering can; a long spout is thin and has no rose. */
function wateringCan(look: Look, rosette: Material | null): Model {
  const skin = finish(look, plastic(look.brand.color));
  const spoutFrom: Vec = [0.42, 0.22, 0];
  const spoutTo: Vec = rosette ? [1.32, 1.12, 0] : [1.5, 1.3, 0];
  const rose = turnZ(
    lathe(
      rosette ?? skin,
      [
        [0, 0],
        [0.09, 0],
        [0.26, 0.22, 0.02],
        [0.26, 0.28, 0.03],
        [0, 0.32],
      ],
      0.02,
    ),
    -48,
  );
  return [
    ...lathe(
      skin,
      [
        [0, 0],
        [0.56, 0, 0.06],
        [0.5, 0.86, 0.04],
        [0.5, 0.92],
        [0.44, 0.92],
        [0.44, 0.5],
        [0, 0.5],
      ],
      0.04,
    ),
    ...move(ring(skin, 0.535, 0.026), 0, 0.2, 0),
    ...repeat(ring(skin, 0.51, 0.026), [[0, 0.74, 0]]),
    ...tube(skin, curve([spoutFrom, [0.72, 0.42, 0], spoutTo]), (t) => (rosette ? 0.15 : 0.11) - 0.07 * t),
    ...(rosette ? move(rose, 1.3, 1.1, 0) : []),
    ...tube(
      skin,
      curve([
        [-0.46, 0.2, 0],
        [-0.86, 0.42, 0],
        [-0.86, 0.95, 0],
        [-0.4, 1.26, 0],
        [0.2, 1.2, 0],
        [0.46, 0.9, 0],
      ]),
      0.065,
    ),
    ...bar(skin, [0.42, 0.82, 0], [0.92, 0.72, 0], 0.03),
    ...wrap(plastic(look.brand.color), nameplate(look), 0.541, 0.3, 0.58, 60),
  ];
}

/** A hand sprayer with a pump. */
function pressureSprayer(look: Look): Model {
  const { brand } = look;
  const skin = finish(look, plastic("#F4B223", 0.34));
  return [
    ...lathe(
      skin,
      [
        [0, 0],
        [0.52, 0, 0.1],
        [0.56, 0.4, 0.2],
        [0.5, 0.9, 0.2],
        [0.2, 1.16, 0.06],
        [0.2, 1.26],
        [0, 1.26],
      ],
      0.08,
    ),
    ...move(
      lathe(
        plastic("#2b2d30"),
        [
          [0, 0],
          [0.24, 0],
          [0.24, 0.16],
          [0.12, 0.22],
          [0, 0.22],
        ],
        0.03,
      ),
      0,
      1.2,
      0,
    ),
    ...bar(steel(), [0, 1.3, 0], [0, 1.74, 0], 0.045),
    ...bar(plastic("#2b2d30"), [-0.26, 1.76, 0], [0.26, 1.76, 0], 0.075, true),
    ...wrap(skin, nameplate(look), 0.565, 0.3, 0.6, 72),
    ...tube(
      rubber(),
      curve([
        [0.2, 1.24, 0],
        [0.6, 1.3, 0.1],
        [0.86, 0.8, 0.2],
        [0.8, 0.1, 0.3],
        [1.0, 0.05, 0.5],
      ]),
      0.04,
    ),
    ...bar(
      plastic(brand.accent === "#FFFFFF" ? "#F4B223" : brand.accent),
      [1.0, 0.08, 0.5],
      [0.7, 0.08, 0.95],
      0.06,
      true,
    ),
    ...bar(steel("#caa14a"), [0.7, 0.08, 0.95], [0.2, 0.08, 1.5], 0.028),
  ];
}

type Power = "lever" | "battery";

/** A knapsack sprayer: pumped by a lever, or by the battery in its foot. */
function knapsack(look: Look, power: Power): Model {
  const { brand } = look;
  const skin = finish(look, plastic(power === "lever" ? "#1B7F4B" : "#e9e6de", 0.34));
  const tankBody = meshField(
    skin,
    smoothUnion(0.1, ellipsoid([0, 0.9, 0], [0.66, 0.9, 0.44]), drum([0, 0.2, 0], 1, 0.46, 0.2, 0.06)),
    { min: [-0.75, -0.02, -0.55], max: [0.75, 1.86, 0.55] },
    0.032,
  );
  return turnY(
    [
      ...tankBody,
      ...move(cylinder(plastic("#2b2d30"), 0.32, 0.16, 0.05), 0, 1.72, 0),
      ...move(
        cylinder(plastic(brand.accent === "#FFFFFF" ? "#F4B223" : brand.accent), 0.2, 0.06, 0.02),
        0,
        1.87,
        0,
      ),
      ...move(box(plastic("#2b2d30"), 1.2, 0.1, 0.9, 0.05), 0, 0.05, 0),
      ...[-0.34, 0.34].flatMap((x) =>
        tube(
          matt("#33363a"),
          curve([
            [x, 1.66, -0.2],
            [x * 1.2, 1.7, -0.62],
            [x * 1.4, 1.0, -0.86],
            [x * 1.2, 0.3, -0.5],
          ]),
          0.06,
        ),
      ),
      ...(power === "lever"
        ? [
            ...tube(
              steel("#55595d"),
              curve([
                [0.5, 0.16, 0.1],
                [0.78, 0.2, 0.2],
                [0.84, 0.7, 0.4],
                [0.84, 0.86, 0.8],
              ]),
              0.035,
            ),
            ...bar(rubber(), [0.84, 0.86, 0.78], [0.84, 0.88, 1.1], 0.06, true),
          ]
        : [
            ...move(box(plastic("#2b2d30"), 0.9, 0.34, 0.7, 0.06), 0, 0.2, 0.06),
            ...move(turnX(cylinder(lamp("#39d06b", 0.6), 0.045, 0.03, 0.01), 90), 0.3, 0.24, 0.41),
            ...move(turnX(cylinder(plastic("#B8391A"), 0.07, 0.03, 0.01), 90), 0.12, 0.24, 0.41),
          ]),
      ...tube(
        rubber(),
        curve([
          [-0.5, 0.16, 0.1],
          [-0.9, 0.1, 0.3],
          [-1.05, 0.5, 0.4],
          [-0.98, 0.9, 0.36],
        ]),
        0.038,
      ),
      ...bar(plastic("#2b2d30"), [-0.98, 0.86, 0.36], [-0.94, 1.2, 0.34], 0.065, true),
      ...bar(steel("#caa14a"), [-0.94, 1.2, 0.34], [-0.84, 2.2, 0.3], 0.026),
      ...move(ball(plastic("#B8391A"), 0.06), -0.84, 2.22, 0.3),
      ...move(turnX(brandPlate(skin, look, 0.62), -3), 0, 0.8, 0.452),
    ],
    6,
  );
}

/** A trigger sprayer of one litre. */
function triggerSprayer(look: Look): Model {
  const head = plastic("#2b2d30");
  return [
    ...lathe(
      finish(look, plastic("#e8f1ee", 0.2)),
      [
        [0, 0],
        [0.44, 0, 0.08],
        [0.46, 0.7, 0.16],
        [0.2, 1.16, 0.1],
        [0.16, 1.24],
        [0, 1.24],
      ],
      0.08,
    ),
    ...wrap(plastic(look.brand.color), nameplate(look), 0.462, 0.24, 0.6, 76),
    ...move(cylinder(head, 0.2, 0.16, 0.03), 0, 1.2, 0),
    ...meshField(
      plastic(look.brand.color),
      smoothUnion(
        0.1,
        limb([0.1, 1.62, 0], [-0.42, 1.66, 0], 0.15, 0.1),
        limb([0, 1.3, 0], [0.06, 1.6, 0], 0.13),
        limb([0.1, 1.62, 0], [0.36, 1.5, 0], 0.13, 0.08),
      ),
      { min: [-0.7, 1.1, -0.3], max: [0.6, 1.9, 0.3] },
      0.026,
    ),
    ...tube(
      head,
      curve([
        [-0.2, 1.56, 0],
        [-0.32, 1.36, 0],
        [-0.3, 1.12, 0],
      ]),
      0.06,
    ),
    ...move(turnZ(cylinder(brass(), 0.1, 0.16, 0.02), 90), -0.46, 1.66, 0),
  ];
}

/** A motor mist blower: the tank above, the engine below, the blower tube to the side. */
function mistBlower(look: Look): Model {
  const { brand } = look;
  const skin = plastic("#f1efe8", 0.34);
  return turnY(
    [
      ...move(box(skin, 1.1, 0.9, 0.7, 0.2), 0, 1.6, 0),
      ...move(cylinder(plastic("#2b2d30"), 0.22, 0.12, 0.03), 0, 2.04, 0),
      ...move(brandPlate(skin, look, 0.62), 0, 1.6, 0.354),
      ...move(box(plastic("#2b2d30"), 1.0, 0.12, 0.8, 0.04), 0, 0.06, 0),
      ...[-0.42, 0.42].flatMap((x) => bar(steel("#55595d"), [x, 0.1, -0.34], [x, 2.0, -0.4], 0.05)),
      ...move(turnX(cylinder(paint(brand.color), 0.42, 0.3, 0.08), 90), -0.1, 0.62, 0.06),
      ...move(turnX(cylinder(plastic("#2b2d30"), 0.24, 0.1, 0.04), 90), -0.1, 0.62, 0.34),
      ...move(box(steel("#7f858a", 0.4), 0.36, 0.5, 0.4, 0.05), 0.36, 0.6, 0.06),
      ...repeat(
        box(steel("#6d7378", 0.4), 0.4, 0.025, 0.44, 0.01),
        [0, 1, 2, 3].map((i) => [0.36, 0.46 + i * 0.1, 0.06] as const),
      ),
      ...tube(
        plastic("#2b2d30"),
        curve([
          [-0.4, 0.6, 0],
          [-0.8, 0.7, 0.1],
          [-1.0, 1.0, 0.4],
          [-1.1, 1.3, 0.9],
          [-1.2, 1.5, 1.5],
        ]),
        0.13,
      ),
      ...move(
        turnX(
          lathe(
            plastic("#E0661F"),
            [
              [0.1, 0],
              [0.15, 0],
              [0.2, 0.3],
              [0.16, 0.3],
            ],
            0.02,
          ),
          60,
        ),
        -1.2,
        1.48,
        1.46,
      ),
      ...[-0.3, 0.3].flatMap((x) =>
        tube(
          matt("#33363a"),
          curve([
            [x, 1.9, -0.36],
            [x * 1.1, 1.9, -0.7],
            [x * 1.3, 1.2, -0.9],
            [x * 1.1, 0.4, -0.5],
          ]),
          0.06,
        ),
      ),
    ],
    14,
  );
}

const standing = { elevation: 14 };

export const sprayerModels: ProductModels = {
  "arrosoir-plastique": { draw: (look) => wateringCan(look, finish(look, plastic(look.brand.color))) },
  "arrosoir-galvanise": { draw: (look) => wateringCan(look, brass()) },
  "arrosoirs-maraichers": {
    draw: (look) => inRows(() => turnY(wateringCan(look, plastic("#F4B223")), 24), look.pieces, 2, 1.9, 0),
  },
  "petit-arrosoir": { draw: (look) => wateringCan(look, null) },
  "pulverisateur-a-dos": { draw: (look) => knapsack(look, "lever"), ...standing },
  "pulverisateur-a-batterie": { draw: (look) => knapsack(look, "battery"), ...standing },
  "pulverisateur-a-pression": { draw: pressureSprayer, ...standing },
  "pulverisateur-a-gachette": { draw: triggerSprayer, ...standing },
  atomiseur: { draw: mistBlower, ...standing },
};
