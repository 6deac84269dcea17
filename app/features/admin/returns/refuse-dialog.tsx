/** Refuses a return. The customer reads the reason. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { refusalSchema } from "./return.schema.ts";
import { refuseReturn } from "./returns.mutations.ts";

interface RefuseDialogProps {
  id: string;
  onClose(): void;
  onRefused(): Promise<void>;
}

export function RefuseDialog({ id, onClose, onRefused }: RefuseDialogProps) {
  const form = useForm({ resolver: zodResolver(refusalSchema), defaultValues: { reason: "" } });
  const dialog = useActionForm({
    form,
    action: "refuse a return",
    act: ({ reason }) => refuseReturn(getSupabase(), id, reason),
    onDone: async () => {
      toast({ title: "Retour refusé" });
      await onRefused();
    },
  });
  return (
    <EditDialog title="Refuser le retour ?" {...dialog} onClose={onClose}>
      <TextAreaField
        label="Motif du refus"
        rows={3}
        hint="Le client le lit dans son compte."
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </EditDialog>
  );
}
