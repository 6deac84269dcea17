/** The list of messages; unread ones stand out. */
import Mail from "lucide-react/icons/mail";
import MailOpen from "lucide-react/icons/mail-open";
import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { UnreadMark } from "#app/features/admin/shared/unread-mark.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { setMessageRead } from "./messages.mutations.ts";
import type { Message } from "./messages.queries.ts";

export function MessageList({ messages }: { messages: readonly Message[] }) {
  return <DataTable caption="Les messages" columns={columns} rows={messages} getRowKey={({ id }) => id} />;
}

const columns: Column<Message>[] = [
  { label: "De", isRowHeader: true, render: (message) => <Sender message={message} /> },
  {
    label: "Technicien",
    cardPosition: "hidden",
    render: ({ technician }) => technician?.name ?? "–",
  },
  {
    label: "Message",
    cardPosition: "second",
    render: ({ technician, message }) => (
      <span className="grid max-w-105 min-w-0">
        {technician && <span className="text-xs text-muted md:hidden">À {technician.name}</span>}
        <span className="line-clamp-2 break-words">{message}</span>
      </span>
    ),
  },
  {
    label: "Reçu le",
    cardPosition: "first-end",
    render: ({ created_at }) => (
      <span className="whitespace-nowrap max-md:text-xs max-md:text-muted">{formatDateTime(created_at)}</span>
    ),
  },
  { label: "Lecture", cardPosition: "second-end", render: (message) => <ReadToggle message={message} /> },
];

function Sender({ message: { id, name, read_at } }: { message: Message }) {
  const { search } = useLocation();
  return (
    <Link
      to={`/admin/messages/${id}`}
      state={toListState(search)}
      className={`inline-flex min-h-11 items-center gap-2 hover:underline md:min-h-0 ${read_at ? "font-normal" : "font-bold"}`}
    >
      {!read_at && <UnreadMark>Non lu</UnreadMark>}
      <span className="min-w-0 md:max-w-56">{name}</span>
    </Link>
  );
}

function ReadToggle({ message: { id, name, read_at } }: { message: Message }) {
  const { pendingAction, mutate } = useMutation();
  const label = read_at ? "Marquer comme non lu" : "Marquer comme lu";
  const Icon = read_at ? MailOpen : Mail;
  return (
    <button
      type="button"
      className="icon-btn text-muted md:-my-1.5 hover:bg-surface-muted"
      aria-label={`${label} : ${name}`}
      title={label}
      aria-disabled={pendingAction !== null}
      onClick={() => void mutate(label, () => setMessageRead(getSupabase(), id, !read_at))}
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
