/** The labels of a run's state and of what proves a delivery. */
import type { TagColor } from "#app/components/admin/tag.tsx";
import type { DeliveryProof } from "#app/lib/supabase/database.types.ts";

export const RUN_STATE_LABELS: Readonly<Record<string, string>> = {
  planned: "En préparation",
  out: "En route",
  closed: "Clôturée",
};

const stateColors: Readonly<Record<string, TagColor>> = { planned: "amber", out: "blue", closed: "green" };

export const getRunStateColor = (state: string): TagColor => stateColors[state] ?? "gray";

export const DELIVERY_PROOF_LABELS: Readonly<Record<DeliveryProof, string>> = {
  none: "Aucune",
  code: "Code du client",
  photo: "Photo",
};
