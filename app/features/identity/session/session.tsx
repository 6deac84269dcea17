/**
 * The session module of the shop's layout: following the session, the admin check, the customer's menu, and
 * signing out. It imports auth-js and postgrest-js, so it is loaded only with a session.
 */
import type { GoTrueClient, Session } from "@supabase/auth-js";
import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import { PersonIcon } from "#app/components/ui/icons.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { clearTabStorage } from "#app/lib/storage/tab-storage.ts";
import * as authClientModule from "#app/lib/supabase/auth.client.ts";
import { getAuthClient, renewSession, signOut } from "#app/lib/supabase/auth.client.ts";
import { authModule } from "#app/lib/supabase/auth-module.ts";
import { needsRenewal, readStoredSession } from "#app/lib/supabase/read-stored-session.ts";
import { setReauthentication } from "#app/lib/supabase/reauthentication.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { accountButtonClass, accountButtonWidthClass } from "./account-button-classes.ts";
import type { AuthState } from "./auth-state.ts";
import { toAccountName, toAuthState, toStoredAuthState } from "./auth-state-change.ts";
import { isAdminUser } from "./session.queries.ts";

authModule.preload(authClientModule);
setReauthentication(async () =>
  (
    await import("#app/features/identity/reauthentication/reauthentication-dialog.tsx")
  ).openReauthenticationDialog(),
);

/** How often the renewal of an expired session is tried again while the auth service cannot be reached. */
const RENEWAL_INTERVAL_MS = 15_000;

/**
 * Subscribes to the session and returns its client. `onState` is called with the current state and after each
 * change. auth-js refreshes the session by itself; while that fails for want of a network, the stored session is
 * the state. The admin rights are checked again for each reported session, since they can change while a page is
 * open.
 */
export async function followSession(
  onState: (state: AuthState) => void,
  onIsAdmin: (isAdmin: boolean) => void,
): Promise<GoTrueClient> {
  const client = await getAuthClient();
  let current: Session | null = null;
  let stopRenewal = () => {};

  function show(state: AuthState) {
    const requestedFor = state.session;
    current = requestedFor;
    const isPending = state.status === "signed-in" && state.isRenewalPending;
    stopRenewal();
    stopRenewal = isPending ? startRenewal() : () => {};
    onState(state);
    if (!requestedFor || isPending) return onIsAdmin(false);
    void isAdminUser(getSupabase()).then((isAdmin) => current === requestedFor && onIsAdmin(isAdmin));
  }

  const stored = readStoredSession();
  if (stored && needsRenewal(stored)) show(toStoredAuthState(stored));
  client.onAuthStateChange((event, session) => {
    // auth-js also reports no session when it could not renew it. One that has ended is not stored any more.
    const isKnown = session !== null || event === "SIGNED_OUT";
    show(isKnown ? toAuthState(event, session) : toStoredAuthState(readStoredSession()));
  });
  return client;
}

/** Tries to renew the session when the network is back, and from time to time, until the returned function is called. */
function startRenewal(): () => void {
  const renew = () => void renewSession();
  window.addEventListener("online", renew);
  const timer = setInterval(renew, RENEWAL_INTERVAL_MS);
  return () => {
    window.removeEventListener("online", renew);
    clearInterval(timer);
  };
}

/**
 * Signs out on this device, and shows a toast: also when the service fails, since the device may be somebody
 * else's next. Resolves to false when the session is still stored here: also when somebody without an account stays.
 */
export async function endSession(): Promise<boolean> {
  if (readStoredSession()?.user.is_anonymous) {
    const { confirmLeaving } = await import("#app/features/identity/number/leave-dialog.tsx");
    if (!(await confirmLeaving())) return false;
  }
  const failure = await signOut();
  const isOver = !hasStoredSession();
  if (isOver) clearTabStorage();
  if (isOver && !failure) {
    toast({ title: "Déconnexion réussie", description: "Vous avez été déconnecté avec succès" });
    return true;
  }
  console.error("identity: signing out failed", failure);
  toast({
    title: "Erreur",
    description: "Une erreur est survenue lors de la déconnexion",
    note: isOver
      ? "Vous êtes bien déconnecté de cet appareil, mais la boutique n'a pas pu l'enregistrer."
      : "Vous êtes encore connecté sur cet appareil. Réessayez.",
    variant: "error",
  });
  return isOver;
}

/**
 * The customer's menu: opens on hover, on keyboard focus and on touch; closes with Escape and on leaving it.
 */
export function SignedInMenu({ email, signOut }: { email: string | undefined; signOut(): Promise<void> }) {
  const [open, setOpen] = useState(false);
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);

  return (
    <nav
      aria-label="Compte"
      className="relative"
      onPointerEnter={(event) => event.pointerType === "mouse" && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === "mouse" && setOpen(false)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        button.current?.focus();
        setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={`${accountButtonClass} ${accountButtonWidthClass}`}
        aria-expanded={open}
        aria-controls={menuId}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setOpen(true)}
        onClick={(event) => setOpen(isTouch(event) ? !open : true)}
      >
        <PersonIcon size={22} />
        <span className="max-w-24 truncate max-sm:max-w-18">{toAccountName(email)}</span>
      </button>
      <ul
        id={menuId}
        hidden={!open}
        className="absolute top-full right-0 z-40 w-52 rounded-card border border-border bg-white p-2 shadow-float"
      >
        <li>
          <Link to="/account" className={accountButtonClass} onClick={() => setOpen(false)}>
            Mon compte
          </Link>
        </li>
        <li>
          <button
            type="button"
            className={`${accountButtonClass} w-full text-danger`}
            onClick={() => {
              setOpen(false);
              void signOut();
            }}
          >
            Déconnexion
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** Only a touch toggles the menu by its click: a mouse has opened it by hover, the keyboard by focus. */
function isTouch({ nativeEvent }: React.MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
}
