/** What a deployment may decide about accounts and sessions, and what holds when it decides nothing. */
import type { BucketRule } from "../core/address-limits.ts";

export type LimitGroup = "signup" | "signIn" | "refresh" | "user";

export interface AuthSettings {
  /** The `iss` claim: the service's public address. */
  issuer: string;
  /** Life of an access token, in seconds. */
  accessTokenSeconds: number;
  /** How long after its use a refresh token is still answered, in seconds: tabs refresh at the same moment. */
  refreshReuseSeconds: number;
  signupEnabled: boolean;
  /** Whether an account's e-mail address counts as confirmed at once. */
  autoconfirm: boolean;
  /** In characters; the longest is bcrypt's 72 bytes. */
  minPasswordLength: number;
  /** Whether a new password needs the current one beside it. */
  requireCurrentPassword: boolean;
  addressLimits: Record<LimitGroup, BucketRule>;
}

export type AuthConfig = Partial<AuthSettings>;

const FIVE_MINUTES = 300;

const DEFAULTS: AuthSettings = {
  issuer: "http://localhost:3000/auth/v1",
  accessTokenSeconds: 3600,
  refreshReuseSeconds: 10,
  signupEnabled: true,
  autoconfirm: true,
  minPasswordLength: 6,
  requireCurrentPassword: true,
  addressLimits: {
    signup: { burst: 30, perSecond: 30 / FIVE_MINUTES },
    signIn: { burst: 30, perSecond: 150 / FIVE_MINUTES },
    // Apart from signing in, and wider: a client that is refused a refresh signs its user out, and behind one
    // address of a mobile operator stand many.
    refresh: { burst: 300, perSecond: 1500 / FIVE_MINUTES },
    user: { burst: 30, perSecond: 30 / FIVE_MINUTES },
  },
};

export function settingsFrom(config: AuthConfig): AuthSettings {
  return { ...DEFAULTS, ...config };
}
