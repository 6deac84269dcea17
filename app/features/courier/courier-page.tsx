/** A courier's runs: the state of what is sent, the open stops in their order, and those that are done. */
import { type ReactNode, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { RETRY_SOON } from "#app/lib/error-messages.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import type { CourierRun, CourierStop, OutcomeKind } from "./courier-run.ts";
import { OutcomeForm } from "./outcome-form.tsx";
import type { QueuedOutcome } from "./outcome-queue.ts";
import { describeQueue, getStopState, OUTCOME_LABELS } from "./outcome-texts.ts";
import { DoneStop, OpenStop } from "./stop-card.tsx";
import { type Courier, useCourier } from "./use-courier.ts";

interface CourierPageProps {
  accountId: string;
  shopName: string;
  /** Leads to the sign-in page, and back. */
  onSignIn(): void;
  onSignOut(): void;
}

interface Telling {
  run: CourierRun;
  stop: CourierStop;
  kind: OutcomeKind;
}

export function CourierPage({ accountId, shopName, onSignIn, onSignOut }: CourierPageProps) {
  const courier = useCourier(accountId);
  const [telling, setTelling] = useState<Telling | null>(null);
  const { runs, outcomes, link, isBusy } = courier;
  const isEmpty = runs.length === 0;
  // As the shop knows it now: what the customer pays meanwhile is not to be collected.
  const told =
    telling &&
    (runs
      .find(({ id }) => id === telling.run.id)
      ?.stops.find(({ orderId }) => orderId === telling.stop.orderId) ??
      telling.stop);
  return (
    <>
      <CourierHeader>
        <span className="flex items-center gap-2 max-sm:w-full max-sm:justify-between">
          <span role="status" className="text-sm font-semibold">
            {link === "offline" && "Hors ligne · "}
            {link === "unavailable" && "La boutique ne répond pas · "}
            {describeQueue(outcomes)}
          </span>
          <BusyButton
            variant="outline"
            className="text-sm"
            busy={isBusy}
            onClick={() => void courier.refresh()}
          >
            Actualiser
          </BusyButton>
        </span>
      </CourierHeader>
      <main className="page grid max-w-160 gap-5 py-4">
        {link === "signed-out" && (
          <Notice variant="warning" role="alert" className="grid justify-items-start gap-2">
            {isEmpty && outcomes.length === 0 ? (
              // A customer's account, or one that is no longer a courier's.
              <p>Connectez-vous avec votre compte de livreur pour voir vos tournées.</p>
            ) : (
              <p>
                Votre session est terminée. Ce que vous avez saisi est gardé sur ce téléphone&nbsp;:
                reconnectez-vous pour l'envoyer.
              </p>
            )}
            <Button variant="primary" onClick={onSignIn}>
              Se reconnecter
            </Button>
          </Notice>
        )}
        <Strays courier={courier} />
        {isEmpty && link === "loading" && (
          <div role="status" aria-label="Chargement des tournées" className="skeleton h-60 rounded-card" />
        )}
        {isEmpty && link === "online" && (
          <p className="card p-8 text-center text-muted">
            Aucune tournée en cours. Elle s'affiche ici dès que la boutique l'a lancée.
          </p>
        )}
        {isEmpty && (link === "offline" || link === "unavailable") && (
          <p className="card p-8 text-center text-muted">
            La boutique ne répond pas, et ce téléphone n'a pas encore de tournée.{" "}
            {link === "offline" ? "Réessayez avec du réseau." : RETRY_SOON}
          </p>
        )}
        {runs.map((run) => (
          <Run
            key={run.id}
            run={run}
            courier={courier}
            shopName={shopName}
            onTell={(stop, kind) => setTelling({ run, stop, kind })}
          />
        ))}
        {!(isEmpty && link === "loading") && (
          <Button variant="outline" className="justify-self-center" onClick={onSignOut}>
            Se déconnecter
          </Button>
        )}
      </main>
      {telling && told && (
        <OutcomeForm
          stop={told}
          kind={telling.kind}
          proof={telling.run.proof}
          onTell={(data, photo) => courier.tell(telling.run, telling.stop, telling.kind, data, photo)}
          onClose={() => setTelling(null)}
        />
      )}
    </>
  );
}

/** The bar above the page, with the height that it has once its state is known. */
export function CourierHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="sticky top-0 z-10 border-b border-border bg-white">
      <div className="page flex min-h-14 flex-wrap items-center justify-between gap-x-3 py-1 max-sm:min-h-21">
        <h1 className="text-xl max-sm:w-full">Mes tournées</h1>
        {children}
      </div>
    </header>
  );
}

