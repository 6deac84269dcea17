/**
 * Records events of orders, each once however often the button is pressed. A note that is typed and not added yet is
 * recorded before them: whoever types it during a call taps the outcome, which leads to the next order.
 */
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
  /** The note as it is typed. */
  note: string;
  typeNote(text: string): void;
  /** Records the typed note, if there is one. Resolves as `record`. */
  recordNote(order: RecordedOrder): Promise<string | null>;
  /** Null once it is recorded; else the reason why it is not, which has been reported. */
  record(order: RecordedOrder, event: NewEvent): Promise<string | null>;
}

interface RecordedOrder {
  id: string;
  number: string;
}

/** `onRecorded` loads what follows; `record` resolves after it. */
export function useRecordEvent(onRecorded: (event: NewEvent) => Promise<void>): EventRecorder {
  const [pending, setPending] = useState<string | null>(null);
  const [note, setNote] = useState("");
  /** A ref, since a second press may come before the next render. */
  const isBusy = useRef(false);
  /** What was sent without an answer: pressed again, it is the same event. */
  const unanswered = useRef<SentEvent | null>(null);

  async function record(order: RecordedOrder, event: NewEvent) {
    if (isBusy.current) return "";
    if (!assertOnline("rien n'est enregistré.")) return "Pas de réseau";
    isBusy.current = true;
    setPending(event.kind);
    const text = note.trim();
    let hasNoted = false;
    try {
      if (event.kind !== "note" && text !== "") {
        await send(order, { kind: "note", data: { text } });
        setNote("");
        hasNoted = true;
      }
      const conflict = await send(order, event);
      if (event.kind === "note" && event.data.text === text) setNote("");
      const label = getEventLabel(event);
      toast({
        title: `Commande ${order.number}`,
        description: conflict ? `${label}. À vérifier : ${conflict}` : label,
        topic: "order event",
      });
    } catch (error) {
      console.error("admin: the event could not be recorded", error);
      const message = toUserMessage(error);
      toastError(message);
      if (hasNoted) void onRecorded({ kind: "note", data: { text } });
      return message;
    } finally {
      isBusy.current = false;
      setPending(null);
    }
    await onRecorded(event);
    return null;
  }

  async function send({ id }: RecordedOrder, { kind, data }: NewEvent): Promise<string | null> {
    const event = reuse(unanswered.current, { id: randomId(), order_id: id, kind, data });
    unanswered.current = event;
    const conflict = await recordOrderEvent(getSupabase(), event);
    unanswered.current = null;
    return conflict;
  }

  async function recordNote(order: RecordedOrder) {
    const text = note.trim();
    return text === "" ? null : await record(order, { kind: "note", data: { text } });
  }

  return { pending, note, typeNote: setNote, recordNote, record };
}

function reuse(earlier: SentEvent | null, event: SentEvent): SentEvent {
  const isSame = earlier !== null && JSON.stringify({ ...earlier, id: event.id }) === JSON.stringify(event);
  return isSame ? earlier : event;
}
