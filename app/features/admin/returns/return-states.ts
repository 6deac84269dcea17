/** The states of a return, as the staff reads them. */
import type { TagColor } from "#app/components/admin/tag.tsx";

export const RETURN_STATES = ["requested", "accepted", "received", "refused"] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

export const RETURN_STATE_TAGS: Readonly<Record<ReturnState, { label: string; color: TagColor }>> = {
  requested: { label: "Demandé", color: "amber" },
  accepted: { label: "Attendu", color: "blue" },
  received: { label: "Reçu", color: "green" },
  refused: { label: "Refusé", color: "gray" },
};

export const parseReturnState = (text: string | null): ReturnState | null =>
  RETURN_STATES.find((state) => state === text) ?? null;
