/** The list of mails: to whom, about what, how far, and another attempt for those that did not leave. */
import RotateCw from "lucide-react/icons/rotate-cw";
import { Link } from "react-router";
import { type Column, DataTable } from "../../../components/office/data-table.tsx";
import { Pill } from "../../../components/office/pill.tsx";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { toast } from "../../../components/ui/toast/toast.ts";
import { formatDateTime } from "../../../lib/date-times.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { useChange } from "../use-change.ts";
import { isAboutAccount, kindLabel, reasonInWords, stateLook, stateOf } from "./mail-words.ts";
import { retryMail } from "./mails.mutations.ts";
import type { Mail } from "./mails.queries.ts";

export function MailList({ mails }: { mails: readonly Mail[] }) {
  return (
    <DataTable
      caption="Les e-mails"
      columns={columns}
      rows={mails}
      keyOf={({ subject_id, kind }) => `${subject_id} ${kind}`}
    />
  );
}

const columns: Column<Mail>[] = [
  {
    label: "Destinataire",
    isName: true,
    render: ({ recipient }) => <Recipient address={recipient} />,
  },
  {
    label: "Objet",
    render: (mail) => (
      <span className="block md:w-46">
        <Subject mail={mail} />
      </span>
    ),
  },
  { label: "État", render: (mail) => <Progress mail={mail} /> },
  {
    label: "Créé le",
    render: ({ created_at }) => <span className="whitespace-nowrap">{formatDateTime(created_at)}</span>,
  },
  { label: "Actions", onCard: "whole", render: (mail) => <Retry mail={mail} /> },
];

/** Too long for its line it breaks after the sign, and anywhere only if that is not enough. */
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
  const address = orderNumber
    ? `/admin/orders?search=${orderNumber}`
    : kind === "technician_message" && `/admin/messages/${subject_id}`;
  // A number that is broken in two is no number.
  const label = orderNumber ? (
    <>
      {kindLabel(kind)} <span className="whitespace-nowrap">{orderNumber}</span>
    </>
  ) : (
    kindLabel(kind)
  );
  return address ? (
    <Link to={address} className="-my-3 inline-block py-3 underline md:my-0 md:py-0">
      {label}
    </Link>
  ) : (
    label
  );
}

function Progress({ mail }: { mail: Mail }) {
  const state = stateOf(mail);
  const { label, tone } = stateLook(state);
  return (
    <span className="grid justify-items-end gap-1 md:w-44 md:justify-items-start">
      <Pill tone={tone}>{label}</Pill>
      <span className="text-xs text-ink-soft">{momentOf(mail)}</span>
      {state !== "sent" && mail.last_error && (
        <span className="text-xs text-danger">{reasonInWords(mail.last_error)}</span>
      )}
    </span>
  );
}

function momentOf({ sent_at, failed_at, attempts, next_attempt_at }: Mail): string {
  if (sent_at) return `le ${formatDateTime(sent_at)}`;
  if (failed_at) return `abandonné le ${formatDateTime(failed_at)}, ${attemptsLabel(attempts)}`;
  if (attempts === 0) return "va partir";
  return `${attemptsLabel(attempts)}, le prochain le ${formatDateTime(next_attempt_at)}`;
}

function attemptsLabel(attempts: number): string {
  return attempts > 1 ? `${attempts} essais` : `${attempts} essai`;
}

function Retry({ mail }: { mail: Mail }) {
  const { running, change } = useChange();
  const state = stateOf(mail);
  if (state === "sent" || mail.attempts === 0) return null;
  if (isAboutAccount(mail.kind)) {
    return <span className="text-xs text-ink-soft">La personne peut en demander un nouveau.</span>;
  }

  async function retry() {
    const isAsked = await change("Réessayer d'envoyer", () => retryMail(supabase(), mail));
    if (isAsked)
      toast({ title: "Nouvel essai demandé", description: "L'e-mail part dans quelques secondes." });
  }

  return (
    <BusyButton
      type="button"
      className="btn btn-outline max-md:w-full"
      aria-label={`Réessayer : ${kindLabel(mail.kind)} à ${mail.recipient}`}
      busy={running !== null}
      onClick={() => void retry()}
    >
      <RotateCw aria-hidden size={16} />
      Réessayer
    </BusyButton>
  );
}
