/** The scenes to render, by image name. */
import { createCategoryScenes } from "./compositions.ts";
import { listImageBrands } from "./image-brands.ts";
import { portraitScenes } from "./people/portraits.ts";
import { backdropColors, type ProductModel } from "./product-model.ts";
import { bathroomModels } from "./product-models/bathroom.ts";
import { buildingMaterialModels } from "./product-models/building-materials.ts";
import { cableModels } from "./product-models/cables.ts";
import { drillsModels } from "./product-models/drills.ts";
import { fixingsModels } from "./product-models/fixings.ts";
import { gardenToolsModels } from "./product-models/garden-tools.ts";
import { handToolsModels } from "./product-models/hand-tools.ts";
import { laddersAndBoxesModels } from "./product-models/ladders-and-boxes.ts";
import { lightingModels } from "./product-models/lighting.ts";
import { locksModels } from "./product-models/locks.ts";
import { measuringModels } from "./product-models/measuring.ts";
import { paintModels } from "./product-models/paint.ts";
import { pipesModels } from "./product-models/pipes.ts";
import { protectionModels } from "./product-models/protection.ts";
import { pumpAndTankModels } from "./product-models/pumps-and-tanks.ts";
import { sacksModels } from "./product-models/sacks.ts";
import { sawsAndGrindersModels } from "./product-models/saws-and-grinders.ts";
import { solarModels } from "./product-models/solar.ts";
import { switchgearModels } from "./product-models/switchgear.ts";
import { tapsModels } from "./product-models/taps.ts";
import { wateringModels } from "./product-models/watering.ts";
import { workshopMachineModels } from "./product-models/workshop-machines.ts";
import { settle } from "./render/mesh.ts";
import type { Scene } from "./render/render.ts";

export const productModels: readonly ProductModel[] = [
  ...drillsModels,
  ...sawsAndGrindersModels,
  ...workshopMachineModels,
  ...sacksModels,
  ...buildingMaterialModels,
  ...paintModels,
  ...pipesModels,
  ...tapsModels,
  ...pumpAndTankModels,
  ...bathroomModels,
  ...cableModels,
  ...switchgearModels,
  ...lightingModels,
  ...solarModels,
  ...handToolsModels,
  ...fixingsModels,
  ...measuringModels,
  ...laddersAndBoxesModels,
  ...locksModels,
  ...protectionModels,
  ...wateringModels,
  ...gardenToolsModels,
];

function toScenes(productModel: ProductModel, offset: number): [string, () => Scene][] {
  return listImageBrands(productModel.name).map((brand, index) => [
    `${productModel.name}-${index + 1}`,
    () => {
      const { model, view } = productModel.draw({ index, brand });
      return {
        model: settle(model),
        view: { azimuth: -25, elevation: 18, fill: 0.8, middle: [0.5, 0.5], ...view },
        backdrop: backdropColors[(index * 5 + offset) % backdropColors.length] ?? backdropColors[0],
      };
    },
  ]);
}

export const scenes: ReadonlyMap<string, () => Scene> = new Map([
  ...productModels.flatMap(toScenes),
  ...portraitScenes,
  ...createCategoryScenes(productModels),
]);
