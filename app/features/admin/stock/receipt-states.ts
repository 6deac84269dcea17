/** The states of a receipt. */
import type { TagColor } from "#app/components/admin/tag.tsx";

const STATES: Readonly<Record<string, { label: string; color: TagColor }>> = {
  expected: { label: "Attendue", color: "blue" },
  partly: { label: "Reçue en partie", color: "amber" },
  complete: { label: "Complète", color: "green" },
};

export function getReceiptState(state: string): { label: string; color: TagColor } {
  return STATES[state] ?? { label: state, color: "gray" };
}
