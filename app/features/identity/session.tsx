/**
 * Everything about a session that the frame of the shop shows and does: following it, the customer's rights, their menu,
 * signing out. It brings auth-js and postgrest-js along, so it is loaded only where there is a session.
 */
import type { GoTrueClient, Session } from "@supabase/auth-js";
import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import { PersonIcon } from "../../components/ui/icons.tsx";
import { toast, toastError } from "../../components/ui/toast/toast.ts";
import { authClient } from "../../lib/auth.client.ts";
import { authCode } from "../../lib/auth-code.ts";
import { forgetPrivateNotes } from "../../lib/private-notes.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { control, width } from "./account-control.ts";
import type { AuthState } from "./auth-state.ts";
import { isAdminUser } from "./identity.queries.ts";
import { accountName, nextAuthState } from "./session-words.ts";

authCode.bring({ authClient });

/**
 * The session's client, which from now on tells of each change, and at once of how it stands. auth-js keeps the session
 * fresh by itself. Each session that it reports asks again for the rights: they can be given and taken while a page is
 * open.
 */
export async function followSession(
  tell: (state: AuthState) => void,
  tellIsAdmin: (isAdmin: boolean) => void,
): Promise<GoTrueClient> {
  const client = await authClient();
  let current: Session | null = null;
  client.onAuthStateChange((event, session) => {
    const state = nextAuthState(event, session);
    const asked = state.session;
    current = asked;
    tell(state);
    if (!asked) return tellIsAdmin(false);
    void isAdminUser(supabase()).then((answer) => current === asked && tellIsAdmin(answer));
  });
  return client;
}

/** Ends the session on this device, and says so. */
export async function endSession(): Promise<void> {
  try {
    const { error } = await (await authClient()).signOut({ scope: "local" });
    if (error) throw error;
    toast({ title: "Déconnexion réussie", description: "Vous avez été déconnecté avec succès" });
  } catch (error) {
    console.error("identity: signing out failed", error);
    toastError("Une erreur est survenue lors de la déconnexion");
  }
  forgetPrivateNotes();
}

/** Opens by pointing, by focus from the keyboard and by touch, and closes by Escape or by leaving it. */
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
        className={`${control} ${width}`}
        aria-expanded={open}
        aria-controls={menuId}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setOpen(true)}
        onClick={(event) => setOpen(isTouch(event) ? !open : true)}
      >
        <PersonIcon size={22} />
        <span className="max-w-24 truncate max-sm:max-w-18">{accountName(email)}</span>
      </button>
      <ul
        id={menuId}
        hidden={!open}
        className="absolute top-full right-0 z-40 w-52 rounded-card border border-line bg-white p-2 shadow-float"
      >
        <li>
          <Link to="/account" className={control} onClick={() => setOpen(false)}>
            Mon compte
          </Link>
        </li>
        <li>
          <button
            type="button"
            className={`${control} w-full text-danger`}
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

/** A mouse has opened the menu by pointing and a key by focusing: only a finger opens and closes by the click. */
function isTouch({ nativeEvent }: React.MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
}
