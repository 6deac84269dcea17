/** Answers a customer who asked for the prices of professionals: with a list, or with the reason of a refusal. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { Field, TextAreaField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getMemberName } from "./member-name.ts";
import { answerSchema } from "./price-list.schema.ts";
import { answerRequest } from "./price-lists.mutations.ts";
import type { Member, PriceList } from "./price-lists.queries.ts";

interface AnswerDialogProps {
  member: Member;
  lists: readonly PriceList[];
  onClose(): void;
  onAnswered(): Promise<void>;
}

export function AnswerDialog({ member, lists, onClose, onAnswered }: AnswerDialogProps) {
  const active = lists.filter(({ is_active }) => is_active);
  const { email, phone } = member.profiles;
  const granted = active.find(({ id }) => id === member.list_id) ?? active[0];
  const form = useForm({
    resolver: zodResolver(answerSchema),
    defaultValues: { list: granted?.id ?? "", reason: member.reason ?? "" },
  });
  const { register, control, formState } = form;
  const list = useWatch({ control, name: "list" });
  const name = getMemberName(member);
  const dialog = useActionForm({
    form,
    action: "answer a request for a price list",
    act: (values) =>
      answerRequest(getSupabase(), member.user_id, values.list === "" ? null : values.list, values.reason),
    onDone: async () => {
      toast({
        title: "Réponse enregistrée",
        description: email
          ? `${name} en est prévenu par e-mail.`
          : `${name} n'a pas d'e-mail : prévenez au ${phone ?? "téléphone"}.`,
      });
      await onAnswered();
    },
  });
  return (
    <EditDialog title={`Répondre à ${name}`} {...dialog} onClose={onClose}>
      <p className="text-sm text-muted wrap-anywhere">Métier : {member.trade}</p>
      <Field
        label="Réponse"
        hint={active.length === 0 ? "Pour accorder un tarif, ajoutez d'abord une liste de prix." : undefined}
      >
        {(field) => (
          <select {...field} {...register("list")}>
            {active.map(({ id, name: label, percent }) => (
              <option key={id} value={id}>
                Accorder : {label} (−{percent} %)
              </option>
            ))}
            <option value="">{member.list_id ? "Retirer" : "Refuser"}</option>
          </select>
        )}
      </Field>
      {list === "" && (
        <TextAreaField
          label="Motif"
          rows={2}
          hint="Le client le lira."
          error={formState.errors.reason?.message}
          {...register("reason")}
        />
      )}
    </EditDialog>
  );
}
