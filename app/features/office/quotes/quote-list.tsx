/** The list of requests for a quote: those that nobody has looked at stand out. */

import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "../../../components/office/data-table.tsx";
import { Pill } from "../../../components/office/pill.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import { statusLabel, statusTone } from "../status-tones.ts";
import { UnreadMark } from "../unread-mark.tsx";
import { fromList } from "../way-back.tsx";
import type { Quote } from "./quotes.queries.ts";

export function QuoteList({ quotes }: { quotes: readonly Quote[] }) {
  return <DataTable caption="Les cotations" columns={columns} rows={quotes} keyOf={({ id }) => id} />;
}

const columns: Column<Quote>[] = [
  { label: "Référence", isName: true, render: (quote) => <Reference quote={quote} /> },
  { label: "Demande", render: ({ kind }) => (kind === "image" ? "Produits" : "Projet") },
  {
    label: "Fichier",
    render: ({ file_name }) => <span className="wrap-anywhere md:line-clamp-2">{file_name}</span>,
  },
  {
    label: "Statut",
    render: ({ status }) => <Pill tone={statusTone("quotes", status)}>{statusLabel(status)}</Pill>,
  },
  {
    label: "Reçue le",
    render: ({ created_at }) => <span className="whitespace-nowrap">{formatDateTime(created_at)}</span>,
  },
];

function Reference({ quote: { id, reference, read_at } }: { quote: Quote }) {
  const { search } = useLocation();
  return (
    <Link
      to={`/admin/quotes/${id}`}
      state={fromList(search)}
      className={`inline-flex min-h-11 items-center gap-2 whitespace-nowrap hover:underline md:min-h-0 ${read_at ? "font-normal" : "font-bold"}`}
    >
      {!read_at && <UnreadMark>Non lue</UnreadMark>}
      {reference}
    </Link>
  );
}
