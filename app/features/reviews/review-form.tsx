/**
 * The review form, on the product page and behind a link from a mail. Its values are stored as a draft for
 * this tab until `onSubmit` has resolved; a rejection shows a toast, says the same above the button, and keeps
 * everything.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { EmailField, FullNameField } from "#app/components/ui/forms/person-fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { getLimitMessage } from "./review.mutations.ts";
import { type ReviewInput, type ReviewValues, reviewSchema } from "./review.schema.ts";
import { clearReviewDraft, readReviewDraft, writeReviewDraft } from "./review-draft.ts";
import { StarRatingInput } from "./star-rating-input.tsx";

interface ReviewFormProps {
  /** The draft's key; identifies the product and the author. */
  draftKey: string;
  name: string;
  email: string;
  /** Set when the e-mail cannot be changed: the explanation, shown as a hint. */
  lockedEmailHint?: string;
  onSubmit: (values: ReviewValues) => Promise<void>;
}

export function ReviewForm({ draftKey, name, email, lockedEmailHint, onSubmit }: ReviewFormProps) {
  const { register, handleSubmit, subscribe, watch, formState } = useForm<ReviewInput, unknown, ReviewValues>(
    {
      resolver: zodResolver(reviewSchema),
      defaultValues: { rating: "5", name, email, title: "", comment: "", ...readReviewDraft(draftKey) },
    },
  );
  const { errors, isSubmitting } = formState;
  const sending = useRef(false);
  /** Why the last try failed: it stays when the toast has gone. */
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeReviewDraft(draftKey, values),
      }),
    [subscribe, draftKey],
  );

  /** Ignores presses while the review is being sent. */
  async function send(values: ReviewValues) {
    if (sending.current) return;
    sending.current = true;
    setFailure(null);
    try {
      await onSubmit(values);
      clearReviewDraft(draftKey);
    } catch (error) {
      console.error("review: it could not be sent", error);
      const message = getLimitMessage(error) ?? "Impossible de soumettre votre avis. Veuillez réessayer.";
      setFailure(message);
      toastError(message);
    } finally {
      sending.current = false;
    }
  }

  return (
    <form noValidate method="post" onSubmit={handleSubmit(send)} className="grid gap-4">
      <StarRatingInput field={register("rating")} chosen={Number(watch("rating"))} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FullNameField hint="Affiché avec votre avis." error={errors.name?.message} {...register("name")} />
        <EmailField
          readOnly={lockedEmailHint !== undefined}
          hint={lockedEmailHint ?? "Jamais publié."}
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
        {isSubmitting ? "Envoi en cours..." : "Envoyer mon avis"}
      </BusyButton>
    </form>
  );
}
