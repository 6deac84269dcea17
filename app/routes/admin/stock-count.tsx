/** /admin/stock-counts/:id: several people count, see each other's lines, and somebody closes the count. */
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { type CountedItem, CountForm } from "#app/features/admin/stock/count-form.tsx";
import { CountLines, Uncounted } from "#app/features/admin/stock/count-lines.tsx";
import { getCountState } from "#app/features/admin/stock/count-states.ts";
import { cancelCount, closeCount, discardCountLine } from "#app/features/admin/stock/counts.mutations.ts";
import {
  findCount,
  listCountLines,
  listUncounted,
  type StockCount,
  type UncountedItem,
} from "#app/features/admin/stock/counts.queries.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/stock-count";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `/admin/stock-counts/${params.id}`, "Comptage");
}

export async function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const page = parsePageParam(new URL(request.url).searchParams.get("page"));
  const count = await toResult("stock count", findCount(client, id));
  if (!count.ok || count.value === null) return { count, lines: null, uncounted: null };
  const hasScope = count.value.shelf !== null || count.value.categories !== null;
  const [lines, uncounted] = await Promise.all([
    toResult("count lines", listCountLines(client, id, page)),
    hasScope && count.value.state === "open" ? toResult("uncounted items", listUncounted(client, id)) : null,
  ]);
  return { count, lines, uncounted };
}

/** How often the lines of the others are read. */
const REFRESH_MS = 15_000;

export default function StockCountPage({ loaderData }: Route.ComponentProps) {
  const { count, lines, uncounted } = loaderData;
  const { mutate } = useMutation();
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState<CountedItem | null>(null);
  const isOpen = count.ok && count.value?.state === "open";
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isOpen, revalidate]);
  return (
    <RowResult
      result={count}
      errorMessage="Impossible de charger le comptage"
      notFoundMessage="Ce comptage n'existe pas."
      list={{ path: "/admin/stock-counts", label: "Comptages" }}
    >
      {(value) => (
        <>
          <CountHead count={value} />
          {isOpen && (
            <CountForm
              countId={value.id}
              own={lines?.ok ? lines.value.rows.filter(({ is_own }) => is_own) : []}
              chosen={chosen}
              onChoose={setChosen}
            />
          )}
          {lines && (
            <ListResult
              result={lines}
              errorMessage="Impossible de charger ce qui est compté"
              empty="Rien n'est encore compté."
            >
              {(rows) => (
                <CountLines
                  lines={rows}
                  onDiscard={
                    isOpen
                      ? (line) =>
                          void mutate("Écarter un comptage", () => discardCountLine(getSupabase(), line.id))
                      : undefined
                  }
                />
              )}
            </ListResult>
          )}
          {uncounted && <UncountedPanel result={uncounted} onChoose={setChosen} />}
        </>
      )}
    </RowResult>
  );
}

interface UncountedPanelProps {
  result: Result<UncountedItem[]>;
  onChoose(item: CountedItem): void;
}

function UncountedPanel({ result, onChoose }: UncountedPanelProps) {
  const lastGood = useLastGood(result);
  return (
    <Panel title="Pas encore comptés">
      {lastGood.ok ? (
        <Uncounted items={lastGood.value} onCount={({ item_id, name }) => onChoose({ id: item_id, name })} />
      ) : (
        <RouteLoadError message="Impossible de charger ce qui reste à compter" />
      )}
    </Panel>
  );
}

function CountHead({ count }: { count: StockCount }) {
  const { mutate } = useMutation();
  const [ending, setEnding] = useState<"close" | "cancel" | null>(null);
  const mayClose = useRight("stock.close");
  const { label, color } = getCountState(count.state);
  const scope = count.shelf ? `Rayon ${count.shelf}` : (count.categories?.name ?? "Libre");
  return (
    <>
      <PageActions
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <strong className="wrap-anywhere text-foreground">{count.name}</strong>
            <Tag color={color}>{label}</Tag>
            <span>
              {scope}
              {count.ended_at && `, ${formatDateTime(count.ended_at)} par ${count.ended_by ?? "–"}`}
            </span>
          </span>
        }
      >
        {mayClose && count.state === "open" && (
          <>
            <Button variant="outline" onClick={() => setEnding("cancel")}>
              Abandonner
            </Button>
            <Button variant="primary" onClick={() => setEnding("close")}>
              Clôturer
            </Button>
          </>
        )}
      </PageActions>
      {ending && (
        <ConfirmDialog
          title={ending === "close" ? `Clôturer « ${count.name} » ?` : `Abandonner « ${count.name} » ?`}
          confirmLabel={ending === "close" ? "Clôturer" : "Abandonner"}
          onConfirm={async () => {
            await mutate("Terminer le comptage", async () => {
              if (ending === "cancel") return cancelCount(getSupabase(), count.id);
              const booked = await closeCount(getSupabase(), count.id);
              toast({
                title: "Comptage clôturé",
                description:
                  booked === 0
                    ? "Aucun écart"
                    : formatCount(booked, "écart enregistré", "écarts enregistrés"),
              });
            });
            setEnding(null);
          }}
          onCancel={() => setEnding(null)}
        >
          {ending === "close"
            ? "Les écarts changent le stock. Ce que personne n'a compté reste comme il est."
            : "Rien de ce qui est compté ne change le stock."}
        </ConfirmDialog>
      )}
    </>
  );
}
