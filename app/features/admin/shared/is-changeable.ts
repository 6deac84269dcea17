/** Whether the lines, the place and the day of an order may still change: until it is on the road. */
import type { OrderStage } from "#app/lib/supabase/database.types.ts";

export function isChangeable({ stage }: { stage: OrderStage }): boolean {
  return stage === "to_confirm" || stage === "confirmed" || stage === "prepared";
}
