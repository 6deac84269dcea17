/** The invitations that nobody has accepted yet. Inviting the same address again sends a new link. */
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { getRoleLabel } from "#app/features/admin/shared/labels/staff-roles.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { addAdministrator, withdrawInvitation } from "./administrators.mutations.ts";
import type { Invitation } from "./administrators.queries.ts";

interface InvitationListProps {
  invitations: readonly Invitation[];
  /** Whether the user may send the link again and withdraw the invitation. */
  mayManage: boolean;
}

export function InvitationList({ invitations, mayManage }: InvitationListProps) {
  const { pendingAction, mutate } = useMutation();

  function inviteAgain({ id, name, email, role }: Invitation) {
    return mutate(`invite ${id}`, async () => {
      await addAdministrator(getSupabase(), { name, email, role });
      toast({ title: "Invitation envoyée", description: `Un nouveau lien part à ${email}.` });
    });
  }

  function withdraw({ id, email }: Invitation) {
    return mutate(`withdraw ${id}`, async () => {
      await withdrawInvitation(getSupabase(), id);
      toast({ title: "Invitation retirée", description: `Le lien envoyé à ${email} ne sert plus.` });
    });
  }

  const dataColumns: Column<Invitation>[] = [
    { label: "Personne invitée", isRowHeader: true, render: ({ name }) => name },
    { label: "Email", render: ({ email }) => <span className="wrap-anywhere">{email}</span> },
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
