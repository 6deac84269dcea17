/** The entries of the audit log: the administrator, the row, the time, and the values before and after. */
import { Link, useSearchParams } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { updateQuery } from "#app/lib/lists/list-search-params.ts";
import type { AuditEntry } from "./audit.queries.ts";
import { diffAuditEntry, type FieldChange, type NamesById, REDACTED } from "./audit-diff.ts";
import { getActionTag, getImageName, getTableLabel } from "./audit-labels.ts";
import { getRowPath } from "./audit-link.ts";

/** Further fields are collapsed. */
const MAX_VISIBLE_FIELDS = 4;

interface AuditListProps {
  entries: readonly AuditEntry[];
  /** The names of the rows that ids in the entries refer to. */
  names: NamesById;
}

export function AuditList({ entries, names }: AuditListProps) {
  const columns: Column<AuditEntry>[] = [
    { label: "Objet", isRowHeader: true, render: (entry) => <Subject entry={entry} /> },
    { label: "Action", cardPosition: "first-end", render: (entry) => <Action entry={entry} /> },
    {
      label: "Changements",
      cardPosition: "full",
      render: (entry) => <Changes changes={diffAuditEntry(entry, names)} />,
    },
    {
      label: "Par",
      cardPosition: "second",
      render: ({ actor_id, actor_name }) => (actor_id ? (actor_name ?? "Sans nom") : "Le service"),
    },
    {
      label: "Date",
      cardPosition: "second-end",
      render: ({ at }) => (
        <span className="whitespace-nowrap max-md:text-xs max-md:text-muted">{formatDateTime(at)}</span>
      ),
    },
  ];
  return <DataTable caption="Le journal" columns={columns} rows={entries} getRowKey={({ id }) => id} />;
}

function Subject({ entry }: { entry: AuditEntry }) {
  const [params] = useSearchParams();
  const path = getRowPath(entry);
  const { row_id } = entry;
  return (
    <span className="grid gap-0.5 md:w-32 xl:w-48">
      {/* The settings row is named «Paramètres», like its table. */}
      {entry.what !== getTableLabel(entry.table_name) && (
        <span className="text-xs font-normal text-muted">{getTableLabel(entry.table_name)}</span>
      )}
      <span className="flex flex-wrap items-center gap-x-3 md:grid md:gap-0.5">
        {path ? (
          <Link to={path} className="inline-flex min-h-11 items-center hover:underline md:min-h-0">
            {entry.what}
          </Link>
        ) : (
          entry.what
        )}
        {row_id !== null && (
          <Link
            to={updateQuery(params, { row: row_id })}
            aria-label={`Historique : ${entry.what}`}
            className="inline-flex min-h-11 items-center text-xs font-normal text-muted underline md:min-h-0"
          >
            Historique
          </Link>
        )}
      </span>
    </span>
  );
}

function Action({ entry }: { entry: AuditEntry }) {
  const { label, color } = getActionTag(entry);
  return <Tag color={color}>{label}</Tag>;
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return "–";
  const more = changes.slice(MAX_VISIBLE_FIELDS);
  return (
    <div className="grid gap-1 md:min-w-48 xl:min-w-64">
      <FieldChanges changes={changes.slice(0, MAX_VISIBLE_FIELDS)} />
      {more.length > 0 && (
        <details>
          <summary className="link min-h-11 content-center text-sm font-normal md:min-h-8">
            {more.length > 1 ? `${more.length} autres champs` : "Un autre champ"}
          </summary>
          <FieldChanges changes={more} />
        </details>
      )}
    </div>
  );
}

function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-1 wrap-anywhere">
      {changes.map(({ field, isImage, before, after }) => (
        <div key={field} className={isImage ? "flex items-center gap-1.5" : undefined}>
          <dt className="inline text-muted">{field} : </dt>
          <dd className={isImage ? "flex items-center gap-1.5" : "inline"}>
            {isImage ? (
              <ImageChange before={before} after={after} />
            ) : (
              <ValueChange before={before} after={after} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type BeforeAndAfter = Pick<FieldChange, "before" | "after">;

function ValueChange({ before, after }: BeforeAndAfter) {
  if (before === REDACTED || after === REDACTED) return <em>non noté</em>;
  // A value that did not change identifies the row.
  if (before === after) return before;
  return (
    <>
      {before !== null && (
        <del className="text-muted">
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

/** An unchanged image is only shown for identification. */
function ImageChange({ before, after }: BeforeAndAfter) {
  const isNew = after !== null && before !== after;
  return (
    <>
      {before !== null && <AuditImage url={before} srPrefix={isNew ? "avant : " : ""} faded={isNew} />}
      {before !== null && isNew && <span aria-hidden="true">→</span>}
      {isNew && <AuditImage url={after} srPrefix={before === null ? "" : ", après : "} />}
    </>
  );
}

function AuditImage({ url, srPrefix, faded = false }: { url: string; srPrefix: string; faded?: boolean }) {
  const name = getImageName(url);
  return (
    <span title={name}>
      <span className="sr-only">
        {srPrefix}
        {name}
      </span>
      <Thumbnail
        url={url}
        className={`size-11 rounded-md border border-border ${faded ? "opacity-55" : ""}`}
        contain
      />
    </span>
  );
}
