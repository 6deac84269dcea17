/**
 * Access to the admin area. The server checks it at every navigation, since the right can be revoked while a
 * screen is open. A user without the right is signed out and redirected to the sign-in page. The database
 * itself protects the data: this module only redirects to the right screen.
 */

import { createContext, replace } from "react-router";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { clearTabStorage } from "#app/lib/storage/tab-storage.ts";
import * as authClientModule from "#app/lib/supabase/auth.client.ts";
import { getAuthClient, signOut } from "#app/lib/supabase/auth.client.ts";
import { authModule } from "#app/lib/supabase/auth-module.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { recordAdminActivity } from "./administrator.mutations.ts";
import {
  type AdminAccess,
  type Administrator,
  findAdministrator,
  getAdminAccess,
  getRights,
} from "./administrator.queries.ts";
import { NOT_ADMINISTRATOR_MESSAGE } from "./mutations/error-messages.ts";
import { mayOpen } from "./rights.ts";

authModule.preload(authClientModule);

export const SIGN_IN_PATH = "/admin/login";
export const NO_ACCESS_PATH = "/admin/no-access";

/** The signed-in member of the staff, for the loaders of the admin screens. */
export const administratorContext = createContext<Administrator>();

/** The administrator who is signed in, null for anyone else. Throws when the network or the server fails. */
export async function getCurrentAdministrator(): Promise<Administrator | null> {
  const id = await getSignedInId();
  if (id === null) return null;
  try {
    return await loadAdministrator(id);
  } catch (error) {
    if ((await getSignedInId()) === null) return null;
    throw error;
  }
}

/** The rights of a role do not change while the page is open: they are read again only for another role. */
async function loadAdministrator(id: string): Promise<Administrator | null> {
  const client = getSupabase();
  const known = lastAdministrator?.id === id ? lastAdministrator : null;
  const [member, rights] = await Promise.all([
    findAdministrator(client, id),
    known?.rights ?? getRights(client),
  ]);
  if (!member) return null;
  return { ...member, rights: known && known.role !== member.role ? await getRights(client) : rights };
}

/** The administrator of the last successful check. */
let lastAdministrator: Administrator | null = null;

/**
 * Throws a redirect to the sign-in page for anyone else, one to a notice when the screen is not for the role, and an
 * error when the check fails.
 */
export async function requireAdministrator(request: Request): Promise<Administrator> {
  const administrator = await getCurrentAdministrator().catch(fallBackToLastAdministrator);
  lastAdministrator = administrator;
  if (administrator) {
    // Not awaited, and a failure is not reported: the next one is at most a minute away.
    recordActivity().catch(() => {});
    if (!mayOpen(request.url, administrator.rights)) throw replace(NO_ACCESS_PATH);
    return administrator;
  }
  const access = await getCurrentAccess();
  if (access !== "none") {
    const { pathname, search } = new URL(request.url);
    const isOver = access === "idle" || access === "expired" || access === "ended";
    const reason = isOver ? `&reason=${access}` : "";
    throw replace(`${SIGN_IN_PATH}?returnUrl=${encodeURIComponent(pathname + search)}${reason}`);
  }
  await endSession();
  toastError(NOT_ADMINISTRATOR_MESSAGE);
  throw replace(SIGN_IN_PATH);
}

/** The access of the signed-in user, null for a visitor. Throws when the network or the server fails. */
export async function getCurrentAccess(): Promise<AdminAccess | null> {
  if ((await getSignedInId()) === null) return null;
  return withSessionEnd(async () => {
    const access = await getAdminAccess(getSupabase());
    // To report activity then does not revive the session: the server ends it.
    return access === "idle" || access === "expired" ? recordAdminActivity(getSupabase()) : access;
  });
}

/** `ended` when the server has rejected the session's token, whereupon the session is no longer stored. */
async function withSessionEnd(request: () => Promise<AdminAccess>): Promise<AdminAccess> {
  try {
    return await request();
  } catch (error) {
    if ((await getSignedInId()) === null) return "ended";
    throw error;
  }
}

const ACTIVITY_INTERVAL_MS = 60_000;
let recordedAt = 0;

/**
 * Records that the administrator does something, at most once a minute, and resolves to the access; to null when it
 * was recorded within the last minute. Throws when the network or the server fails.
 */
export async function recordActivity(): Promise<AdminAccess | null> {
  if (Date.now() - recordedAt < ACTIVITY_INTERVAL_MS) return null;
  recordedAt = Date.now();
  return withSessionEnd(() => recordAdminActivity(getSupabase()));
}

/**
 * While the server does not respond, the last administrator stays signed in: unsaved input is not lost, and
 * the data is not available without a response anyway.
 */
async function fallBackToLastAdministrator(error: unknown): Promise<Administrator | null> {
  const known = lastAdministrator;
  const id = await getSignedInId().catch(() => known?.id);
  if (id === null) return null;
  if (!known || id !== known.id) throw error;
  console.error("admin: the administrator could not be verified", error);
  return known;
}

/**
 * The local session is deleted also when the auth service cannot be reached. Resolves to whether the service has ended
 * it too.
 */
export async function endSession(): Promise<boolean> {
  const failure = await signOut();
  if (failure) console.error("admin: signing out", failure);
  clearTabStorage();
  return !failure;
}

async function getSignedInId(): Promise<string | null> {
  const { data, error } = await (await getAuthClient()).getSession();
  if (error?.name === "AuthRetryableFetchError") throw error;
  return data.session?.user.id ?? null;
}
