/**
 * The dialog with the contact form of a technician. It is loaded with the first press on its button and stays
 * mounted from then on: typed values survive an accidental closing, until the message is sent.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import { EmailField, FullNameField, PhoneField } from "#app/components/ui/forms/person-fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
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
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** A ref, since a second press may arrive before the next render. */
  const sending = useRef(false);

  async function send(values: MessageValues) {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setError(null);
    const sendError = await sendMessage(getSupabase(), technician.id, values);
    sending.current = false;
    setBusy(false);
    if (sendError !== null) {
      setError(sendError);
      toastError(sendError);
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
        <p className="text-sm text-muted">
          Nous transmettons votre nom, votre email et votre téléphone au technicien, pour qu'il vous réponde.
        </p>
        {error && (
          <Notice ref={scrollToNearest} variant="error" role="alert">
            {error}
          </Notice>
        )}
        <BusyButton variant="primary" type="submit" className="w-full" busy={busy}>
          {busy ? "Envoi en cours..." : "Envoyer"}
        </BusyButton>
      </form>
    </Dialog>
  );
}

/** The error may be outside the viewport of a small screen. */
function scrollToNearest(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
