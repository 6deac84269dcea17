/** A planned run: its name, courier and stops, until it is sent out. */
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { Panel } from "#app/components/admin/panel.tsx";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { OrdersToPlan } from "./orders-to-plan.tsx";
import type { PlannedOrder, Run } from "./run.ts";
import { DeleteRunDialog, SendOutDialog } from "./run-dialogs.tsx";
import { saveRun, sendOutRun } from "./runs.mutations.ts";
import type { Driver } from "./runs.queries.ts";
import { StopList } from "./stop-list.tsx";

interface RunEditorProps {
  /** Null for a new run. */
  run: Run | null;
  /** The day that is chosen above the editor. */
  day: string;
  drivers: readonly Driver[];
  /** The orders that are in no run, of the chosen zone. */
  available: readonly PlannedOrder[];
}

export function RunEditor({ run, day, drivers, available }: RunEditorProps) {
  const navigate = useNavigate();
  const { pendingAction, mutate } = useMutation();
  const [id] = useState(() => run?.id ?? randomId());
  const [version, setVersion] = useState(run?.updated_at ?? null);
  const [name, setName] = useState(run?.name ?? "");
  const [courierId, setCourierId] = useState(run?.courier_id ?? "");
  const [chosenStops, setStops] = useState<readonly PlannedOrder[]>(() => run?.stops ?? []);
  const [saved, setSaved] = useState<Draft>(() => ({
    name,
    courierId,
    stops: chosenStops,
    day: run?.day ?? day,
  }));
  const [isSendingOut, setIsSendingOut] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const isNew = version === null;
  // The orders as they are now: others change what they cost, and cancel them.
  const known = new Map<string, PlannedOrder>(
    [...available, ...(run?.stops ?? [])].map((order) => [order.order_id, order]),
  );
  const closed = new Set(run?.stops.flatMap(({ is_open, order_id }) => (is_open ? [] : order_id)));
  const toPresent = (orders: readonly PlannedOrder[]) =>
    orders.filter(({ order_id }) => !closed.has(order_id)).map((order) => known.get(order.order_id) ?? order);
  const stops = toPresent(chosenStops);
  const draft = { name, courierId, stops, day };
  const isDirty = isNew
    ? stops.length > 0 || name !== ""
    : toKey({ ...saved, stops: toPresent(saved.stops) }) !== toKey(draft);
  const isOutdated = run !== null && version !== null && run.updated_at !== version && pendingAction === null;

  async function save() {
    const order_ids = stops.map(({ order_id }) => order_id);
    const values = { id, day, name, courier_id: courierId || null, order_ids };
    const updatedAt = await saveRun(getSupabase(), values, version);
    // A new run is opened at its own address, with an editor of its own.
    if (!isNew) {
      setVersion(updatedAt);
      setSaved(draft);
    }
    return updatedAt;
  }

  async function onSave() {
    const isSaved = await mutate(
      "enregistrer la tournée",
      async () => void (await save()),
      isNew ? () => navigate(`/admin/runs/${id}?day=${day}`, { replace: true }) : undefined,
    );
    if (isSaved) toast({ title: "Tournée enregistrée", description: name });
  }

  async function sendOut() {
    const isOut = await mutate("lancer la tournée", async () => {
      const updatedAt = isDirty || version === null ? await save() : version;
      await sendOutRun(getSupabase(), id, updatedAt);
    });
    setIsSendingOut(false);
    if (isOut) toast({ title: "Tournée lancée", description: name });
  }

  const chosen = new Set(stops.map(({ order_id }) => order_id));
  const inRun = run?.stops.filter(({ is_open, stage }) => is_open && stage === "prepared") ?? [];
  const removed = inRun.filter((stop) => available.every(({ order_id }) => order_id !== stop.order_id));
  const toPlan = [...available, ...removed].filter(({ order_id }) => !chosen.has(order_id));
  const driver = drivers.find((each) => each.id === courierId);

  return (
    <>
      <UnsavedGuard dirty={isDirty && pendingAction === null} />
      {isOutdated && (
        <Notice variant="warning" role="status" className="flex flex-wrap items-center justify-between gap-3">
          <p>
            Cette tournée a été modifiée entre-temps.
            {isDirty && " Vos changements ne peuvent plus être enregistrés."}
          </p>
          <Button variant="outline" onClick={() => window.location.reload()}>
            Afficher la nouvelle version
          </Button>
        </Notice>
      )}
      {/* Always in sight, also with the stops of a whole day; at the bottom the toasts would cover it. */}
      <div className="card sticky top-16 z-10 flex flex-wrap justify-end gap-2 p-3 shadow-lg max-sm:*:grow">
        {!isNew && (
          <>
            <Button variant="danger" onClick={() => setIsDeleting(true)}>
              Supprimer
            </Button>
            {!isDirty && stops.length > 0 && (
              <Link to={`/admin/runs/${id}/sheet`} className={buttonClass("outline")}>
                Imprimer
              </Link>
            )}
          </>
        )}
        <BusyButton
          variant={isNew ? "primary" : "outline"}
          busy={pendingAction !== null}
          disabled={!isDirty}
          onClick={() => void onSave()}
        >
          Enregistrer
        </BusyButton>
        {!isNew && (
          <Button
            variant="primary"
            disabled={stops.length === 0 || !driver || pendingAction !== null}
            onClick={() => setIsSendingOut(true)}
          >
            Lancer la tournée
          </Button>
        )}
      </div>
      <Panel title={`Tournée du ${formatDay(day)}`}>
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <TextField
            label="Nom de la tournée"
            autoComplete="off"
            maxLength={100}
            placeholder="Ouaga Sud, matin"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Field label="Livreur" optional hint="Requis pour lancer la tournée.">
            {(control) => (
              <select {...control} value={courierId} onChange={({ target }) => setCourierId(target.value)}>
                <option value="">À choisir</option>
                {drivers.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </Panel>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <StopList stops={stops} onChange={setStops} />
        <OrdersToPlan orders={toPlan} onAdd={(orders) => setStops([...stops, ...orders])} />
      </div>
      {isSendingOut && driver && (
        <SendOutDialog
          day={day}
          stops={stops}
          driver={driver}
          onConfirm={sendOut}
          onCancel={() => setIsSendingOut(false)}
        />
      )}
      {isDeleting && <DeleteRunDialog id={id} name={name} day={day} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

interface Draft {
  name: string;
  courierId: string;
  stops: readonly PlannedOrder[];
  day: string;
}

/** Equal for equal drafts. */
const toKey = ({ name, courierId, stops, day }: Draft) =>
  JSON.stringify([name, courierId, day, stops.map(({ order_id }) => order_id)]);
