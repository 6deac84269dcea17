/** The state of a courier's page: the runs and the queue of the device, and what is sent and read when there is a network. */
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { randomId } from "#app/lib/random-id.ts";
import { readStoredSession } from "#app/lib/supabase/read-stored-session.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { createTransport } from "./courier.mutations.ts";
import { getCourierRuns, isAccessGranted } from "./courier.queries.ts";
import type { CourierRun, CourierStop, OutcomeKind } from "./courier-run.ts";
import { readRuns, storeRuns } from "./courier-storage.ts";
import {
  createOutcomeQueue,
  type Outage,
  type OutcomeData,
  type QueuedOutcome,
  sendWaiting,
  toOutage,
} from "./outcome-queue.ts";

const INTERVAL_MS = 60_000;
/** After a failure, doubled each time: a phone may say that it is online without a network, and not when there is one. */
const RETRY_MS = 2000;

/** `loading` until the shop has answered for the first time. */
type Link = "loading" | "online" | Outage | "signed-out";

export interface Courier {
  runs: readonly CourierRun[];
  /** In the order in which they were told. */
  outcomes: readonly QueuedOutcome[];
  link: Link;
  isBusy: boolean;
  refresh(): Promise<void>;
  /** Stores the outcome, then sends it. Throws when the device has no room for it. */
  tell(run: CourierRun, stop: CourierStop, kind: OutcomeKind, data: OutcomeData, photo: string | null): void;
  /** Takes back what was not sent yet, or confirms that a message was read. */
  remove(id: string): void;
}

export function useCourier(accountId: string): Courier {
  const queue = useMemo(() => createOutcomeQueue(window.localStorage, accountId), [accountId]);
  const [runs, setRuns] = useState(() => readRuns(window.localStorage));
  const [outcomes, setOutcomes] = useState(() => queue.list());
  const [link, setLink] = useState<Link>("loading");
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef<Promise<void> | null>(null);
  const isAskedAgain = useRef(false);
  const failures = useRef(0);

  const synchronize = useCallback(async () => {
    if (!navigator.onLine) return setLink("offline");
    const isSignedIn = readStoredSession()?.user.id === accountId;
    const result = isSignedIn ? await sendWaiting(queue, createTransport(accountId)) : "signed-out";
    setOutcomes(queue.list());
    if (result !== "done") return setLink(result);
    try {
      const sent = queue.list().filter(({ state }) => state === "sent");
      const received = await getCourierRuns(getSupabase());
      // An answer without a list does not say that there are no runs.
      if (!Array.isArray(received)) throw new Error("The answer is no list");
      if (received.length === 0 && !(await isAccessGranted(getSupabase()))) return setLink("signed-out");
      storeRuns(window.localStorage, received);
      // The runs say now what came of these stops.
      for (const { id } of sent) queue.remove(id);
      setRuns(readRuns(window.localStorage));
      setOutcomes(queue.list());
      setLink("online");
    } catch (error) {
      console.warn("courier: the runs could not be read", error);
      setLink(readStoredSession() === null ? "signed-out" : toOutage(error));
    }
  }, [accountId, queue]);

  /** One at a time; what is told meanwhile is sent by another one after it. */
  const refresh = useCallback((): Promise<void> => {
    isAskedAgain.current = true;
    running.current ??= (async () => {
      setIsBusy(true);
      while (isAskedAgain.current) {
        isAskedAgain.current = false;
        await synchronize();
      }
      running.current = null;
      setIsBusy(false);
    })();
    return running.current;
  }, [synchronize]);

  const onTime = useEffectEvent(() => {
    if (document.visibilityState === "visible" && navigator.onLine) void refresh();
  });
  useEffect(() => {
    if (isBusy || (link !== "offline" && link !== "unavailable")) {
      if (link === "online") failures.current = 0;
      return;
    }
    const timer = setTimeout(() => onTime(), RETRY_MS * 2 ** failures.current);
    failures.current = Math.min(failures.current + 1, 5);
    return () => clearTimeout(timer);
  }, [isBusy, link]);
  const onStorage = useEffectEvent(() => {
    setRuns(readRuns(window.localStorage));
    setOutcomes(queue.list());
  });
  useEffect(() => {
    const listen = () => onTime();
    const follow = () => onStorage();
    void refresh();
    const timer = setInterval(listen, INTERVAL_MS);
    window.addEventListener("online", listen);
    window.addEventListener("storage", follow);
    document.addEventListener("visibilitychange", listen);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", listen);
      window.removeEventListener("storage", follow);
      document.removeEventListener("visibilitychange", listen);
    };
  }, [refresh]);

  return {
    runs,
    outcomes,
    link,
    isBusy,
    refresh,
    tell({ id: runId }, { orderId, number }, kind, data, photo) {
      queue.add({ id: randomId(), runId, orderId, number, kind, at: new Date().toISOString(), data }, photo);
      setOutcomes(queue.list());
      void refresh();
    },
    remove(id) {
      queue.remove(id);
      setOutcomes(queue.list());
    },
  };
}
