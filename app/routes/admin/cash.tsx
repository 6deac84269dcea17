/** /admin/cash: what each account holds, the runs to close, and the closing of the drawer's days. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { Balances } from "#app/features/admin/cash/balances.tsx";
import { closeDrawer, closeRun } from "#app/features/admin/cash/cash.mutations.ts";
import {
  type Balance,
  type Closing,
  listBalances,
  listClosings,
  listRunsToClose,
  type RunToClose,
} from "#app/features/admin/cash/cash.queries.ts";
import { CashTabs } from "#app/features/admin/cash/cash-tabs.tsx";
import { CountDialog } from "#app/features/admin/cash/count-dialog.tsx";
import { MovementDialog } from "#app/features/admin/cash/movement-dialogs.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatShortDay } from "#app/lib/format/date-times.ts";
import { addDays, getToday } from "#app/lib/format/days.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/cash";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/cash", "Caisse");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const today = getToday();
  const page = parsePageParam(new URL(request.url).searchParams.get("page"));
  const [balances, yesterday, runs, closings] = await Promise.all([
    toResult("cash balances", listBalances(client)),
    toResult("cash balances of yesterday", listBalances(client, addDays(today, -1))),
    toResult("runs to close", listRunsToClose(client)),
    toResult("closings of the drawer", listClosings(client, page)),
  ]);
  return { today, balances, yesterday, runs, closings };
}

type Open = { kind: "movement" } | { kind: "drawer" } | { kind: "run"; run: RunToClose };

export default function CashPage({ loaderData }: Route.ComponentProps) {
  const { today, balances, yesterday, runs, closings } = loaderData;
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["orders"], revalidate);
  const [open, setOpen] = useState<Open | null>(null);
  const mayTake = useRight("cash.take");
  const mayClose = useRight("cash.close");
  const close = () => setOpen(null);
  async function onDone() {
    close();
    await revalidate();
  }
  // What others have moved since the page was loaded, and the day that may have begun, are in what is counted.
  function show(next: Open) {
    setOpen(next);
    void revalidate();
  }
  const counted = open?.kind === "run" ? open.run : null;
  const closing = (runs.ok && runs.value.find(({ id }) => id === counted?.id)) || counted;
  const lastDay = closings.ok && closings.value.page === 1 ? (closings.value.rows[0]?.day ?? "") : today;
  // Today, or yesterday in a shop that counts in the morning.
  const openDays = [
    { day: today, result: balances },
    { day: addDays(today, -1), result: yesterday },
  ].flatMap(({ day, result }) =>
    result.ok && day > lastDay ? { day, drawer: getDrawer(result.value) } : [],
  );

  return (
    <>
      <CashTabs />
      <PageActions lead="Chaque franc qui entre ou sort est un mouvement du livre.">
        {mayTake && (
          <Button variant="outline" onClick={() => setOpen({ kind: "movement" })}>
            Nouveau mouvement
          </Button>
        )}
        {mayClose && openDays.length > 0 && (
          <Button variant="primary" onClick={() => show({ kind: "drawer" })}>
            Clôturer la caisse
          </Button>
        )}
      </PageActions>
      {balances.ok ? (
        <Balances balances={balances.value} />
      ) : (
        <RouteLoadError message="Impossible de charger la caisse" />
      )}
      <Panel title="Tournées à clôturer">
        {runs.ok ? (
          <Runs runs={runs.value} onClose={mayClose ? (run) => show({ kind: "run", run }) : undefined} />
        ) : (
          <div className="p-3">
            <RouteLoadError message="Impossible de charger les tournées" />
          </div>
        )}
      </Panel>
      <h2 className="text-base">Clôtures de la caisse</h2>
      <ListResult
        result={closings}
        errorMessage="Impossible de charger les clôtures"
        empty={<p>Aucun jour n'est clôturé. Comptez le tiroir chaque soir.</p>}
      >
        {(rows) => (
          <DataTable
            caption="Les jours clôturés"
            columns={closingColumns}
            rows={rows}
            getRowKey={({ day }) => day}
          />
        )}
      </ListResult>
      {open?.kind === "movement" && <MovementDialog onClose={close} onSaved={onDone} />}
      {open?.kind === "drawer" && <DrawerDialog days={openDays} onClose={close} onDone={onDone} />}
      {closing && (
        <CountDialog
          title={`Clôturer « ${closing.name} »`}
          label="Montant remis (XOF)"
          expected={closing.held_amount}
          action="close a run"
          onCount={(amount, note) => closeRun(getSupabase(), closing.id, amount, note)}
          onDone={async () => {
            toast({ title: "Tournée clôturée", description: closing.name });
            await onDone();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

const getDrawer = (balances: readonly Balance[]) =>
  balances.reduce((sum, { account, amount }) => sum + (account === "drawer" ? amount : 0), 0);

interface DrawerDialogProps {
  /** The days that can be closed, with what the drawer holds at their end. */
  days: readonly { day: string; drawer: number }[];
  onClose(): void;
  onDone(): Promise<void>;
}

