/** The list of messages: those that nobody has read stand out. */
import Mail from "lucide-react/icons/mail";
import MailOpen from "lucide-react/icons/mail-open";
import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "../../../components/office/data-table.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { UnreadMark } from "../unread-mark.tsx";
import { useChange } from "../use-change.ts";
import { fromList } from "../way-back.tsx";
import { markMessage } from "./messages.mutations.ts";
import type { Message } from "./messages.queries.ts";

export function MessageList({ messages }: { messages: readonly Message[] }) {
  return <DataTable caption="Les messages" columns={columns} rows={messages} keyOf={({ id }) => id} />;
}

const columns: Column<Message>[] = [
  { label: "De", isName: true, render: (message) => <Sender message={message} /> },
  { label: "Technicien", render: ({ technician }) => technician?.name ?? "–" },
  {
    label: "Message",
    onCard: "whole",
    render: ({ message }) => <span className="line-clamp-2 max-w-[420px] break-words">{message}</span>,
  },
  {
    label: "Reçu le",
    render: ({ created_at }) => <span className="whitespace-nowrap">{formatDateTime(created_at)}</span>,
  },
  { label: "Lecture", onCard: "corner", render: (message) => <ReadToggle message={message} /> },
];

function Sender({ message: { id, name, read_at } }: { message: Message }) {
  const { search } = useLocation();
  return (
    <Link
      to={`/admin/messages/${id}`}
      state={fromList(search)}
      className={`inline-flex min-h-11 items-center gap-2 hover:underline md:min-h-0 ${read_at ? "font-normal" : "font-bold"}`}
    >
      {!read_at && <UnreadMark>Non lu</UnreadMark>}
      <span className="min-w-0 md:max-w-56">{name}</span>
    </Link>
  );
}

function ReadToggle({ message: { id, name, read_at } }: { message: Message }) {
  const { running, change } = useChange();
  const label = read_at ? "Marquer comme non lu" : "Marquer comme lu";
  const Icon = read_at ? MailOpen : Mail;
  return (
    <button
      type="button"
      className="icon-btn -my-1.5 text-ink-soft hover:bg-sand-deep"
      aria-label={`${label} : ${name}`}
      title={label}
      aria-disabled={running !== null}
      onClick={() => void change(label, () => markMessage(supabase(), id, !read_at))}
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
