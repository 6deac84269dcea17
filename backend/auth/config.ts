/** What a deployment may decide about accounts and sessions, and what holds when it decides nothing. */
import type { BucketRule } from "../core/address-limits.ts";
import type { AuthOptions, PasswordGroup, ProviderOptions, SmsOptions } from "../core/auth-options.ts";

export type LimitGroup =
  | "signup"
  | "anonymous"
  | "signIn"
  | "refresh"
  | "user"
  | "send"
  | "verify"
  | "factor"
  | "provider";

export interface AuthSettings {
  /** The `iss` claim: the service's public address, without a slash at the end. */
  issuer: string;
  /** Where mails and providers lead back to when nothing better was asked for. */
  siteUrl: string;
  /** Further addresses that may be led back to: `*` stands for what holds no `.` and no `/`, `**` for anything. */
  redirectUrls: string[];
  /** Life of an access token, in seconds. */
  accessTokenSeconds: number;
  /** How long after its use a refresh token is still answered, in seconds: tabs refresh at the same moment. */
  refreshReuseSeconds: number;
  /**
   * What could tell whether an account exists is answered no earlier than this, in milliseconds: longer than the work
   * for one that does, in the ordinary course of things.
   */
  evenTimeMs: number;
  signupEnabled: boolean;
  emailEnabled: boolean;
  phoneEnabled: boolean;
  anonymousEnabled: boolean;
  /** Whether a signed-in user may add and remove ways in at providers. */
  manualLinking: boolean;
  /** Whether an account's e-mail address counts as confirmed at once. */
  autoconfirm: boolean;
  phoneAutoconfirm: boolean;
  /** Whether the old address confirms a change of address too. */
  doubleConfirm: boolean;
  emailCodeSeconds: number;
  smsCodeSeconds: number;
  /** One address gets a mail of a kind no more often than this; 0 sets no limit. */
  emailEverySeconds: number;
  smsEverySeconds: number;
  /** To all addresses together. */
  emailsPerHour: number;
  smsPerHour: number;
  /** In characters; the longest is bcrypt's 72 bytes. */
  minPasswordLength: number;
  /** Of each of these a password needs one. */
  passwordGroups: PasswordGroup[];
  /** Answers `<url>/<first five digits of the SHA-1>` as haveibeenpwned.com does; null asks nobody. */
  leakedPasswordsUrl: string | null;
  /** Whether a new password needs the current one beside it. */
  requireCurrentPassword: boolean;
  /** Whether a new password needs a code by mail once the session is a day old. */
  requireReauthentication: boolean;
  /** How long a session lasts in all, and without a refresh; null sets no limit. */
  sessionTimeboxSeconds: number | null;
  sessionInactivitySeconds: number | null;
  /** How long one lasts that has not shown the second factor which its user has; null sets no limit. */
  sessionLowAalSeconds: number | null;
  /** Whether a new sign-in ends the user's other sessions. */
  singleSession: boolean;
  sms: SmsOptions | null;
  /** `{code}` stands for the code. */
  smsText: string;
  /** Numbers that get no message, and their codes. */
  smsTestCodes: Record<string, string>;
  totpEnabled: boolean;
  phoneFactorEnabled: boolean;
  providers: ProviderOptions[];
  addressLimits: Record<LimitGroup, BucketRule>;
}

export type AuthConfig = AuthOptions &
  Partial<Omit<AuthSettings, "addressLimits">> & {
    /** Those that are to differ. */
    addressLimits?: Partial<AuthSettings["addressLimits"]>;
  };

const MINUTE = 60;
const FIVE_MINUTES = 5 * MINUTE;
const HOUR = 60 * MINUTE;

const DEFAULTS: AuthSettings = {
  issuer: "http://localhost:3000/auth/v1",
  siteUrl: "http://localhost:3000",
  redirectUrls: [],
  accessTokenSeconds: HOUR,
  refreshReuseSeconds: 10,
  evenTimeMs: 250,
  signupEnabled: true,
  emailEnabled: true,
  phoneEnabled: false,
  anonymousEnabled: false,
  manualLinking: false,
  autoconfirm: true,
  phoneAutoconfirm: false,
  doubleConfirm: true,
  emailCodeSeconds: HOUR,
  smsCodeSeconds: MINUTE,
  emailEverySeconds: MINUTE,
  smsEverySeconds: MINUTE,
  emailsPerHour: 300,
  smsPerHour: 60,
  minPasswordLength: 6,
  passwordGroups: [],
  leakedPasswordsUrl: null,
  requireCurrentPassword: true,
  requireReauthentication: false,
  sessionTimeboxSeconds: null,
  sessionInactivitySeconds: null,
  sessionLowAalSeconds: null,
  singleSession: false,
  sms: null,
  smsText: "Votre code : {code}",
  smsTestCodes: {},
  totpEnabled: true,
  phoneFactorEnabled: false,
  providers: [],
  addressLimits: {
    signup: { burst: 30, perSecond: 30 / FIVE_MINUTES },
    anonymous: { burst: 30, perSecond: 30 / HOUR },
    signIn: { burst: 30, perSecond: 150 / FIVE_MINUTES },
    // Apart from signing in, and wider: a client that is refused a refresh signs its user out, and behind one
    // address of a mobile operator stand many.
    refresh: { burst: 300, perSecond: 1500 / FIVE_MINUTES },
    user: { burst: 30, perSecond: 30 / FIVE_MINUTES },
    send: { burst: 30, perSecond: 30 / FIVE_MINUTES },
    verify: { burst: 30, perSecond: 30 / FIVE_MINUTES },
    factor: { burst: 30, perSecond: 15 / MINUTE },
    provider: { burst: 60, perSecond: 150 / FIVE_MINUTES },
  },
};

/** What is undefined counts as not decided. */
export function settingsFrom(config: AuthConfig): AuthSettings {
  const decided = Object.entries(config).filter(([, value]) => value !== undefined);
  const addressLimits = { ...DEFAULTS.addressLimits, ...config.addressLimits };
  return Object.assign({}, DEFAULTS, Object.fromEntries(decided), { addressLimits });
}
