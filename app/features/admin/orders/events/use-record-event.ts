/** Records events of orders, each once however often the button is pressed. */
import { useRef, useState } from "react";
import { assertOnline } from "#app/components/admin/use-online.ts";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { recordOrderEvent, type SentEvent } from "./order-events.mutations.ts";
import { getEventLabel } from "./order-events.ts";

export type NewEvent = Pick<SentEvent, "kind" | "data">;

export interface EventRecorder {
  /** The kind of event that is being recorded. */
  pending: string | null;
  /** Null once it is recorded; else the reason why it is not, which has been reported. */
  record(order: { id: string; number: string }, event: NewEvent): Promise<string | null>;
}

/** `onRecorded` loads what follows; `record` resolves after it. */
export function useRecordEvent(onRecorded: (event: NewEvent) => Promise<void>): EventRecorder {
  const [pending, setPending] = useState<string | null>(null);
  /** A ref, since a second press may come before the next render. */
  const isBusy = useRef(false);
  /** What was sent without an answer: pressed again, it is the same event. */
  const unanswered = useRef<SentEvent | null>(null);

  async function record({ id, number }: { id: string; number: string }, { kind, data }: NewEvent) {
    if (isBusy.current) return "";
    if (!assertOnline("rien n'est enregistré.")) return "Pas de réseau";
    isBusy.current = true;
    setPending(kind);
    const event = reuse(unanswered.current, { id: randomId(), order_id: id, kind, data });
    unanswered.current = event;
    try {
      const conflict = await recordOrderEvent(getSupabase(), event);
      unanswered.current = null;
      const label = getEventLabel({ kind, data });
      toast({
        title: `Commande ${number}`,
        description: conflict ? `${label}. À vérifier : ${conflict}` : label,
        topic: "order event",
      });
    } catch (error) {
      console.error("admin: the event could not be recorded", error);
      const message = toUserMessage(error);
      toastError(message);
      return message;
    } finally {
      isBusy.current = false;
      setPending(null);
    }
    await onRecorded({ kind, data });
    return null;
  }

  return { pending, record };
}

function reuse(earlier: SentEvent | null, event: SentEvent): SentEvent {
  const isSame = earlier !== null && JSON.stringify({ ...earlier, id: event.id }) === JSON.stringify(event);
  return isSame ? earlier : event;
}
