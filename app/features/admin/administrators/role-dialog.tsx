/** Changes the role of a member of the staff. */
import { useState } from "react";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { getRoleLabel } from "#app/features/admin/shared/labels/staff-roles.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { setStaffRole } from "./administrators.mutations.ts";
import type { ListedAdministrator } from "./administrators.queries.ts";
import { RoleField } from "./role-field.tsx";

interface RoleDialogProps {
  member: ListedAdministrator;
  onChanged(): Promise<void>;
  onClose(): void;
}

export function RoleDialog({ member: { id, name, role }, onChanged, onClose }: RoleDialogProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { role } });
  const [failure, setFailure] = useState<string | null>(null);

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await setStaffRole(getSupabase(), id, values.role);
      toast({ title: "Rôle changé", description: `${name} : ${getRoleLabel(values.role)}` });
      await onChanged();
      onClose();
    } catch (error) {
      console.error("admin: the role could not be changed", error);
      setFailure(toUserMessage(error));
    }
  });

  return (
    <EditDialog
      title={`Rôle de ${name}`}
      conflict={null}
      failure={failure}
      busy={formState.isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoleField registration={register("role")} />
    </EditDialog>
  );
}