interface RunProps {
  run: CourierRun;
  courier: Courier;
  shopName: string;
  onTell(stop: CourierStop, kind: OutcomeKind): void;
}

function Run({ run, courier, shopName, onTell }: RunProps) {
  const stops = run.stops.map((stop, index) => {
    const queued = courier.outcomes.findLast(
      ({ runId, orderId }) => runId === run.id && orderId === stop.orderId,
    );
    return { stop, place: index + 1, queued, state: getStopState(stop, queued) };
  });
  const open = stops.filter(({ state }) => state === null);
  const due = open.reduce((sum, { stop }) => sum + stop.dueAmount, 0);
  // What the shop does not know yet is in the queue.
  const held = courier.outcomes
    .filter(({ runId, state }) => runId === run.id && (state === "waiting" || state === "sent"))
    .reduce((sum, { data }) => sum + (data.cash ?? 0), run.heldAmount);
  return (
    <section aria-labelledby={run.id} className="grid gap-3">
      <div>
        <h2 id={run.id} className="text-xl wrap-anywhere">
          {run.name}
        </h2>
        <p className="text-sm text-muted first-letter:uppercase">
          {formatDay(run.day)} · {open.length} {open.length > 1 ? "arrêts" : "arrêt"} · {formatXof(due)} à
          encaisser{held > 0 && open.length > 0 && `, ${formatXof(held)} à rapporter`}
        </p>
      </div>
      {open.map(({ stop, place }) => (
        <OpenStop
          key={stop.orderId}
          stop={stop}
          place={place}
          shopName={shopName}
          onTell={(kind) => onTell(stop, kind)}
        />
      ))}
      {open.length === 0 && (
        <Notice variant="info">
          Tous les arrêts sont faits. Rapportez {held > 0 ? `${formatXof(held)} en espèces` : "l'argent"} et
          les retours à la boutique.
        </Notice>
      )}
      {open.length < stops.length && (
        <section aria-label={`Arrêts faits de ${run.name}`}>
          <h3 className="mb-2 text-base">Faits ({stops.length - open.length})</h3>
          <ul className="card divide-y divide-border">
            {stops.map(
              ({ stop, queued, state }) =>
                state && (
                  <DoneStop
                    key={stop.orderId}
                    stop={stop}
                    state={state}
                    action={getAction(courier, queued)}
                  />
                ),
            )}
          </ul>
        </section>
      )}
    </section>
  );
}

/** What has not left the device can be corrected; a message stays until it was read. */
function getAction(courier: Courier, queued: QueuedOutcome | undefined) {
  if (!queued) return null;
  const remove = () => courier.remove(queued.id);
  if (queued.state === "waiting" && !queued.isTried) return { label: "Corriger", run: remove };
  if (queued.state === "conflict") return { label: "Compris", run: remove };
  if (queued.state === "rejected") return { label: "La boutique est prévenue", run: remove };
  return null;
}

/** What was told of stops of runs that are not on the device any more. */
function Strays({ courier }: { courier: Courier }) {
  const known = new Set(
    courier.runs.flatMap(({ id, stops }) => stops.map(({ orderId }) => `${id} ${orderId}`)),
  );
  const strays = courier.outcomes.filter(
    ({ runId, orderId, state }) => !known.has(`${runId} ${orderId}`) && state !== "sent",
  );
  if (strays.length === 0) return null;
  return (
    <section aria-labelledby="strays">
      <h2 id="strays" className="mb-2 text-base">
        Hors des tournées affichées
      </h2>
      <ul className="card divide-y divide-border">
        {strays.map((outcome) => (
          <li key={outcome.id} className="grid gap-1 px-4 py-3">
            <p>
              <strong>{outcome.number}</strong> · {OUTCOME_LABELS[outcome.kind]}
              {outcome.data.cash !== undefined && ` · ${formatXof(outcome.data.cash)}`}
              {outcome.data.mobile_money !== undefined &&
                ` · ${formatXof(outcome.data.mobile_money)} par mobile money`}
              {outcome.state === "waiting" && " · à envoyer"}
            </p>
            {outcome.message && (
              <p className="text-sm font-medium text-danger">
                <UnbrokenNumbers text={outcome.message} />
              </p>
            )}
            <StrayAction courier={courier} outcome={outcome} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StrayAction({ courier, outcome }: { courier: Courier; outcome: QueuedOutcome }) {
  const action = getAction(courier, outcome);
  return (
    action &&
    outcome.state !== "waiting" && (
      <Button variant="outline" className="justify-self-start text-sm" onClick={action.run}>
        {action.label}
      </Button>
    )
  );
}
