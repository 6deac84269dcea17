/** Every picture by its name, as a scene to render. */
import { categoryScenes } from "./compositions.ts";
import { electricite } from "./kinds/electricite.ts";
import { electriqueLourd } from "./kinds/electrique-lourd.ts";
import { jardinage } from "./kinds/jardinage.ts";
import { materiaux } from "./kinds/materiaux.ts";
import { outils } from "./kinds/outils.ts";
import { plomberie } from "./kinds/plomberie.ts";
import { quincaillerie } from "./kinds/quincaillerie.ts";
import { sanitaire } from "./kinds/sanitaire.ts";
import { securite } from "./kinds/securite.ts";
import { people } from "./people/people.ts";
import { settle } from "./render/mesh.ts";
import type { Scene } from "./render/render.ts";
import { type Kind, tints } from "./scene.ts";

export const kinds: readonly Kind[] = [
  ...outils,
  ...electriqueLourd,
  ...materiaux,
  ...plomberie,
  ...sanitaire,
  ...electricite,
  ...quincaillerie,
  ...securite,
  ...jardinage,
];

function scenesOf(kind: Kind, offset: number): [string, () => Scene][] {
  return [0, 1, 2, 3, 4, 5].map((index) => [
    `${kind.name}-${index + 1}`,
    () => {
      const brand = kind.brands[index % kind.brands.length];
      if (!brand) throw new Error(`${kind.name} names no maker`);
      const { model, view } = kind.draw({ index, brand });
      return {
        model: settle(model),
        view: { azimuth: -25, elevation: 18, fill: 0.8, middle: [0.5, 0.5], ...view },
        backdrop: tints[(index * 5 + offset) % tints.length] ?? tints[0],
      };
    },
  ]);
}

export const catalogue: ReadonlyMap<string, () => Scene> = new Map([
  ...kinds.flatMap(scenesOf),
  ...people,
  ...categoryScenes(kinds),
]);
