/**
 * Adds an administrator: at once when the account's owner has proven the address, by an invitation otherwise; to a
 * number it goes by text message, or by a chat.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import UserPlus from "lucide-react/icons/user-plus";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { administratorSchema } from "./administrator.schema.ts";
import { addAdministrator } from "./administrators.mutations.ts";
import type { InvitedByChat } from "./invitation-chat.tsx";
import { RoleField } from "./role-field.tsx";

interface AddAdministratorFormProps {
  onAdded(): Promise<void>;
  /** A link that nobody sends but the user: the shop has no provider of text messages. */
  onLink(invited: InvitedByChat): void;
}

export function AddAdministratorForm({ onAdded, onLink }: AddAdministratorFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(administratorSchema),
    defaultValues: { name: "", contact: "", role: "sales" as const },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      const outcome = await addAdministrator(getSupabase(), values);
      if (typeof outcome === "object") onLink({ ...values, link: outcome.link });
      else
        toast(
          outcome === "added"
            ? {
                title: "Administrateur ajouté",
                description: `${values.name} peut se connecter dès maintenant.`,
              }
            : { title: "Invitation envoyée", description: `Un lien part à ${values.contact}.` },
        );
      reset();
      await onAdded();
    } catch (error) {
      console.error("admin: the administrator could not be added", error);
      setFailure(toUserMessage(error));
    }
  });

  return (
    <Panel title="Ajouter un administrateur">
      <form noValidate method="post" onSubmit={submit} className="grid gap-4 p-4">
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField label="Nom" autoComplete="off" error={errors.name?.message} {...register("name")} />
          <TextField
            label="Email ou téléphone"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.contact?.message}
            {...register("contact")}
          />
        </div>
        <RoleField registration={register("role")} />
        <p className="text-sm text-muted">
          Qui a déjà un compte à cette adresse, et l'a confirmée, est ajouté aussitôt. Les autres reçoivent
          une invitation par e-mail, ou par SMS ou WhatsApp à un numéro. Elle est valable 7 jours.
        </p>
        {failure && (
          <Notice variant="error" role="alert">
            {failure}
          </Notice>
        )}
        <BusyButton
          variant="primary"
          type="submit"
          className="justify-self-start max-sm:w-full"
          busy={isSubmitting}
        >
          <UserPlus aria-hidden size={18} />
          {isSubmitting ? "Ajout..." : "Ajouter ou inviter"}
        </BusyButton>
      </form>
    </Panel>
  );
}
