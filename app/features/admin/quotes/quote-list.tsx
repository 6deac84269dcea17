/** The list of quote requests; unread ones stand out. */

import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import {
  getQuoteStatusColor,
  getQuoteStatusLabel,
  quoteKindLabels,
} from "#app/features/admin/shared/labels/quote-labels.ts";
import { UnreadMark } from "#app/features/admin/shared/unread-mark.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import type { Quote } from "./quotes.queries.ts";

export function QuoteList({ quotes }: { quotes: readonly Quote[] }) {
  return <DataTable caption="Les cotations" columns={columns} rows={quotes} getRowKey={({ id }) => id} />;
}

const columns: Column<Quote>[] = [
  { label: "Référence", isRowHeader: true, render: (quote) => <QuoteLink quote={quote} /> },
  { label: "Demande", cardPosition: "hidden", render: ({ kind }) => quoteKindLabels[kind] },
  {
    label: "Fichier",
    cardPosition: "second",
    render: ({ kind, file_name }) => (
      <span className="grid min-w-0 pb-1.5 md:pb-0">
        <span className="text-xs text-muted md:hidden">{quoteKindLabels[kind]}</span>
        <span className="line-clamp-2 wrap-anywhere">{file_name}</span>
      </span>
    ),
  },
  {
    label: "Statut",
    cardPosition: "first-end",
    render: ({ status }) => <Tag color={getQuoteStatusColor(status)}>{getQuoteStatusLabel(status)}</Tag>,
  },
  {
    label: "Reçue le",
    cardPosition: "second-end",
    render: ({ created_at }) => (
      <span className="whitespace-nowrap max-md:text-xs max-md:text-muted">{formatDateTime(created_at)}</span>
    ),
  },
];

function QuoteLink({ quote: { id, reference, read_at } }: { quote: Quote }) {
  const { search } = useLocation();
  return (
    <Link
      to={`/admin/quotes/${id}`}
      state={toListState(search)}
      className={`inline-flex min-h-11 items-center gap-2 whitespace-nowrap hover:underline md:min-h-0 ${read_at ? "font-normal" : "font-bold"}`}
    >
      {!read_at && <UnreadMark>Non lue</UnreadMark>}
      {reference}
    </Link>
  );
}
