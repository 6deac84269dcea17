/**
 * The session module of the shop's layout: following the session, the admin check, the customer's menu, and
 * signing out. It imports auth-js and postgrest-js, so it is loaded only with a session.
 */
import type { GoTrueClient, Session } from "@supabase/auth-js";
import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import { PersonIcon } from "#app/components/ui/icons.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { clearTabStorage } from "#app/lib/storage/tab-storage.ts";
import * as authClientModule from "#app/lib/supabase/auth.client.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { authModule } from "#app/lib/supabase/auth-module.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { accountButtonClass, accountButtonWidthClass } from "./account-button-classes.ts";
import type { AuthState } from "./auth-state.ts";
import { toAccountName, toAuthState } from "./auth-state-change.ts";
import { isAdminUser } from "./session.queries.ts";

authModule.preload(authClientModule);

/**
 * Subscribes to the session and returns its client. `onState` is called with the current state and after each
 * change. auth-js refreshes the session by itself. The admin rights are checked again for each reported
 * session, since they can change while a page is open.
 */
export async function followSession(
  onState: (state: AuthState) => void,
  onIsAdmin: (isAdmin: boolean) => void,
): Promise<GoTrueClient> {
  const client = await getAuthClient();
  let current: Session | null = null;
  client.onAuthStateChange((event, session) => {
    const state = toAuthState(event, session);
    const requestedFor = state.session;
    current = requestedFor;
    onState(state);
    if (!requestedFor) return onIsAdmin(false);
    void isAdminUser(getSupabase()).then((isAdmin) => current === requestedFor && onIsAdmin(isAdmin));
  });
  return client;
}

/** Signs out on this device, and shows a toast. */
export async function endSession(): Promise<void> {
  try {
    const { error } = await (await getAuthClient()).signOut({ scope: "local" });
    if (error) throw error;
    toast({ title: "Déconnexion réussie", description: "Vous avez été déconnecté avec succès" });
  } catch (error) {
    console.error("identity: signing out failed", error);
    toastError("Une erreur est survenue lors de la déconnexion");
  }
  clearTabStorage();
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
