/** What all mutations of a testimonial have in common: each reads the current session first, and reports its outcome. */

import { type ToastOptions, toast, toastError } from "#app/components/ui/toast/toast.ts";
import { UNKNOWN_REASON, UNREACHABLE_REASON } from "#app/features/admin/shared/mutations/error-messages.ts";
import { toUserMessage, UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { getSupabase, type Supabase } from "#app/lib/supabase/supabase.client.ts";

const messages = {
  add: {
    done: "Témoignage ajouté",
    signedOut: "Vous devez être connecté pour ajouter un témoignage",
    failed: "Impossible d'ajouter le témoignage: ",
  },
  edit: {
    done: "Témoignage modifié",
    signedOut: "Vous devez être connecté pour modifier un témoignage",
    failed: "Impossible de modifier le témoignage: ",
  },
  delete: {
    done: "Témoignage supprimé",
    signedOut: "Vous devez être connecté pour supprimer un témoignage",
    failed: "Impossible de supprimer le témoignage: ",
  },
};

export type TestimonialMutation = keyof typeof messages;

class SignedOutError extends UserError {}

/** Runs the mutation. Rejects without a session, and as the mutation does. */
export async function mutateTestimonial<Result>(
  kind: TestimonialMutation,
  write: (client: Supabase) => Promise<Result>,
): Promise<Result> {
  const { data, error } = await (await getAuthClient()).getSession();
  if (error?.name === "AuthRetryableFetchError") throw error;
  if (!data.session) throw new SignedOutError(messages[kind].signedOut);
  return write(getSupabase());
}

export function getTestimonialToast(kind: TestimonialMutation): ToastOptions {
  return { title: messages[kind].done };
}

/** Shows the reason of a failed mutation in a toast, and returns it. */
export function reportTestimonialFailure(kind: TestimonialMutation, error: unknown): string {
  if (error instanceof SignedOutError) {
    toast({ title: "Erreur d'authentification", description: error.message, variant: "error" });
    return error.message;
  }
  const failure = messages[kind].failed + toUserMessage(error, UNREACHABLE_REASON, UNKNOWN_REASON);
  toastError(failure);
  return failure;
}
