/**
 * The staff. The owner changes their roles and removes them, but never themselves. On a phone the values below a name
 * say what they are, and the buttons are icons.
 */
import UserCog from "lucide-react/icons/user-cog";
import UserMinus from "lucide-react/icons/user-minus";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { getRoleDescription, getRoleLabel } from "#app/features/admin/shared/labels/staff-roles.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { removeAdministrator } from "./administrators.mutations.ts";
import type { ListedAdministrator } from "./administrators.queries.ts";
import { RoleDialog } from "./role-dialog.tsx";

interface AdministratorListProps {
  administrators: readonly ListedAdministrator[];
  /** The id of the administrator who is signed in. */
  ownId: string;
  /** Whether the user may change roles and remove members. */
  mayManage: boolean;
}

export function AdministratorList({ administrators, ownId, mayManage }: AdministratorListProps) {
  const { revalidate } = useRevalidator();
  const [changing, setChanging] = useState<ListedAdministrator | null>(null);
  const [removing, setRemoving] = useState<ListedAdministrator | null>(null);
  const { mutate } = useMutation();
  const columns: Column<ListedAdministrator>[] = [
    {
      label: "Administrateur",
      isRowHeader: true,
      render: ({ id, name, email }) => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            {name}
            {id === ownId && <Tag color="blue">Vous</Tag>}
          </span>
          <span className="block text-sm font-normal md:min-w-32 xl:min-w-48 md:text-xs md:text-muted">
            {email}
          </span>
        </>
      ),
    },
    {
      label: "Rôle",
      cardPosition: "line",
      render: ({ role }) => (
        <>
          <CardLabel>Rôle</CardLabel>
          {getRoleLabel(role)}
          <span className="block max-w-56 text-xs text-muted max-md:hidden">{getRoleDescription(role)}</span>
        </>
      ),
    },
    {
      label: "Second facteur",
      cardPosition: "line",
      render: ({ has_second_factor }) => (
        <>
          <CardLabel>Second facteur</CardLabel>
          <Tag color={has_second_factor ? "green" : "gray"}>{has_second_factor ? "Actif" : "Aucun"}</Tag>
        </>
      ),
    },
    { label: "Depuis", cardPosition: "hidden", render: ({ created_at }) => formatDateTime(created_at) },
    {
      label: "Dernière connexion",
      cardPosition: "line",
      render: ({ last_sign_in_at }) => (
        <>
          <CardLabel>Dernière connexion</CardLabel>
          {last_sign_in_at ? formatDateTime(last_sign_in_at) : "Jamais"}
        </>
      ),
    },
  ];
  const actions: Column<ListedAdministrator> = {
    label: "Actions",
    cardPosition: "corner",
    render: (administrator) => (
      <span className="flex gap-2">
        <Button
          variant="outline"
          aria-label={`Changer le rôle de ${administrator.name}`}
          className="max-md:size-11 max-md:px-0"
          onClick={() => setChanging(administrator)}
        >
          <UserCog aria-hidden size={16} />
          <span className="max-md:sr-only">Rôle</span>
        </Button>
        {administrator.id !== ownId && (
          <Button
            variant="danger"
            aria-label={`Retirer ${administrator.name}`}
            className="max-md:size-11 max-md:px-0"
            onClick={() => setRemoving(administrator)}
          >
            <UserMinus aria-hidden size={16} />
            <span className="max-md:sr-only">Retirer</span>
          </Button>
        )}
      </span>
    ),
  };

  return (
    <>
      <DataTable
        caption="Les administrateurs"
        columns={mayManage ? [...columns, actions] : columns}
        rows={administrators}
        getRowKey={({ id }) => id}
      />
      {changing && (
        <RoleDialog
          key={changing.id}
          member={changing}
          onChanged={revalidate}
          onClose={() => setChanging(null)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={`Retirer ${removing.name} ?`}
          confirmLabel="Retirer"
          onConfirm={async () => {
            await mutate("Retirer un administrateur", async () => {
              await removeAdministrator(getSupabase(), removing.id);
              toast({ title: "Administrateur retiré", description: removing.name });
            });
            setRemoving(null);
          }}
          onCancel={() => setRemoving(null)}
        >
          {removing.name} ({removing.email}) perd aussitôt tous ses droits, sur tous ses appareils. Son compte
          de client reste.
        </ConfirmDialog>
      )}
    </>
  );
}

/** What the header of the column says in a table. */
function CardLabel({ children }: { children: string }) {
  return <span className="text-muted md:hidden">{children}&nbsp;: </span>;
}
