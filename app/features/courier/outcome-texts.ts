/** What the courier's pages say of an outcome and of what is still to be sent. */
import type { CourierStop, OutcomeKind } from "./courier-run.ts";
import type { QueuedOutcome } from "./outcome-queue.ts";

export const OUTCOME_LABELS: Readonly<Record<OutcomeKind, string>> = {
  delivered: "Livrée",
  partly_delivered: "Livrée en partie",
  refused: "Refusée",
  absent: "Client absent",
};

/** Beside a stop: what came of it, and whether the shop knows. */
export interface StopState {
  /** «Livrée»; what happened at the desk for a stop without an outcome. */
  label: string;
  sending: "À envoyer" | "Envoyé" | "Conflit" | "Non accepté" | null;
  /** Why it is a conflict, or not accepted. */
  message: string;
}

/** Of a closed stop that its courier told nothing of, by the stage of the order. */
const TOLD_AT_THE_DESK: Readonly<Record<string, string>> = {
  delivered: "Livrée, d'après la boutique",
  refused: "Refusée, d'après la boutique",
  cancelled: "Annulée par la boutique",
};

/** Null for a stop that is still open. The device knows more than the shop until everything is sent. */
export function getStopState(
  stop: Pick<CourierStop, "isOpen" | "outcome" | "stage">,
  queued: QueuedOutcome | undefined,
): StopState | null {
  if (queued) {
    const sending = {
      waiting: "À envoyer",
      sent: "Envoyé",
      conflict: "Conflit",
      rejected: "Non accepté",
    } as const;
    return { label: OUTCOME_LABELS[queued.kind], sending: sending[queued.state], message: queued.message };
  }
  const { outcome } = stop;
  if (outcome) {
    return {
      label: OUTCOME_LABELS[outcome.kind],
      sending: outcome.conflict === null ? "Envoyé" : "Conflit",
      message: outcome.conflict ?? "",
    };
  }
  if (stop.isOpen) return null;
  return { label: TOLD_AT_THE_DESK[stop.stage] ?? "Retirée de la tournée", sending: null, message: "" };
}

/** «3 à envoyer», «1 conflit», «Tout est envoyé». */
export function describeQueue(outcomes: readonly QueuedOutcome[]): string {
  const count = (state: QueuedOutcome["state"]) =>
    outcomes.filter((outcome) => outcome.state === state).length;
  const waiting = count("waiting");
  const conflicts = count("conflict") + count("rejected");
  const parts = [
    waiting > 0 && `${waiting} à envoyer`,
    conflicts > 0 && (conflicts === 1 ? "1 conflit" : `${conflicts} conflits`),
  ].filter(Boolean);
  return parts.length === 0 ? "Tout est envoyé" : parts.join(", ");
}
