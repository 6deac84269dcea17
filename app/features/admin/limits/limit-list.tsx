/**
 * The limits of one group: what is limited for whom, how much is allowed, and what was refused. On a phone a
 * limit is its name and one more line.
 */
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { RowActions } from "#app/components/admin/row-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { formatAllowance, formatLimitSubject } from "#app/features/admin/shared/labels/limit-labels.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import type { LimitGroup } from "./limit-groups.ts";
import type { Limit } from "./limits.queries.ts";

/** From here on the refusals of a day stand out: one person who tries again causes fewer. */
const MANY_REFUSALS = 100;

interface LimitListProps {
  group: LimitGroup;
  onEdit(limit: Limit): void;
}

export function LimitList({ group: { label, hint, limits, refusedToday }, onEdit }: LimitListProps) {
  const columns: Column<Limit>[] = [
    { label: "Limite", isRowHeader: true, render: (limit) => limit.label },
    { label: "Pour qui", cardPosition: "line", render: formatLimitSubject },
    { label: "Permis", cardPosition: "line", render: (limit) => <Allowed limit={limit} /> },
    {
      label: "Refus aujourd'hui",
      cardPosition: "line",
      numeric: true,
      render: ({ refused_today }) => <RefusedToday count={refused_today} />,
    },
    {
      label: "En 7 jours",
      cardPosition: "line",
      numeric: true,
      render: ({ refused_7_days }) => <Refused count={refused_7_days} period="en 7 jours" />,
    },
    {
      label: "En 30 jours",
      cardPosition: "line",
      numeric: true,
      render: ({ refused_30_days }) => <Refused count={refused_30_days} period="en 30 jours" />,
    },
    {
      label: "Actions",
      numeric: true,
      cardPosition: "corner",
      render: (limit) => (
        <RowActions name={`${limit.label} (${formatLimitSubject(limit)})`} edit={() => onEdit(limit)} />
      ),
    },
  ];
  return (
    <Panel title={label} actions={<RefusedToday count={refusedToday} />}>
      <p className="px-4 pt-3 pb-2 text-sm text-muted">{hint}</p>
      <div className="admin-list overflow-x-auto md:[&_table]:table-fixed md:[&_th:first-child]:w-[32%] md:[&_th:nth-child(2)]:w-[24%] md:[&_th:nth-child(3)]:w-[18%] md:[&_th:last-child]:w-20">
        <DataTable
          caption={`Les limites : ${label}`}
          columns={columns}
          rows={limits}
          getRowKey={({ name, audience, scope }) => `${name} ${audience} ${scope}`}
        />
      </div>
    </Panel>
  );
}

/** Says when it is not what the shop comes with. */
function Allowed({ limit }: { limit: Limit }) {
  const isChanged =
    limit.maximum !== limit.default_maximum || limit.period_seconds !== limit.default_period_seconds;
  return (
    <>
      <span className="font-medium">{formatAllowance(limit)}</span>
      {isChanged && <span className="text-muted"> (modifiée)</span>}
    </>
  );
}

/** «128 refus aujourd'hui» */
function RefusedToday({ count }: { count: number }) {
  if (count === 0) return <NoRefusal />;
  return (
    <Tag color={count < MANY_REFUSALS ? "amber" : "red"}>{`${formatNumber(count)} refus aujourd'hui`}</Tag>
  );
}

/** On a phone, where no header is shown, with the period. */
function Refused({ count, period }: { count: number; period: string }) {
  if (count === 0) return <NoRefusal />;
  return (
    <>
      {formatNumber(count)}
      <span className="md:hidden"> {period}</span>
    </>
  );
}

function NoRefusal() {
  return <span className="text-muted max-md:hidden">–</span>;
}
