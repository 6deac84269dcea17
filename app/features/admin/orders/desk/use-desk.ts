/** Working through a queue: one order after the other, each of them taken by one person at a time. */
import { useRef, useState } from "react";
import { assertOnline } from "#app/components/admin/use-online.ts";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { findOrderFile, type OrderFile } from "#app/features/admin/orders/events/order-file.queries.ts";
import {
  type EventRecorder,
  type NewEvent,
  useRecordEvent,
} from "#app/features/admin/orders/events/use-record-event.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import type { OrderQueue } from "#app/lib/supabase/database.types.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type Claim, claimNextOrder, releaseOrder } from "./claims.mutations.ts";

interface Work {
  claim: Claim;
  file: OrderFile;
}

export interface Desk {
  /** The order that is worked on. */
  file: OrderFile | null;
  busy: boolean;
  /** There is no order after the last one. */
  isAtEnd: boolean;
  recorder: EventRecorder;
  /** Takes the first order of the queue, or the one that was left. */
  start(): Promise<void>;
  /** Leaves the order as it is, and takes the next one. */
  skip(): Promise<void>;
  /** Gives the order back, and returns to the list. */
  stop(): Promise<void>;
  /** Loads the order again. */
  reload(): Promise<void>;
}

/** `onMoved` loads the list and the counts again, when an order is taken, done or given back. */
export function useDesk(queue: OrderQueue, onMoved: () => Promise<void>): Desk {
  const [work, setWork] = useState<Work | null>(null);
  const [isAtEnd, setIsAtEnd] = useState(false);
  const [busy, setBusy] = useState(false);
  /** A ref, since a second press may come before the next render. */
  const isBusy = useRef(false);

  const recorder = useRecordEvent(({ kind }: NewEvent) => (kind === "note" ? reload() : take(work)));

  async function attempt(run: () => Promise<void>) {
    if (isBusy.current || !assertOnline("la file ne peut pas avancer.")) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await run();
    } catch (error) {
      console.error("admin: the queue could not be worked through", error);
      toastError(toUserMessage(error));
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }

  const take = (done: Work | null) =>
    attempt(async () => {
      let claim = await claimNextOrder(getSupabase(), queue, done?.claim.place ?? null);
      let file = claim && (await findOrderFile(getSupabase(), claim.order_id));
      // One that was deleted meanwhile is passed over.
      while (claim && !file) {
        claim = await claimNextOrder(getSupabase(), queue, claim.place);
        file = claim && (await findOrderFile(getSupabase(), claim.order_id));
      }
      setWork(claim && file ? { claim, file } : null);
      setIsAtEnd(!claim);
      void onMoved();
    });

  /** Another order takes the place of this one, with the note that was typed for it. */
  async function leave(next: () => Promise<void>) {
    if (!work || (await recorder.recordNote(work.file.order)) === null) await next();
  }

  const stop = () =>
    attempt(async () => {
      if (work) await releaseOrder(getSupabase(), work.claim.order_id);
      setWork(null);
      void onMoved();
    });

  async function reload() {
    if (!work) return;
    const { claim } = work;
    try {
      const file = await findOrderFile(getSupabase(), claim.order_id);
      // The next order may have been taken meanwhile.
      if (file) setWork((now) => (now?.claim === claim ? { claim, file } : now));
    } catch (error) {
      console.error("admin: the order could not be reloaded", error);
    }
  }

  return {
    file: work?.file ?? null,
    busy,
    isAtEnd,
    recorder,
    start: () => take(null),
    skip: () => leave(() => take(work)),
    stop: () => leave(stop),
    reload,
  };
}
