/** One message: what was written, the ways to answer, and whether it has reached the technician. */
import Mail from "lucide-react/icons/mail";
import Phone from "lucide-react/icons/phone";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { ConfirmDialog } from "../../../components/office/confirm-dialog.tsx";
import { Panel } from "../../../components/office/panel.tsx";
import { Pill } from "../../../components/office/pill.tsx";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { toast } from "../../../components/ui/toast/toast.ts";
import { WhatsappIcon } from "../../../components/ui/whatsapp-icon.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import type { Loaded } from "../../../lib/loaded.ts";
import { formatPhone, isPhone, normalizePhone } from "../../../lib/phone.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { whatsappLink } from "../../../lib/whatsapp.ts";
import { useChange } from "../use-change.ts";
import { useReading } from "../use-reading.ts";
import { useListAddress } from "../way-back.tsx";
import { forwardingState } from "./forwarding.ts";
import { deleteMessage, markMessage } from "./messages.mutations.ts";
import type { Forwarding, Message } from "./messages.queries.ts";

export const MESSAGES = "/admin/messages";

interface MessageViewProps {
  message: Message;
  forwarding: Loaded<Forwarding | null>;
}

export function MessageView({ message, forwarding }: MessageViewProps) {
  const { id, name, created_at, technician } = message;
  const list = useListAddress(MESSAGES);
  const navigate = useNavigate();
  const { running, change } = useChange();
  const [isAsking, setAsking] = useState(false);
  useReading(message, change, () => markMessage(supabase(), id, true));

  function keepUnread() {
    return change(
      "Marquer comme non lu",
      () => markMessage(supabase(), id, false),
      () => navigate(list),
    );
  }

  async function remove() {
    const isGone = await change(
      "Supprimer le message",
      () => deleteMessage(supabase(), id),
      () => {
        toast({ title: "Message supprimé" });
        return navigate(list, { replace: true });
      },
    );
    if (!isGone) setAsking(false);
  }

  return (
    <>
      <Panel title={name} actions={<p className="text-sm text-ink-soft">{formatDateTime(created_at)}</p>}>
        <div className="grid gap-4 p-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            {technician ? (
              <p>
                Pour{" "}
                <Link to={`/admin/technicians/edit/${technician.id}`} className="link">
                  {technician.name}
                </Link>
              </p>
            ) : (
              <p className="text-ink-soft">Le profil du technicien n'existe plus.</p>
            )}
            {forwarding.ok && <ForwardingPill mail={forwarding.value} />}
          </div>
          <p className="max-w-prose break-words whitespace-pre-wrap">{message.message}</p>
          <Answers message={message} />
        </div>
        <div className="flex flex-wrap gap-2 border-t border-line p-4 max-sm:*:grow">
          <BusyButton
            type="button"
            className="btn btn-outline"
            busy={running !== null}
            onClick={() => void keepUnread()}
          >
            Marquer comme non lu
          </BusyButton>
          <button type="button" className="btn btn-outline text-danger" onClick={() => setAsking(true)}>
            Supprimer
          </button>
        </div>
      </Panel>
      {isAsking && (
        <ConfirmDialog
          title="Supprimer ce message ?"
          confirm="Supprimer"
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          Le message de {name}, reçu le {formatDateTime(created_at)}, sera effacé pour toujours.
        </ConfirmDialog>
      )}
    </>
  );
}

function ForwardingPill({ mail }: { mail: Forwarding | null }) {
  const { tone, label, detail } = forwardingState(mail);
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Pill tone={tone}>{label}</Pill>
      <span className="text-ink-soft">{detail}</span>
    </p>
  );
}

function Answers({ message: { name, email, phone, technician } }: { message: Message }) {
  const number = normalizePhone(phone);
  const about = technician ? `Votre message à ${technician.name}` : "Votre message";
  return (
    <div className="grid gap-2">
      <p className="text-sm break-words text-ink-soft">
        {email} · {formatPhone(number)}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <a href={`mailto:${email}?subject=${encodeURIComponent(about)}`} className="btn btn-outline">
          <Mail aria-hidden size={16} />
          Répondre par email
        </a>
        {isPhone(number) && (
          <a href={`tel:${number.replace(/[^\d+]/g, "")}`} className="btn btn-outline">
            <Phone aria-hidden size={16} />
            Appeler
          </a>
        )}
        {isPhone(number) && (
          <a
            href={whatsappLink(number, `Bonjour ${name}, au sujet de votre message : `)}
            target="_blank"
            rel="noopener noreferrer"
            className="btn btn-leaf"
          >
            <WhatsappIcon />
            WhatsApp
          </a>
        )}
      </div>
    </div>
  );
}
