/** The entries of the journal: who did what to which row when, and what stood there before and after. */
import { Link, useSearchParams } from "react-router";
import { type Column, DataTable } from "../../../components/office/data-table.tsx";
import { Pill } from "../../../components/office/pill.tsx";
import { Thumbnail } from "../../../components/office/thumbnail.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import { changedQuery } from "../../../lib/list-address.ts";
import type { AuditEntry } from "./audit.queries.ts";
import { CONCEALED, differenceOf, type FieldChange, type Names } from "./audit-difference.ts";
import { rowAddress } from "./audit-link.ts";
import { actionLook, pictureName, tableLabel } from "./audit-words.ts";

/** Beyond these the fields are folded away. */
const FIRST_FIELDS = 4;

interface AuditListProps {
  entries: readonly AuditEntry[];
  /** Of the rows that ids in the entries lead to. */
  names: Names;
}

export function AuditList({ entries, names }: AuditListProps) {
  const columns: Column<AuditEntry>[] = [
    { label: "Objet", isName: true, render: (entry) => <Subject entry={entry} /> },
    { label: "Action", onCard: "corner", render: (entry) => <Action entry={entry} /> },
    {
      label: "Changements",
      onCard: "whole",
      render: (entry) => <Difference changes={differenceOf(entry, names)} />,
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
      {/* «Paramètres» are called so themselves. */}
      {entry.what !== tableLabel(entry.table_name) && (
        <span className="text-xs font-normal text-ink-soft">{tableLabel(entry.table_name)}</span>
      )}
      <span className="flex items-center gap-3 md:grid md:gap-0.5">
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
    </span>
  );
}

function Action({ entry }: { entry: AuditEntry }) {
  const { label, tone } = actionLook(entry);
  return (
    <span className="max-md:mr-2.5">
      <Pill tone={tone}>{label}</Pill>
    </span>
  );
}

function Difference({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return "–";
  const more = changes.slice(FIRST_FIELDS);
  return (
    <div className="grid gap-1 md:min-w-64">
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
      {changes.map(({ field, isPicture, before, after }) => (
        <div key={field} className={isPicture ? "flex items-center gap-1.5" : undefined}>
          <dt className="inline text-ink-soft">{field} : </dt>
          <dd className={isPicture ? "flex items-center gap-1.5" : "inline"}>
            {isPicture ? (
              <Pictures before={before} after={after} />
            ) : (
              <Values before={before} after={after} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type BeforeAndAfter = Pick<FieldChange, "before" | "after">;

function Values({ before, after }: BeforeAndAfter) {
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

/** One that stayed the same only says which one it is. */
function Pictures({ before, after }: BeforeAndAfter) {
  const isNew = after !== null && before !== after;
  return (
    <>
      {before !== null && <Picture url={before} says={isNew ? "avant : " : ""} faded={isNew} />}
      {before !== null && isNew && <span aria-hidden="true">→</span>}
      {isNew && <Picture url={after} says={before === null ? "" : ", après : "} />}
    </>
  );
}

function Picture({ url, says, faded = false }: { url: string; says: string; faded?: boolean }) {
  const name = pictureName(url);
  return (
    <span title={name}>
      <span className="sr-only">
        {says}
        {name}
      </span>
      <Thumbnail
        url={url}
        className={`size-11 rounded-md border border-line ${faded ? "opacity-55" : ""}`}
        whole
      />
    </span>
  );
}
