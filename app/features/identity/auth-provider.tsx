/**
 * The session, for every screen. Its code (session.tsx) is loaded only when this browser has a session stored (or
 * another tab stores one, or the address brings one) and when somebody signs in, so visitors do not pay for it.
 */
import type { GoTrueClient, User } from "@supabase/auth-js";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { onDemand } from "../../lib/on-demand.ts";
import { hasSessionInAddress, hasStoredSession, SESSION_KEY } from "../../lib/stored-session.ts";
import { type AuthState, anonymous, loading } from "./auth-state.ts";

export interface Auth {
  status: AuthState["status"];
  user: User | null;
  isAdmin: boolean;
  /** The session's client, followed from then on. Rejects when the code for it cannot be fetched. */
  connect(): Promise<GoTrueClient>;
  /** Ends the session on this device, says so and leads home. */
  signOut(): Promise<void>;
}

export const sessionCode = onDemand(() => import("./session.tsx"));

const AuthContext = createContext<Auth | null>(null);

/** The session and what can be done with it. Throws outside an AuthProvider. */
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
      isAdmin,
      connect,
      async signOut() {
        await (await sessionCode.get()).endSession();
        await navigate("/");
      },
    }),
    [state, isAdmin, connect, navigate],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The state, and `connect`, which loads the client on first use and from then on follows its events. */
function useAuthState() {
  const [state, setState] = useState<AuthState>(loading);
  const [isAdmin, setIsAdmin] = useState(false);
  const followed = useRef<Promise<GoTrueClient> | null>(null);

  const connect = useCallback(() => {
    followed.current ??= sessionCode
      .get()
      .then(({ followSession }) => followSession(setState, setIsAdmin))
      .catch((error: unknown) => {
        followed.current = null;
        throw error;
      });
    return followed.current;
  }, []);

  useEffect(() => {
    function follow() {
      if (followed.current) return;
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

  return { state, isAdmin, connect };
}
