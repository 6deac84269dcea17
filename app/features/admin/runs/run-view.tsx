/** A run that is out or closed: what came of its stops, as its courier tells it. */
import { useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Tag, type TagColor } from "#app/components/admin/tag.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { DeliveryPhoto } from "#app/features/admin/shared/images/delivery-photo.tsx";
import { getOrderStageColor, getOrderStageLabel } from "#app/features/admin/shared/labels/order-stages.ts";
import { getRunStateColor, RUN_STATE_LABELS } from "#app/features/admin/shared/labels/run-labels.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { PlannedOrderText } from "./planned-order-text.tsx";
import { getTotals, type Run, type RunClosing, type RunOutcome, type RunStop } from "./run.ts";
import { takeOutOfRun } from "./runs.mutations.ts";

const OUTCOMES: Readonly<Record<RunOutcome["kind"], { label: string; color: TagColor }>> = {
  delivered: { label: "Livrée", color: "green" },
  partly_delivered: { label: "Livrée en partie", color: "blue" },
  refused: { label: "Refusée", color: "red" },
  absent: { label: "Absent", color: "amber" },
};

export function RunView({ run }: { run: Run }) {
  const { mutate } = useMutation();
  const [leaving, setLeaving] = useState<RunStop | null>(null);
  const mayPlan = useRight("runs.plan");
  const mayClose = useRight("cash.close");
  const open = run.stops.filter(({ is_open }) => is_open);
  const conflicts = run.stops.filter(({ outcome }) => outcome?.conflict);
  return (
    <>
      <Panel
        title={run.name}
        actions={<Tag color={getRunStateColor(run.state)}>{RUN_STATE_LABELS[run.state] ?? run.state}</Tag>}
      >
        <Facts
          facts={[
            ["Jour", formatDay(run.day)],
            ["Livreur", run.courier_name ?? "–"],
            ["Départ", run.out_at ? formatDateTime(run.out_at) : "–"],
            ["Reste à encaisser", formatXof(getTotals(open).due)],
          ]}
        />
      </Panel>
      {run.closing && <Closing closing={run.closing} />}
      {conflicts.length > 0 && (
        <Notice variant="error" role="status">
          {conflicts.length === 1 ? "1 résultat est" : `${conflicts.length} résultats sont`} en conflit : le
          livreur a rapporté autre chose que ce que la boutique savait. Vérifiez ces commandes avec lui&nbsp;:
          <span className="flex flex-wrap gap-x-4">
            {conflicts.map(({ order_id, number }) => (
              <Link
                key={order_id}
                to={`/admin/orders/${order_id}`}
                className="link inline-flex min-h-11 items-center md:min-h-9"
              >
                {number}
              </Link>
            ))}
          </span>
        </Notice>
      )}
      <Panel title={`Arrêts (${run.stops.length - open.length} sur ${run.stops.length} faits)`}>
        <ol className="divide-y divide-border">
          {run.stops.map((stop, index) => (
            <li key={stop.order_id} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-2">
              <span className="min-w-6 font-bold tabular-nums">{index + 1}.</span>
              <span className="min-w-0 grow basis-56">
                <PlannedOrderText order={stop} />
                <span className="block text-sm font-semibold tabular-nums">{formatStopAmount(stop)}</span>
                {stop.outcome?.conflict && (
                  <span className="block text-sm font-semibold text-danger">
                    <UnbrokenNumbers text={stop.outcome.conflict} />
                  </span>
                )}
              </span>
              <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
                <StopTag stop={stop} />
                {run.proof === "photo" && isDelivery(stop.outcome) && (
                  <DeliveryPhoto
                    order={{ id: stop.order_id, number: stop.number }}
                    eventId={stop.outcome.id}
                  />
                )}
                <Link
                  to={`/admin/orders/${stop.order_id}`}
                  className="link inline-flex min-h-11 items-center text-sm md:min-h-9"
                >
                  Commande<span className="sr-only"> {stop.number}</span>
                </Link>
                {mayPlan && stop.is_open && run.state === "out" && (
                  <Button
                    variant="outline"
                    aria-label={`Retirer : ${stop.number}`}
                    onClick={() => setLeaving(stop)}
                  >
                    Retirer
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ol>
      </Panel>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Link to={`/admin/runs/${run.id}/sheet`} className={buttonClass("outline")}>
          Imprimer
        </Link>
        {mayClose && run.state === "out" && (
          <Link to="/admin/cash" className={buttonClass("outline")}>
            Clôturer à la caisse
          </Link>
        )}
      </div>
      {leaving && (
        <ConfirmDialog
          title="Retirer la commande de la tournée ?"
          confirmLabel="Retirer"
          onCancel={() => setLeaving(null)}
          onConfirm={async () => {
            const isDone = await mutate("retirer la commande", () =>
              takeOutOfRun(getSupabase(), run.id, leaving.order_id),
            );
            setLeaving(null);
            if (isDone) toast({ title: "Commande retirée", description: leaving.number });
          }}
        >
          La commande {leaving.number} reste en magasin, préparée, et peut entrer dans une autre tournée. Si
          le livreur l'a quand même livrée, son résultat compte.
        </ConfirmDialog>
      )}
    </>
  );
}

function Closing({ closing }: { closing: RunClosing }) {
  const { closed_at, closed_by, expected_amount, handed_amount, note } = closing;
  return (
    <Panel title="Clôture">
      <Facts
        facts={[
          ["Clôturée le", [formatDateTime(closed_at), closed_by].filter(Boolean).join(", ")],
          ["Attendu", formatXof(expected_amount)],
          ["Remis", formatXof(handed_amount)],
          ["Différence", formatXof(handed_amount - expected_amount)],
        ]}
      />
      {note && <p className="px-4 pb-4 text-sm break-words">{note}</p>}
    </Panel>
  );
}

function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 p-4 text-sm sm:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold first-letter:uppercase">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const isDelivery = (outcome: RunOutcome | null): outcome is RunOutcome =>
  outcome?.kind === "delivered" || outcome?.kind === "partly_delivered";

/** What is still to collect, or what was taken; empty for neither. */
function formatStopAmount({ is_open, due_amount, cash, mobile_money }: RunStop): string {
  return [
    is_open && due_amount > 0 && `${formatXof(due_amount)} à encaisser`,
    cash !== 0 && `${formatXof(cash)} en espèces`,
    mobile_money !== 0 && `${formatXof(mobile_money)} par mobile money`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function StopTag({ stop: { outcome, is_open, stage } }: { stop: RunStop }) {
  if (outcome) {
    const { label, color } = OUTCOMES[outcome.kind];
    return (
      <>
        {outcome.conflict && <Tag color="red">Conflit</Tag>}
        <Tag color={color}>{label}</Tag>
      </>
    );
  }
  if (is_open) return <Tag color="gray">À livrer</Tag>;
  // The desk was told.
  const isOver = stage === "delivered" || stage === "refused" || stage === "cancelled";
  return isOver ? (
    <Tag color={getOrderStageColor(stage)}>{getOrderStageLabel(stage)}</Tag>
  ) : (
    <Tag color="gray">Retirée</Tag>
  );
}
