/** The stages of an order as the staff sees them; customers see the status. */
import type { TagColor } from "#app/components/admin/tag.tsx";
import type { OrderStage } from "#app/lib/supabase/database.types.ts";

const orderStages: Readonly<Record<OrderStage, { label: string; color: TagColor }>> = {
  to_confirm: { label: "À confirmer", color: "amber" },
  confirmed: { label: "Confirmée", color: "blue" },
  prepared: { label: "Préparée", color: "blue" },
  on_road: { label: "En route", color: "blue" },
  delivered: { label: "Livrée", color: "green" },
  refused: { label: "Refusée", color: "red" },
  cancelled: { label: "Annulée", color: "red" },
};

/** A stage that is newer than this version of the code is shown by its name. */
export function getOrderStageLabel(stage: string): string {
  return isOrderStage(stage) ? orderStages[stage].label : stage;
}

export function getOrderStageColor(stage: string): TagColor {
  return isOrderStage(stage) ? orderStages[stage].color : "gray";
}

function isOrderStage(stage: string): stage is OrderStage {
  return Object.hasOwn(orderStages, stage);
}
