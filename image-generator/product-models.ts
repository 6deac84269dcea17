/** All product models by kind. */
import type { ProductModel, ProductModels } from "./product-model.ts";
import { basinModels } from "./product-models/basins.ts";
import { buildingMaterialModels } from "./product-models/building-materials.ts";
import { bulbModels } from "./product-models/bulbs.ts";
import { cableModels } from "./product-models/cables.ts";
import { compressorModels } from "./product-models/compressors.ts";
import { cutterModels } from "./product-models/cutters.ts";
import { drillModels } from "./product-models/drills.ts";
import { fanModels } from "./product-models/fans.ts";
import { fixingModels } from "./product-models/fixings.ts";
import { floodlightModels } from "./product-models/floodlights.ts";
import { generatorModels } from "./product-models/generators.ts";
import { hammerModels } from "./product-models/hammers.ts";
import { hoseModels } from "./product-models/hoses.ts";
import { ladderAndBoxModels } from "./product-models/ladders-and-boxes.ts";
import { lockModels } from "./product-models/locks.ts";
import { measuringModels } from "./product-models/measuring.ts";
import { paintModels } from "./product-models/paint.ts";
import { pipeModels } from "./product-models/pipes.ts";
import { plierModels } from "./product-models/pliers.ts";
import { protectionModels } from "./product-models/protection.ts";
import { pumpAndTankModels } from "./product-models/pumps-and-tanks.ts";
import { sackModels } from "./product-models/sacks.ts";
import { sanderModels } from "./product-models/sanders.ts";
import { sawModels } from "./product-models/saws.ts";
import { screwdriverModels } from "./product-models/screwdrivers.ts";
import { shovelModels } from "./product-models/shovels.ts";
import { showerModels } from "./product-models/showers.ts";
import { solarModels } from "./product-models/solar.ts";
import { spannerModels } from "./product-models/spanners.ts";
import { sprayerModels } from "./product-models/sprayers.ts";
import { switchgearModels } from "./product-models/switchgear.ts";
import { tapModels } from "./product-models/taps.ts";
import { toiletModels } from "./product-models/toilets.ts";
import { welderModels } from "./product-models/welders.ts";
import { wheelbarrowModels } from "./product-models/wheelbarrows.ts";

export const productModels: ProductModels = {
  ...basinModels,
  ...toiletModels,
  ...showerModels,
  ...buildingMaterialModels,
  ...cableModels,
  ...drillModels,
  ...fixingModels,
  ...shovelModels,
  ...wheelbarrowModels,
  ...cutterModels,
  ...hammerModels,
  ...screwdriverModels,
  ...spannerModels,
  ...plierModels,
  ...ladderAndBoxModels,
  ...bulbModels,
  ...floodlightModels,
  ...fanModels,
  ...lockModels,
  ...measuringModels,
  ...paintModels,
  ...pipeModels,
  ...protectionModels,
  ...pumpAndTankModels,
  ...sackModels,
  ...sawModels,
  ...sanderModels,
  ...solarModels,
  ...switchgearModels,
  ...tapModels,
  ...hoseModels,
  ...sprayerModels,
  ...welderModels,
  ...generatorModels,
  ...compressorModels,
};

/** The model of a kind. Throws if there is none. */
export function getProductModel(kind: string): ProductModel {
  const model = productModels[kind];
  if (!model) throw new Error(`No product model is called ${kind}.`);
  return model;
}
