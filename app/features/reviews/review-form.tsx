/**
 * The form of a review, on the product's page and behind a link from a mail. What is typed is kept for this tab until
 * `onSubmit` has resolved; a rejection says so in a toast and leaves everything as it is.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import { TextAreaField, TextField } from "../../components/ui/field.tsx";
import { EmailField, FullNameField } from "../../components/ui/person-fields.tsx";
import { toastError } from "../../components/ui/toast/toast.ts";
import { type ReviewInput, type ReviewValues, reviewSchema } from "./review.schema.ts";
import { forgetDraft, readDraft, writeDraft } from "./review-draft.ts";
import { StarChoice } from "./star-choice.tsx";

interface ReviewFormProps {
  /** Under which the draft is kept; names what is reviewed and who by. */
  draftKey: string;
  name: string;
  email: string;
  /** Where the address is not the author's to choose, why not. */
  emailLocked?: string;
  onSubmit: (values: ReviewValues) => Promise<void>;
}

export function ReviewForm({ draftKey, name, email, emailLocked, onSubmit }: ReviewFormProps) {
  const { register, handleSubmit, subscribe, watch, formState } = useForm<ReviewInput, unknown, ReviewValues>(
    {
      resolver: zodResolver(reviewSchema),
      defaultValues: { rating: "5", name, email, title: "", comment: "", ...readDraft(draftKey) },
    },
  );
  const { errors, isSubmitting } = formState;
  const sending = useRef(false);

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(draftKey, values) }),
    [subscribe, draftKey],
  );

  /** One sending at a time, whatever is pressed meanwhile. */
  async function send(values: ReviewValues) {
    if (sending.current) return;
    sending.current = true;
    try {
      await onSubmit(values);
      forgetDraft(draftKey);
    } catch (error) {
      console.error("review: it could not be sent", error);
      toastError("Impossible de soumettre votre avis. Veuillez réessayer.");
    } finally {
      sending.current = false;
    }
  }

  return (
    <form noValidate method="post" onSubmit={handleSubmit(send)} className="grid gap-4">
      <StarChoice field={register("rating")} chosen={Number(watch("rating"))} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FullNameField hint="Affiché avec votre avis." error={errors.name?.message} {...register("name")} />
        <EmailField
          readOnly={emailLocked !== undefined}
          hint={emailLocked ?? "Jamais publié."}
          error={errors.email?.message}
          {...register("email")}
        />
      </div>
      <TextField
        label="Titre"
        optional
        autoComplete="off"
        placeholder="L'essentiel en quelques mots"
        error={errors.title?.message}
        {...register("title")}
      />
      <TextAreaField
        label="Votre avis"
        rows={5}
        placeholder="Qualité, usage, livraison&nbsp;: ce qui aide les autres à choisir"
        error={errors.comment?.message}
        {...register("comment")}
      />
      <BusyButton
        type="submit"
        className="btn btn-primary justify-self-start max-sm:w-full"
        busy={isSubmitting}
      >
        {isSubmitting ? "Envoi en cours..." : "Envoyer mon avis"}
      </BusyButton>
    </form>
  );
}
