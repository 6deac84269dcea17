/**
 * The form that writes to a technician. It comes with the first press on its button, and stays with the page from
 * then on: what was typed is there again after a dialog that was closed by mistake, until it is sent.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import { TextAreaField } from "../../components/ui/field.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { EmailField, FullNameField, PhoneField } from "../../components/ui/person-fields.tsx";
import { toast, toastError } from "../../components/ui/toast/toast.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { sendMessage } from "./message.mutations.ts";
import { type MessageInput, type MessageValues, messageSchema } from "./message.schema.ts";

interface ContactDialogProps {
  technician: { id: string; name: string };
  open: boolean;
  onClose(): void;
}

export function ContactDialog({ technician, open, onClose }: ContactDialogProps) {
  const form = useForm<MessageInput, unknown, MessageValues>({
    resolver: zodResolver(messageSchema),
    defaultValues: { name: "", email: "", phone: "", message: "" },
  });
  const { register, handleSubmit, reset, formState } = form;
  const { errors } = formState;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** Known at once, where a second press may come before the next rendering. */
  const sending = useRef(false);

  async function send(values: MessageValues) {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setProblem(null);
    const refusal = await sendMessage(supabase(), technician.id, values);
    sending.current = false;
    setBusy(false);
    if (refusal !== null) {
      setProblem(refusal);
      toastError(refusal);
      return;
    }
    reset();
    onClose();
    toast({
      title: "Message envoyé",
      description: "Votre message a été envoyé avec succès au technicien",
    });
  }

  if (!open) return null;
  return (
    <Dialog title={`Écrire à ${technician.name}`} onClose={onClose}>
      <form noValidate method="post" onSubmit={handleSubmit(send)} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <FullNameField className="sm:col-span-2" error={errors.name?.message} {...register("name")} />
          <EmailField error={errors.email?.message} {...register("email")} />
          <PhoneField error={errors.phone?.message} {...register("phone")} />
        </div>
        <TextAreaField
          label="Message"
          rows={5}
          placeholder="Les travaux à faire, le lieu, et quand vous êtes disponible"
          error={errors.message?.message}
          {...register("message")}
        />
        <p className="text-sm text-ink-soft">
          Nous transmettons votre nom, votre email et votre téléphone au technicien, pour qu'il vous réponde.
        </p>
        {problem && (
          <Notice ref={bringIntoView} tone="error" role="alert">
            {problem}
          </Notice>
        )}
        <BusyButton type="submit" className="btn btn-primary w-full" busy={busy}>
          {busy ? "Envoi en cours..." : "Envoyer"}
        </BusyButton>
      </form>
    </Dialog>
  );
}

/** What went wrong may stand below the edge of a small screen. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
