/** Every picture by its name, as a scene to render. */
import { categoryScenes } from "./compositions.ts";
import { bathroomKinds } from "./kinds/bathroom.ts";
import { coatingsKinds } from "./kinds/coatings.ts";
import { drillsKinds } from "./kinds/drills.ts";
import { fixingsKinds } from "./kinds/fixings.ts";
import { gardenToolsKinds } from "./kinds/garden-tools.ts";
import { handToolsKinds } from "./kinds/hand-tools.ts";
import { laddersAndBoxesKinds } from "./kinds/ladders-and-boxes.ts";
import { lightingKinds } from "./kinds/lighting.ts";
import { locksKinds } from "./kinds/locks.ts";
import { machinesKinds } from "./kinds/machines.ts";
import { measuringKinds } from "./kinds/measuring.ts";
import { pipesKinds } from "./kinds/pipes.ts";
import { protectionKinds } from "./kinds/protection.ts";
import { sacksKinds } from "./kinds/sacks.ts";
import { sawsAndGrindersKinds } from "./kinds/saws-and-grinders.ts";
import { solarKinds } from "./kinds/solar.ts";
import { structureKinds } from "./kinds/structure.ts";
import { switchgearKinds } from "./kinds/switchgear.ts";
import { tapsKinds } from "./kinds/taps.ts";
import { waterKinds } from "./kinds/water.ts";
import { wateringKinds } from "./kinds/watering.ts";
import { wiringKinds } from "./kinds/wiring.ts";
import { makersOf } from "./makers.ts";
import { people } from "./people/people.ts";
import { settle } from "./render/mesh.ts";
import type { Scene } from "./render/render.ts";
import { type Kind, tints } from "./scene.ts";

export const kinds: readonly Kind[] = [
  ...drillsKinds,
  ...sawsAndGrindersKinds,
  ...machinesKinds,
  ...sacksKinds,
  ...structureKinds,
  ...coatingsKinds,
  ...pipesKinds,
  ...tapsKinds,
  ...waterKinds,
  ...bathroomKinds,
  ...wiringKinds,
  ...switchgearKinds,
  ...lightingKinds,
  ...solarKinds,
  ...handToolsKinds,
  ...fixingsKinds,
  ...measuringKinds,
  ...laddersAndBoxesKinds,
  ...locksKinds,
  ...protectionKinds,
  ...wateringKinds,
  ...gardenToolsKinds,
];

function scenesOf(kind: Kind, offset: number): [string, () => Scene][] {
  return makersOf(kind.name).map((brand, index) => [
    `${kind.name}-${index + 1}`,
    () => {
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
