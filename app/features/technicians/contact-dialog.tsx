/**
 * The dialog with the contact form of a technician. What is typed is stored as a draft until the message is sent. The
 * empty fields of a signed-in customer are filled from the profile, and the message begins with a sentence.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import { EmailField, FullNameField, PhoneField } from "#app/components/ui/forms/person-fields.tsx";
import { useDraft } from "#app/components/ui/forms/use-draft.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { sendMessage } from "./message.mutations.ts";
import { type MessageInput, type MessageValues, messageSchema } from "./message.schema.ts";

/** Who writes, as far as it is known; "" for what is not. */
export type Sender = Record<"name" | "email" | "phone", string>;

interface ContactDialogProps {
  technician: { id: string; name: string; specialty: string };
  /** The signed-in customer; null for a visitor. */
  loadSender(): Promise<Sender | null>;
  onClose(): void;
}

const draftFields = ["name", "email", "phone", "message"] as const;

export function ContactDialog({ technician, loadSender, onClose }: ContactDialogProps) {
  const form = useForm<MessageInput, unknown, MessageValues>({
    resolver: zodResolver(messageSchema),
    defaultValues: { name: "", email: "", phone: "", message: "" },
  });
  const { register, handleSubmit, getValues, setValue, formState } = form;
  const { errors } = formState;
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** A ref, since a second press may arrive before the next render. */
  const sending = useRef(false);
  const { clearDraft } = useDraft(form, `message-to-${technician.id}`, draftFields);

  useEffect(() => {
    let current = true;
    async function prefill() {
      const sender = await loadSender();
      if (!current || !sender) return;
      const texts = { ...sender, message: getFirstSentence(technician) };
      for (const field of draftFields) if (getValues(field) === "") setValue(field, texts[field]);
    }
    // Without the profile the form is filled in by hand.
    prefill().catch((error: unknown) => console.error("technicians: the sender could not be read", error));
    return () => {
      current = false;
    };
  }, [technician, loadSender, getValues, setValue]);

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
    clearDraft();
    onClose();
    toast({
      title: "Message envoyé",
      description: "Votre message a été envoyé avec succès au technicien",
    });
  }

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

/** A whole sentence, so that a message that says no more can be understood, too. */
function getFirstSentence({ name, specialty }: ContactDialogProps["technician"]): string {
  return `Bonjour ${name}, j'ai besoin de vos services en ${specialty.toLowerCase()}. `;
}
