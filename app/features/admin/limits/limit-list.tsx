/**
 * The limits of one group: what is limited for whom, how much is allowed, and what was refused. The group is folded
 * unless something was refused today. On a phone a limit is its name and one more line.
 */
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { FoldingPanel } from "#app/components/admin/panel.tsx";
import { actionsColumn } from "#app/components/admin/row-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import {
  formatAllowance,
  formatLimitSubject,
  getLimitSubject,
} from "#app/features/admin/shared/labels/limit-labels.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import type { LimitGroup } from "./limit-groups.ts";
import type { Limit } from "./limits.queries.ts";

/** From here on the refusals of a day stand out: one person who tries again causes fewer. */
const MANY_REFUSALS = 100;

/** The same in every group, so that their columns are below each other. */
const WIDTHS = {
  label: "md:block md:w-58",
  subject: "md:block md:w-40",
  allowance: "md:block md:w-32",
  refusals: "md:inline-block md:w-21",
  sum: "md:inline-block md:w-12",
};

interface LimitListProps {
  group: LimitGroup;
  onEdit(limit: Limit): void;
}

export function LimitList({ group: { label, hint, limits, refusedToday }, onEdit }: LimitListProps) {
  const columns: Column<Limit>[] = [
    {
      label: "Limite",
      isRowHeader: true,
      render: (limit) => <span className={WIDTHS.label}>{limit.label}</span>,
    },
    {
      label: "Pour qui",
      cardPosition: "line",
      render: (limit) => <Subject limit={limit} />,
    },
    { label: "Permis", cardPosition: "line", render: (limit) => <Allowed limit={limit} /> },
    {
      label: "Refus du jour",
      cardPosition: "line",
      numeric: true,
      render: ({ refused_today }) => <RefusedToday count={refused_today} />,
    },
    {
      label: "7 jours",
      cardPosition: "line",
      numeric: true,
      render: ({ refused_7_days }) => <Refused count={refused_7_days} period="en 7 jours" />,
    },
    {
      label: "30 jours",
      cardPosition: "line",
      numeric: true,
      render: ({ refused_30_days }) => <Refused count={refused_30_days} period="en 30 jours" />,
    },
    actionsColumn((limit) => ({
      name: `${limit.label} (${formatLimitSubject(limit)})`,
      edit: () => onEdit(limit),
    })),
  ];
  return (
    <FoldingPanel
      title={label}
      isOpen={refusedToday > 0}
      actions={refusedToday > 0 && <RefusalTag count={refusedToday} text="refus aujourd'hui" />}
    >
      <p className="px-4 pt-3 pb-2 text-sm text-muted">{hint}</p>
      <div className="overflow-x-auto">
        <DataTable
          caption={`Les limites : ${label}`}
          columns={columns}
          rows={limits}
          getRowKey={({ name, audience, scope }) => `${name} ${audience} ${scope}`}
        />
      </div>
    </FoldingPanel>
  );
}

/** A phone has no room for «Tout le monde», which most limits are for. */
function Subject({ limit }: { limit: Limit }) {
  const { audience, scope } = getLimitSubject(limit);
  return (
    <span className={WIDTHS.subject}>
      <span className={limit.audience === "everyone" ? "max-md:hidden" : ""}>{audience}, </span>
      {scope}
    </span>
  );
}

/** Says when it is not what the shop comes with. */
function Allowed({ limit }: { limit: Limit }) {
  const isChanged =
    limit.maximum !== limit.default_maximum || limit.period_seconds !== limit.default_period_seconds;
  return (
    <span className={WIDTHS.allowance}>
      <span className="font-medium">{formatAllowance(limit)}</span>
      {isChanged && <span className="text-muted"> (modifiée)</span>}
    </span>
  );
}

function RefusedToday({ count }: { count: number }) {
  return (
    <span className={WIDTHS.refusals}>
      {count === 0 ? <NoRefusal /> : <RefusalTag count={count} text="refus" />}
      {count > 0 && <CardText>aujourd'hui</CardText>}
    </span>
  );
}

function Refused({ count, period }: { count: number; period: string }) {
  return (
    <span className={WIDTHS.sum}>
      {count === 0 ? <NoRefusal /> : formatNumber(count)}
      {count > 0 && <CardText>{period}</CardText>}
    </span>
  );
}

function RefusalTag({ count, text }: { count: number; text: string }) {
  return <Tag color={count < MANY_REFUSALS ? "amber" : "red"}>{`${formatNumber(count)} ${text}`}</Tag>;
}

function NoRefusal() {
  return <span className="text-muted max-md:hidden">–</span>;
}

/** What the header of the column says in a table. */
function CardText({ children }: { children: string }) {
  return <span className="md:hidden"> {children}</span>;
}
