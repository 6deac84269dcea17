/** One message: its text, the ways to reply, and whether it has been forwarded to the technician. */

import Mail from "lucide-react/icons/mail";
import Phone from "lucide-react/icons/phone";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { useListLocation } from "#app/features/admin/shared/back-link.tsx";
import { useMarkAsRead } from "#app/features/admin/shared/mutations/use-mark-as-read.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { mailLink } from "#app/lib/format/mail-link.ts";
import { formatPhone, isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { telLink } from "#app/lib/format/tel-link.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import type { Result } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getForwardingStatus } from "./forwarding-status.ts";
import { deleteMessage, setMessageRead } from "./messages.mutations.ts";
import type { Forwarding, Message } from "./messages.queries.ts";

export const MESSAGES_PATH = "/admin/messages";

interface MessageViewProps {
  message: Message;
  forwarding: Result<Forwarding | null>;
}

export function MessageView({ message, forwarding }: MessageViewProps) {
  const { id, name, created_at, technician } = message;
  const list = useListLocation(MESSAGES_PATH);
  const navigate = useNavigate();
  const { pendingAction, mutate } = useMutation();
  const [isConfirming, setConfirming] = useState(false);
  useMarkAsRead(message, mutate, () => setMessageRead(getSupabase(), id, true));

  function markAsUnread() {
    return mutate(
      "Marquer comme non lu",
      () => setMessageRead(getSupabase(), id, false),
      () => navigate(list),
    );
  }

  async function remove() {
    const isDeleted = await mutate(
      "Supprimer le message",
      () => deleteMessage(getSupabase(), id),
      () => {
        toast({ title: "Message supprimé" });
        return navigate(list, { replace: true });
      },
    );
    if (!isDeleted) setConfirming(false);
  }

  return (
    <>
      <Panel title={name} actions={<p className="text-sm text-muted">{formatDateTime(created_at)}</p>}>
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
              <p className="text-muted">Le profil du technicien n'existe plus.</p>
            )}
            {forwarding.ok && <ForwardingTag mail={forwarding.value} />}
          </div>
          <p className="max-w-prose break-words whitespace-pre-wrap">{message.message}</p>
          <ReplyActions message={message} />
        </div>
        <div className="flex flex-wrap gap-2 border-t border-border p-4 max-sm:*:grow">
          <BusyButton variant="outline" busy={pendingAction !== null} onClick={() => void markAsUnread()}>
            Marquer comme non lu
          </BusyButton>
          <Button variant="danger" onClick={() => setConfirming(true)}>
            Supprimer
          </Button>
        </div>
      </Panel>
      {isConfirming && (
        <ConfirmDialog
          title="Supprimer ce message ?"
          confirmLabel="Supprimer"
          onConfirm={remove}
          onCancel={() => setConfirming(false)}
        >
          Le message de {name}, reçu le {formatDateTime(created_at)}, sera effacé pour toujours.
        </ConfirmDialog>
      )}
    </>
  );
}

function ForwardingTag({ mail }: { mail: Forwarding | null }) {
  const { color, label, detail } = getForwardingStatus(mail);
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Tag color={color}>{label}</Tag>
      <span className="text-muted">{detail}</span>
    </p>
  );
}

function ReplyActions({ message: { name, email, phone, technician } }: { message: Message }) {
  const number = normalizePhone(phone);
  const subject = technician ? `Votre message à ${technician.name}` : "Votre message";
  return (
    <div className="grid gap-2">
      <p className="text-sm break-words text-muted">
        {email} · {formatPhone(number)}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <a href={mailLink(email, subject)} className={buttonClass("outline")}>
          <Mail aria-hidden size={16} />
          Répondre par email
        </a>
        {isPhone(number) && (
          <a href={telLink(number)} className={buttonClass("outline")}>
            <Phone aria-hidden size={16} />
            Appeler
          </a>
        )}
        {isPhone(number) && (
          <a
            href={whatsappLink(number, `Bonjour ${name}, au sujet de votre message : `)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass("whatsapp")}
          >
            <WhatsappIcon />
            WhatsApp
          </a>
        )}
      </div>
    </div>
  );
}
