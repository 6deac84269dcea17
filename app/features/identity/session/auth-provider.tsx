/**
 * The auth context. The code of the session (session.tsx) is loaded only when this browser has a stored
 * session, another tab stores one, or somebody signs in, so visitors do not download it.
 */
import type { GoTrueClient, User } from "@supabase/auth-js";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { createLazyModule } from "#app/lib/lazy-module.ts";
import { hasStoredSession, removeSessionFromUrl, SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { type AuthState, anonymousAuthState, loadingAuthState } from "./auth-state.ts";

export interface Auth {
  status: AuthState["status"];
  user: User | null;
  /** The session has expired and waits for the auth service to be reached: requests of the user fail until then. */
  isRenewalPending: boolean;
  isAdmin: boolean;
  /**
   * Loads the auth client; from then on `status` and `user` follow its session. Rejects when its code cannot
   * be loaded.
   */
  connect(): Promise<GoTrueClient>;
  /** Signs out on this device, shows a toast and navigates to the home page, unless the session stays. */
  signOut(): Promise<void>;
}

export const sessionModule = createLazyModule(() => import("./session.tsx"));

const AuthContext = createContext<Auth | null>(null);

/** The session and its actions. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}

export function AuthProvider({ children }: { children: React.ReactNode }) {
  const { state, isAdmin, connect } = useAuthState();
  const navigate = useNavigate();

  const auth = useMemo<Auth>(
    () => ({
      status: state.status,
      user: state.session?.user ?? null,
      isRenewalPending: state.status === "signed-in" && state.isRenewalPending,
      isAdmin,
      connect,
      async signOut() {
        if (await (await sessionModule.get()).endSession()) await navigate("/");
      },
    }),
    [state, isAdmin, connect, navigate],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The auth state, and `connect`, which loads the client on first use and subscribes to its events. */
function useAuthState() {
  const [state, setState] = useState<AuthState>(loadingAuthState);
  const [isAdmin, setIsAdmin] = useState(false);
  const clientPromise = useRef<Promise<GoTrueClient> | null>(null);

  const connect = useCallback(() => {
    clientPromise.current ??= sessionModule
      .get()
      .then(({ followSession }) => followSession(setState, setIsAdmin))
      .catch((error: unknown) => {
        clientPromise.current = null;
        throw error;
      });
    return clientPromise.current;
  }, []);

  useEffect(() => {
    function connectIfStored() {
      if (clientPromise.current) return;
      if (!hasStoredSession()) {
        setState(anonymousAuthState);
        return;
      }
      connect().catch((error: unknown) => {
        console.error("identity: the session", error);
        setState(anonymousAuthState);
        // Its code could not be fetched.
        window.addEventListener("online", connectIfStored, { once: true });
      });
    }
    function onStorage({ key }: StorageEvent) {
      if (key === SESSION_KEY || key === null) connectIfStored();
    }
    removeSessionFromUrl();
    connectIfStored();
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [connect]);

  return { state, isAdmin, connect };
}