function DrawerDialog({ days, onClose, onDone }: DrawerDialogProps) {
  const [today, yesterday] = days;
  // Whoever counts after midnight, or in the morning, counts the day before: nothing has moved since.
  const [chosen, setChosen] = useState(
    () =>
      (yesterday && yesterday.drawer === today?.drawer ? yesterday : today) ?? { day: getToday(), drawer: 0 },
  );
  // A day that somebody else has closed meanwhile stays chosen, and the database says so.
  const current = days.find((each) => each.day === chosen.day);
  const { day, drawer } = current ?? chosen;
  return (
    <CountDialog
      title="Clôturer la caisse"
      label="Montant compté dans le tiroir (XOF)"
      expected={drawer}
      action="close the drawer"
      onCount={(amount, note) => closeDrawer(getSupabase(), day, amount, note)}
      onDone={async () => {
        toast({ title: "Caisse clôturée", description: formatDay(day) });
        await onDone();
      }}
      onClose={onClose}
    >
      <Field label="Jour" hint="Ce qui est encaissé après la clôture compte pour le lendemain.">
        {(control) => (
          <select
            {...control}
            value={day}
            onChange={({ target }) => setChosen(days.find((each) => each.day === target.value) ?? chosen)}
          >
            {(current ? days : [chosen, ...days]).map((each) => (
              <option key={each.day} value={each.day}>
                {formatDay(each.day)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </CountDialog>
  );
}

interface RunsProps {
  runs: readonly RunToClose[];
  /** Absent for whoever may not close a run. */
  onClose: ((run: RunToClose) => void) | undefined;
}

function Runs({ runs, onClose }: RunsProps) {
  if (runs.length === 0) return <p className="p-4 text-sm text-muted">Aucune tournée n'est dehors.</p>;
  return (
    <ul className="divide-y divide-border">
      {runs.map((run) => (
        <li key={run.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
          <div className="min-w-0 grow basis-48">
            <p className="font-semibold wrap-anywhere">
              {run.name} {run.state === "closed" && <Tag color="amber">Reçu après la clôture</Tag>}
            </p>
            <p className="text-muted">
              {[run.courier_name, formatShortDay(run.day)].filter(Boolean).join(" · ")}
              {run.open_stops > 0 &&
                ` · ${formatCount(run.open_stops, "arrêt sans résultat", "arrêts sans résultat")}`}
            </p>
          </div>
          <p className="tabular-nums">
            <strong className="whitespace-nowrap">{formatXof(run.held_amount)}</strong> à remettre
            {run.mobile_money > 0 && (
              <span className="block text-muted">{formatXof(run.mobile_money)} en mobile money</span>
            )}
          </p>
          {onClose && (
            <Button
              variant="outline"
              aria-label={`Clôturer la tournée ${run.name}`}
              disabled={run.open_stops > 0}
              className="max-sm:w-full"
              onClick={() => onClose(run)}
            >
              Clôturer
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const closingColumns: Column<Closing>[] = [
  {
    label: "Jour",
    isRowHeader: true,
    render: ({ day }) => <span className="inline-block first-letter:uppercase">{formatDay(day)}</span>,
  },
  { label: "Attendu", numeric: true, render: ({ expected_amount }) => formatXof(expected_amount) },
  { label: "Compté", numeric: true, render: ({ counted_amount }) => formatXof(counted_amount) },
  {
    label: "Écart",
    numeric: true,
    render: ({ expected_amount, counted_amount }) =>
      counted_amount === expected_amount ? (
        "–"
      ) : (
        <strong className="whitespace-nowrap text-danger">
          {formatXof(counted_amount - expected_amount)}
        </strong>
      ),
  },
  { label: "Note", render: ({ note }) => <span className="wrap-anywhere">{note ?? "–"}</span> },
  { label: "Par", render: ({ actor_name }) => actor_name ?? "–" },
];
