/** The states of a stock count. */
import type { TagColor } from "#app/components/admin/tag.tsx";

const STATES: Readonly<Record<string, { label: string; color: TagColor }>> = {
  open: { label: "En cours", color: "blue" },
  closed: { label: "Clôturé", color: "green" },
  cancelled: { label: "Abandonné", color: "gray" },
};

export function getCountState(state: string): { label: string; color: TagColor } {
  return STATES[state] ?? { label: state, color: "gray" };
}
