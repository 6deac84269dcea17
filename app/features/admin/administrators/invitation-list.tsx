/** The invitations that nobody has accepted yet. Inviting the same address again sends a new link. */
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { getRoleLabel } from "#app/features/admin/shared/labels/staff-roles.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatPhone } from "#app/lib/format/phone.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { addAdministrator, withdrawInvitation } from "./administrators.mutations.ts";
import type { Invitation } from "./administrators.queries.ts";
import type { InvitedByChat } from "./invitation-chat.tsx";

interface InvitationListProps {
  invitations: readonly Invitation[];
  /** Whether the user may send the link again and withdraw the invitation. */
  mayManage: boolean;
  /** A link that nobody sends but the user: the shop has no provider of text messages. */
  onLink(invited: InvitedByChat): void;
}

const getContact = ({ email, phone }: Invitation) => email ?? (phone ? formatPhone(`+${phone}`) : "");

export function InvitationList({ invitations, mayManage, onLink }: InvitationListProps) {
  const { pendingAction, mutate } = useMutation();

  function inviteAgain(invitation: Invitation) {
    const { id, name, role } = invitation;
    const contact = getContact(invitation);
    return mutate(`invite ${id}`, async () => {
      const outcome = await addAdministrator(getSupabase(), { name, contact, role });
      if (typeof outcome === "object") onLink({ name, contact, link: outcome.link });
      else toast({ title: "Invitation envoyée", description: `Un nouveau lien part à ${contact}.` });
    });
  }

  function withdraw(invitation: Invitation) {
    return mutate(`withdraw ${invitation.id}`, async () => {
      await withdrawInvitation(getSupabase(), invitation.id);
      toast({
        title: "Invitation retirée",
        description: `Le lien envoyé à ${getContact(invitation)} ne sert plus.`,
      });
    });
  }

  const dataColumns: Column<Invitation>[] = [
    { label: "Personne invitée", isRowHeader: true, render: ({ name }) => name },
    {
      label: "Contact",
      render: (invitation) => <span className="wrap-anywhere">{getContact(invitation)}</span>,
    },
    { label: "Rôle", render: ({ role }) => getRoleLabel(role) },
    {
      label: "Valable jusqu'au",
      render: ({ expires_at }) =>
        Date.parse(expires_at) > Date.now() ? (
          formatDateTime(expires_at)
        ) : (
          <Tag color="amber">Lien périmé</Tag>
        ),
    },
  ];
  const actions: Column<Invitation> = {
    label: "Actions",
    cardPosition: "full",
    render: (invitation) => (
      <span className="flex flex-wrap gap-2 max-md:w-full max-md:*:grow">
        <BusyButton
          variant="outline"
          aria-label={`Renvoyer le lien à ${invitation.name}`}
          busy={pendingAction === `invite ${invitation.id}`}
          onClick={() => void inviteAgain(invitation)}
        >
          Renvoyer le lien
        </BusyButton>
        <BusyButton
          variant="danger"
          aria-label={`Retirer l'invitation de ${invitation.name}`}
          busy={pendingAction === `withdraw ${invitation.id}`}
          onClick={() => void withdraw(invitation)}
        >
          Retirer
        </BusyButton>
      </span>
    ),
  };
  const columns = mayManage ? [...dataColumns, actions] : dataColumns;
  return (
    <DataTable caption="Les invitations" columns={columns} rows={invitations} getRowKey={({ id }) => id} />
  );
}
