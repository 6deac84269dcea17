/** Mutates a testimonial and reports the outcome. Each mutation reads the current session first. */

import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { UNREACHABLE_REASON } from "#app/features/admin/shared/mutations/error-messages.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
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

/** Resolves to null on success, otherwise to the error message, which has been shown in a toast as well. */
export async function mutateTestimonial(
  kind: keyof typeof messages,
  write: (client: Supabase) => Promise<void>,
): Promise<string | null> {
  const { done, signedOut, failed } = messages[kind];
  try {
    const { data, error } = await (await getAuthClient()).getSession();
    if (error?.name === "AuthRetryableFetchError") throw error;
    if (!data.session) {
      toast({ title: "Erreur d'authentification", description: signedOut, variant: "error" });
      return signedOut;
    }
    await write(getSupabase());
    toast({ title: done });
    return null;
  } catch (error) {
    console.error(`admin: the testimonial could not be changed (${kind})`, error);
    const failure = failed + toUserMessage(error, UNREACHABLE_REASON);
    toastError(failure);
    return failure;
  }
}
