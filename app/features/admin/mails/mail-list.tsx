/**
 * The list of mails: recipient, subject, state, and a retry button for undelivered ones. On a phone the subject has a
 * line of its own.
 */
import RotateCw from "lucide-react/icons/rotate-cw";
import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import {
  formatMailError,
  getMailKindInfo,
  getMailState,
  getMailStateTag,
  isAccountMail,
} from "./mail-labels.ts";
import { retryMail } from "./mails.mutations.ts";
import type { Mail } from "./mails.queries.ts";

export function MailList({ mails }: { mails: readonly Mail[] }) {
  return (
    <DataTable
      caption="Les e-mails"
      columns={columns}
      rows={mails}
      getRowKey={({ subject_id, kind }) => `${subject_id} ${kind}`}
    />
  );
}

const columns: Column<Mail>[] = [
  {
    label: "Destinataire",
    isRowHeader: true,
    render: ({ recipient }) => <Recipient address={recipient} />,
  },
  {
    label: "Objet",
    cardPosition: "full",
    render: (mail) => (
      <span className="block md:w-46">
        <Subject mail={mail} />
      </span>
    ),
  },
  { label: "État", cardPosition: "second", render: (mail) => <DeliveryStatus mail={mail} /> },
  {
    label: "Créé le",
    cardPosition: "hidden",
    render: ({ created_at }) => <span className="whitespace-nowrap">{formatDateTime(created_at)}</span>,
  },
  { label: "Actions", cardPosition: "second-end", render: (mail) => <RetryButton mail={mail} /> },
];

/** An address that is too long breaks after the @ sign, and elsewhere only when that is not enough. */
function Recipient({ address }: { address: string }) {
  const domain = address.indexOf("@") + 1;
  return (
    <span className="block font-medium wrap-anywhere md:w-56">
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </span>
  );
}

function Subject({ mail: { kind, subject_id, orderNumber } }: { mail: Mail }) {
  const { label: kindLabel, subject } = getMailKindInfo(kind);
  const path = orderNumber
    ? `/admin/orders?search=${orderNumber}`
    : subject === "message" && `/admin/messages/${subject_id}`;
  // An order number does not break.
  const label = orderNumber ? (
    <>
      {kindLabel} <span className="whitespace-nowrap">{orderNumber}</span>
    </>
  ) : (
    kindLabel
  );
  return path ? (
    <Link to={path} className="inline-block min-h-11 content-center underline md:min-h-0">
      {label}
    </Link>
  ) : (
    label
  );
}

function DeliveryStatus({ mail }: { mail: Mail }) {
  const { label, color } = getMailStateTag(getMailState(mail));
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 md:w-44 md:flex-col md:items-start">
      <Tag color={color}>{label}</Tag>
      <span className="text-xs text-muted">{describeTiming(mail)}</span>
      {mail.sent_at === null && mail.last_error && (
        <span className="text-xs text-danger">{formatMailError(mail.last_error)}</span>
      )}
    </span>
  );
}

function describeTiming({ sent_at, failed_at, attempts, next_attempt_at }: Mail): string {
  if (sent_at) return `le ${formatDateTime(sent_at)}`;
  if (failed_at) return `abandonné le ${formatDateTime(failed_at)}, ${formatAttempts(attempts)}`;
  if (attempts === 0) return "va partir";
  return `${formatAttempts(attempts)}, le prochain le ${formatDateTime(next_attempt_at)}`;
}

function formatAttempts(attempts: number): string {
  return attempts > 1 ? `${attempts} essais` : `${attempts} essai`;
}

function RetryButton({ mail }: { mail: Mail }) {
  const { pendingAction, mutate } = useMutation();
  if (mail.sent_at !== null || mail.attempts === 0) return null;
  if (isAccountMail(mail.kind)) {
    return (
      <span className="text-xs text-muted max-md:max-w-36">La personne peut en demander un nouveau.</span>
    );
  }

  async function retry() {
    const isRequested = await mutate("Réessayer d'envoyer", () => retryMail(getSupabase(), mail));
    if (isRequested)
      toast({ title: "Nouvel essai demandé", description: "L'e-mail part dans quelques secondes." });
  }

  return (
    <BusyButton
      variant="outline"
      aria-label={`Réessayer : ${getMailKindInfo(mail.kind).label} à ${mail.recipient}`}
      busy={pendingAction !== null}
      onClick={() => void retry()}
    >
      <RotateCw aria-hidden size={16} />
      Réessayer
    </BusyButton>
  );
}
