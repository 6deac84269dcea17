/**
 * The door of the back office. The server is asked at every step inside, since a right can be taken while a screen is
 * open; whoever has none (any more) is signed out and stands before the sign-in page. What is behind the door is
 * guarded by the database itself: this only leads people to the right screen.
 */
import { createContext, replace } from "react-router";
import { toastError } from "../../components/ui/toast/toast.ts";
import { authClient } from "../../lib/auth.client.ts";
import { authCode } from "../../lib/auth-code.ts";
import { forgetPrivateNotes } from "../../lib/private-notes.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { withRenewal } from "../../lib/with-renewal.ts";
import { type Administrator, findAdministrator } from "./administrator.queries.ts";

authCode.bring({ authClient });

export const SIGN_IN = "/admin/login";
export const NOT_ADMINISTRATOR = "Vous n'avez pas les droits d'administrateur";

/** Who came in, for the loaders behind the door. */
export const administratorContext = createContext<Administrator>();

/** The administrator who is signed in here, null for anyone else. Throws when the network or the server cannot say. */
export async function currentAdministrator(): Promise<Administrator | null> {
  const id = await signedInId();
  return id === null ? null : withRenewal(authClient, () => findAdministrator(supabase(), id));
}

/** Who came in last. */
let inside: Administrator | null = null;

/** Throws the redirect to the sign-in page for anyone else, and an error when nobody can say who is at the door. */
export async function requireAdministrator(request: Request): Promise<Administrator> {
  const known = await currentAdministrator().catch(stayInside);
  inside = known;
  if (known) return known;
  if ((await signedInId()) === null) {
    const { pathname, search } = new URL(request.url);
    throw replace(`${SIGN_IN}?returnUrl=${encodeURIComponent(pathname + search)}`);
  }
  await endSession();
  toastError(NOT_ADMINISTRATOR);
  throw replace(SIGN_IN);
}

/**
 * While the server does not answer, whoever came in stays in: what was typed is not lost, and what is behind the door is
 * not to be had without an answer anyway.
 */
async function stayInside(error: unknown): Promise<Administrator | null> {
  const known = inside;
  const id = await signedInId().catch(() => known?.id);
  if (id === null) return null;
  if (!known || id !== known.id) throw error;
  console.error("office: nobody can say who this is", error);
  return known;
}

/** Also when the service cannot be told: what this browser keeps goes in any case. */
export async function endSession(): Promise<void> {
  const { error } = await (await authClient()).signOut({ scope: "local" });
  if (error) console.error("office: signing out", error);
  forgetPrivateNotes();
}

async function signedInId(): Promise<string | null> {
  const { data, error } = await (await authClient()).getSession();
  if (error?.name === "AuthRetryableFetchError") throw error;
  return data.session?.user.id ?? null;
}
