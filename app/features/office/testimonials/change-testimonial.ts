/** A change of a testimonial, with everything that is said about it. Each one first reads the current session. */
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient } from "../../../lib/auth.client.ts";
import { type Supabase, supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { refusalMessage } from "../refusal.ts";

const changes = {
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

/** Gives null when it was made, else why not, which has been said in a toast as well. */
export async function changeTestimonial(
  kind: keyof typeof changes,
  write: (client: Supabase) => Promise<void>,
): Promise<string | null> {
  const { done, signedOut, failed } = changes[kind];
  try {
    const { data, error } = await (await authClient()).getSession();
    if (error?.name === "AuthRetryableFetchError") throw error;
    if (!data.session) {
      toast({ title: "Erreur d'authentification", description: signedOut, variant: "destructive" });
      return signedOut;
    }
    await withRenewal(authClient, () => write(supabase()));
    toast({ title: done });
    return null;
  } catch (error) {
    console.error(`office: the testimonial could not be changed (${kind})`, error);
    const failure = failed + refusalMessage(error, "le serveur ne répond pas");
    toastError(failure);
    return failure;
  }
}
