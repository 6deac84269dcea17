/**
 * Tells of new orders on every screen of the admin area: by a toast, in the title of the tab until the list of
 * orders is looked at, and by a sound if the browser is set to.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { toast } from "#app/components/ui/toast/toast.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { listArrivals } from "./arrivals.ts";
import { getNewestOrderTime, listOrdersFrom, type NewOrder } from "./new-orders.queries.ts";
import { isSoundOn, playOrderSound } from "./order-sound.ts";
import { markTitle } from "./tab-title.ts";

const LIST_PATH = "/admin/orders";

export function useNewOrders(): void {
  const { pathname } = useLocation();
  const [unseen, setUnseen] = useState<readonly NewOrder[]>([]);
  /** The newest known order's time, and the ids that were told or existed before; null until the first query. */
  const known = useRef<{ moment: string; ids: Set<string> } | null>(null);

  async function look() {
    try {
      const arrived = await findArrivals(known);
      if (arrived.length === 0) return;
      const isSeen = isListVisible(pathname);
      const all = [...arrived, ...unseen];
      setUnseen(isSeen ? [] : all);
      announce(isSeen ? arrived : all);
      if (isSoundOn()) void playOrderSound();
    } catch (error) {
      console.error("admin: the new orders could not be loaded", error);
    }
  }
  // A hidden tab is where the title and the sound are for.
  useRealtimeRevalidation(["orders"], look, { whileHidden: true });

  const lookAtList = useEffectEvent(() => {
    if (isListVisible(pathname)) setUnseen([]);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may lead to the list.
  useEffect(() => {
    lookAtList();
    document.addEventListener("visibilitychange", lookAtList);
    return () => document.removeEventListener("visibilitychange", lookAtList);
  }, [pathname]);

  // After each rendering: a navigation has set the screen's own title.
  useEffect(() => {
    document.title = markTitle(document.title, unseen.length);
  });
}

function isListVisible(pathname: string): boolean {
  return pathname === LIST_PATH && document.visibilityState === "visible";
}

/** What others have ordered or entered since the last call, newest first; nothing at the first call. */
async function findArrivals(known: {
  current: { moment: string; ids: Set<string> } | null;
}): Promise<NewOrder[]> {
  const client = getSupabase();
  if (!known.current) {
    const moment = await getNewestOrderTime(client);
    const ids = (await listOrdersFrom(client, moment)).map(({ id }) => id);
    known.current ??= { moment, ids: new Set(ids) };
    return [];
  }
  const { moment, ids } = known.current;
  const found = await listOrdersFrom(client, moment);
  const arrived = listArrivals(found, ids);
  known.current = { moment: found[0]?.created_at ?? moment, ids: new Set(found.map(({ id }) => id)) };
  return arrived;
}

/** One toast for all that nobody has looked at yet. */
function announce(orders: readonly NewOrder[]): void {
  const [newest] = orders;
  if (!newest) return;
  const amount = orders.reduce((sum, { total_amount }) => sum + total_amount, 0);
  toast({
    topic: "new orders",
    variant: "info",
    ...(orders.length === 1
      ? {
          title: `Nouvelle commande ${newest.number}`,
          description: `${newest.customer_name}, ${formatXof(amount)}`,
          action: { label: "Ouvrir", to: `${LIST_PATH}?search=${newest.number}` },
        }
      : {
          title: `${orders.length} nouvelles commandes`,
          description: formatXof(amount),
          action: { label: "Voir les commandes", to: LIST_PATH },
        }),
  });
}
