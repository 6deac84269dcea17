/**
 * The session, for every screen. auth-js is loaded only when this browser has a session stored (or another tab
 * stores one, or the address brings one) and when somebody signs in, so visitors do not pay for it. It keeps the
 * session fresh by itself; here its events become state, and each change asks again whether the user is an
 * administrator.
 */
import type { GoTrueClient, Session, User } from "@supabase/auth-js";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { toast, toastError } from "../../components/ui/toast/toast.ts";
import { forgetPrivateNotes } from "../../lib/private-notes.ts";
import { hasSessionInAddress, hasStoredSession, SESSION_KEY } from "../../lib/stored-session.ts";
import { type AuthState, anonymous, loading, nextAuthState } from "./auth-state.ts";
import { isAdminUser } from "./identity.queries.ts";
import type { NewAccount, SignInResult, SignUpResult } from "./sign-in.ts";

export interface Auth {
  status: AuthState["status"];
  session: Session | null;
  user: User | null;
  isAdmin: boolean;
  /** Rejects only when the code for it cannot be fetched, which the sign-in page has done ahead. */
  signIn(email: string, password: string): Promise<SignInResult>;
  signUp(account: NewAccount): Promise<SignUpResult>;
  /** Ends the session on this device, says so and leads home. */
  signOut(): Promise<void>;
}

/** Signing in happens on one page and would otherwise be carried by all of them. */
export const loadSignIn = () => import("./sign-in.ts");

const AuthContext = createContext<Auth | null>(null);

/** The session and what can be done with it. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}

export function AuthProvider({ children }: { children: React.ReactNode }) {
  const { state, connect } = useAuthState();
  const isAdmin = useAdminCheck(state.session);
  const navigate = useNavigate();

  const signOut = useCallback(async () => {
    try {
      const client = await connect();
      const { error } = await client.signOut({ scope: "local" });
      if (error) throw error;
      toast({ title: "Déconnexion réussie", description: "Vous avez été déconnecté avec succès" });
    } catch (error) {
      console.error("identity: signing out failed", error);
      toastError("Une erreur est survenue lors de la déconnexion");
    }
    forgetPrivateNotes();
    await navigate("/");
  }, [connect, navigate]);

  const auth = useMemo<Auth>(
    () => ({
      status: state.status,
      session: state.session,
      user: state.session?.user ?? null,
      isAdmin,
      signIn: async (email, password) => (await loadSignIn()).signInWith(connect, email, password),
      signUp: async (account) => (await loadSignIn()).signUpWith(connect, account),
      signOut,
    }),
    [state, isAdmin, connect, signOut],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The state, and `connect`, which loads the client on first use and from then on follows its events. */
function useAuthState() {
  const [state, setState] = useState<AuthState>(loading);
  const subscribed = useRef(false);

  const connect = useCallback(async (): Promise<GoTrueClient> => {
    const { authClient } = await import("../../lib/supabase.client.ts");
    const client = await authClient();
    if (!subscribed.current) {
      subscribed.current = true;
      client.onAuthStateChange((event, session) => setState(nextAuthState(event, session)));
    }
    return client;
  }, []);

  useEffect(() => {
    function follow() {
      if (subscribed.current) return;
      if (!hasStoredSession() && !hasSessionInAddress()) {
        setState(anonymous);
        return;
      }
      connect().catch((error: unknown) => {
        console.error("identity: the session", error);
        setState(anonymous);
      });
    }
    function onStorage(event: StorageEvent) {
      if (event.key === SESSION_KEY) follow();
    }
    follow();
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [connect]);

  return { state, connect };
}

/** Repeated for every session that auth-js reports: rights can be given and taken while a page is open. */
function useAdminCheck(session: Session | null): boolean {
  const [isAdmin, setIsAdmin] = useState(false);
  useEffect(() => {
    if (!session) {
      setIsAdmin(false);
      return;
    }
    let current = true;
    import("../../lib/supabase.client.ts")
      .then(({ supabase }) => isAdminUser(supabase()))
      .then((answer) => {
        if (current) setIsAdmin(answer);
      })
      .catch((error: unknown) => console.error("identity: the rights", error));
    return () => {
      current = false;
    };
  }, [session]);
  return isAdmin;
}
