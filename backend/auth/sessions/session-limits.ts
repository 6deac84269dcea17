/**
 * Until when a session may be refreshed, and which other sessions end it: the rules, apart from the database.
 */
import type { AuthSettings } from "#backend/auth/config.ts";

export interface SessionTimes {
  /** Age since it was started. */
  age_seconds: number;
  /** Age since the last refresh, or since the start. */
  idle_seconds: number;
  /** Whether its user has started another session since. */
  is_superseded: boolean;
  /** Whether its user has a second factor that this session has not presented. */
  lacks_factor: boolean;
}

type SessionRules = Pick<
  AuthSettings,
  "sessionTimeboxSeconds" | "sessionInactivitySeconds" | "sessionLowAalSeconds" | "singleSession"
>;

/** Why the session has ended, as a protocol message; null while it is valid. */
export function getSessionEndReason(session: SessionTimes, rules: SessionRules): string | null {
  const { sessionTimeboxSeconds: timebox, sessionInactivitySeconds: inactivity, singleSession } = rules;
  const { sessionLowAalSeconds: lowAal } = rules;
  if (timebox !== null && session.age_seconds > timebox) return "Session Expired";
  if (inactivity !== null && session.idle_seconds > inactivity) return "Session Expired (Inactivity)";
  if (lowAal !== null && session.lacks_factor && session.age_seconds > lowAal) {
    return "Session Expired (Low AAL: User Needs MFA Verification)";
  }
  if (singleSession && session.is_superseded) return "Session Expired (Revoked by Newer Login)";
  return null;
}
