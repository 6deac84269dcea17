/** The parts of the shop, as they last reported themselves. */
import type { ReactNode } from "react";
import { FoldingPanel, Panel } from "#app/components/admin/panel.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { formatBytes } from "#app/lib/format/bytes.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatCount, formatNumber } from "#app/lib/format/numbers.ts";
import { getTaskLabel } from "#app/lib/models/shop-problems.ts";
import type { Instance, ShopState, TaskRun } from "./status.queries.ts";

/** A process that is silent for so long does not run any more. */
const SILENT_MS = 120_000;

export function StatePanels({ state }: { state: ShopState }) {
  const { instances, backed_up_at, mails, mails_failed, database, checked_at } = state;
  const tasks = listTasks(instances);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel title="Sauvegarde, courrier et base de données">
        <dl className="grid gap-x-4 px-4 py-2 text-sm sm:grid-cols-[auto_1fr]">
          <Entry term="Dernière sauvegarde vérifiée">
            {backed_up_at ? formatDateTime(backed_up_at) : "aucune"}
          </Entry>
          <Entry term="E-mails en attente">
            {formatNumber(mails.waiting)}
            {mails.since && `, le plus ancien du ${formatDateTime(mails.since)}`}
          </Entry>
          <Entry term="E-mails en échec depuis hier">{formatNumber(mails_failed)}</Entry>
          <Entry term="Base de données">
            PostgreSQL {database.version}, {formatBytes(database.bytes)}
          </Entry>
          <Entry term="Connexions à la base">
            {formatNumber(database.connections)} sur {formatNumber(database.max_connections)}
          </Entry>
        </dl>
      </Panel>
      <Panel title={formatCount(instances.length, "copie de la boutique", "copies de la boutique")}>
        {instances.length === 0 ? (
          <p className="p-4 text-sm text-muted">
            Aucune copie ne s'est encore annoncée. La première le fait une minute après le démarrage.
          </p>
        ) : (
          instances.map((instance) => (
            <InstanceEntry key={instance.name} instance={instance} checkedAt={checked_at} />
          ))
        )}
      </Panel>
      <div className="lg:col-span-2">
        <FoldingPanel title="Travaux réguliers" isOpen={tasks.some(({ error }) => error !== null)}>
          <ul className="grid text-sm sm:grid-cols-2">
            {tasks.map((task) => (
              <TaskEntry key={task.name} task={task} />
            ))}
          </ul>
        </FoldingPanel>
      </div>
    </div>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="pt-1.5 text-muted sm:py-1.5">{term}</dt>
      <dd className="pb-1.5 sm:py-1.5">{children}</dd>
    </>
  );
}

function InstanceEntry({ instance, checkedAt }: { instance: Instance; checkedAt: string }) {
  const isSilent = Date.parse(checkedAt) - Date.parse(instance.seen_at) > SILENT_MS;
  return (
    <div className="border-border px-4 py-2 text-sm not-last:border-b">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <strong className="wrap-anywhere">{instance.name}</strong>
        <Tag color={isSilent ? "red" : "green"}>{isSilent ? "Ne répond plus" : "En marche"}</Tag>
      </p>
      <p className="text-muted">
        Version {instance.version}, démarrée le {formatDateTime(instance.started_at)}, vue le{" "}
        {formatDateTime(instance.seen_at)}.
      </p>
      <p className="text-muted">
        Disque : {formatBytes(instance.disk_free_bytes)} libres sur {formatBytes(instance.disk_total_bytes)}.
        La base répond en {formatNumber(Math.round(instance.database_ms))} ms.
        {instance.certificate_ends_at &&
          ` Le certificat vaut jusqu'au ${formatDateTime(instance.certificate_ends_at)}.`}
      </p>
    </div>
  );
}

function TaskEntry({ task: { name, endedAt, error } }: { task: TaskRun }) {
  return (
    <li className="flex items-center justify-between gap-3 border-b border-border px-4 py-2">
      <span>
        {getTaskLabel(name)}
        <span className="block text-muted">{endedAt ? formatDateTime(endedAt) : "pas encore passé"}</span>
      </span>
      {error !== null && <Tag color="red">Échec</Tag>}
    </li>
  );
}

/** Failures first. Each by its last round, in whichever process; a failure stays in sight until its process has repeated it. */
function listTasks(instances: readonly Instance[]): TaskRun[] {
  const byName = new Map<string, TaskRun>();
  for (const task of instances.flatMap(({ tasks }) => tasks)) {
    const other = byName.get(task.name);
    if (!other || (other.error === null && (task.error !== null || isLater(task, other)))) {
      byName.set(task.name, task);
    }
  }
  const compareLabels = (a: TaskRun, b: TaskRun) =>
    getTaskLabel(a.name).localeCompare(getTaskLabel(b.name), "fr");
  return [...byName.values()].sort(
    (a, b) => Number(a.error === null) - Number(b.error === null) || compareLabels(a, b),
  );
}

function isLater(task: TaskRun, other: TaskRun): boolean {
  return (task.endedAt ?? "") > (other.endedAt ?? "");
}
