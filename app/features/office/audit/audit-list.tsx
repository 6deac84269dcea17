/** The entries of the journal: who did what to which row when, and what stood there before and after. */
import { Link, useSearchParams } from "react-router";
import { type Column, DataTable } from "../../../components/office/data-table.tsx";
import { Pill } from "../../../components/office/pill.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import { changedQuery } from "../../../lib/list-address.ts";
import type { AuditEntry } from "./audit.queries.ts";
import { CONCEALED, differenceOf, type FieldChange } from "./audit-difference.ts";
import { rowAddress } from "./audit-link.ts";
import { actionLook, tableLabel } from "./audit-words.ts";

/** Beyond these the fields are folded away. */
const FIRST_FIELDS = 4;

interface AuditListProps {
  entries: readonly AuditEntry[];
  categories: ReadonlyMap<string, string>;
}

export function AuditList({ entries, categories }: AuditListProps) {
  const columns: Column<AuditEntry>[] = [
    { label: "Objet", isName: true, render: (entry) => <Subject entry={entry} /> },
    { label: "Action", onCard: "corner", render: ({ action }) => <Action action={action} /> },
    {
      label: "Changements",
      onCard: "whole",
      render: (entry) => <Difference changes={differenceOf(entry, categories)} />,
    },
    {
      label: "Par",
      render: ({ actor_id, actor_name }) => (actor_id ? (actor_name ?? "Sans nom") : "Le service"),
    },
    {
      label: "Date",
      render: ({ at }) => <span className="md:whitespace-nowrap">{formatDateTime(at)}</span>,
    },
  ];
  return <DataTable caption="Le journal" columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

function Subject({ entry }: { entry: AuditEntry }) {
  const [params] = useSearchParams();
  const address = rowAddress(entry);
  const { row_id } = entry;
  return (
    <span className="grid gap-0.5 break-words md:w-48">
      <span className="text-xs font-normal text-ink-soft">{tableLabel(entry.table_name)}</span>
      {address ? (
        <Link to={address} className="inline-flex min-h-11 items-center hover:underline md:min-h-0">
          {entry.what}
        </Link>
      ) : (
        entry.what
      )}
      {row_id !== null && (
        <Link
          to={changedQuery(params, { row: row_id })}
          aria-label={`Historique : ${entry.what}`}
          className="inline-flex min-h-11 items-center text-xs font-normal text-ink-soft underline md:min-h-0"
        >
          Historique
        </Link>
      )}
    </span>
  );
}

function Action({ action }: { action: string }) {
  const { label, tone } = actionLook(action);
  return <Pill tone={tone}>{label}</Pill>;
}

function Difference({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return "–";
  const more = changes.slice(FIRST_FIELDS);
  return (
    <div className="grid gap-1">
      <Fields changes={changes.slice(0, FIRST_FIELDS)} />
      {more.length > 0 && (
        <details>
          <summary className="link min-h-11 content-center text-sm font-normal md:min-h-8">
            {more.length > 1 ? `${more.length} autres champs` : "Un autre champ"}
          </summary>
          <Fields changes={more} />
        </details>
      )}
    </div>
  );
}

function Fields({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-1 wrap-anywhere">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="inline text-ink-soft">{field} : </dt>
          <dd className="inline">
            <Values before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ before, after }: Omit<FieldChange, "field">) {
  if (before === CONCEALED || after === CONCEALED) return <em>non noté</em>;
  return (
    <>
      {before !== null && (
        <del className="text-ink-soft">
          <span className="sr-only">avant : </span>
          {before}
        </del>
      )}
      {before !== null && after !== null && <span aria-hidden="true"> → </span>}
      {after !== null && (
        <ins className="font-medium no-underline">
          <span className="sr-only">, après : </span>
          {after}
        </ins>
      )}
    </>
  );
}
