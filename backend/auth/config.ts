/**
 * The settings of accounts and sessions that a deployment may change, with their defaults. Three types: the
 * options are what the environment sets (auth-options.ts), the config is what the caller passes, and the settings
 * are complete.
 */

import type { TextGateway } from "#backend/core/text-gateway.ts";
import type { AuthOptions, PasswordGroup, ProviderOptions } from "./auth-options.ts";

export interface AuthSettings {
  /** The `iss` claim: the service's public address, without a slash at the end. */
  issuer: string;
  /** The default redirect target of mails and providers. */
  siteUrl: string;
  /** Further allowed redirect URLs: `*` matches characters other than `.` and `/`, `**` matches anything. */
  redirectUrls: string[];
  /** Lifetime of an access token, in seconds. */
  accessTokenSeconds: number;
  /** How long a used refresh token is still accepted, in seconds: several tabs refresh at the same moment. */
  refreshReuseSeconds: number;
  /**
   * Minimum duration of responses that could reveal whether an account exists, in milliseconds. It is longer
   * than the work for an existing account normally takes.
   */
  constantTimeMs: number;
  signupEnabled: boolean;
  emailEnabled: boolean;
  phoneEnabled: boolean;
  anonymousEnabled: boolean;
  /** Whether a signed-in user may add and remove provider identities. */
  manualLinking: boolean;
  /** Whether an account's e-mail address counts as confirmed immediately. */
  autoconfirm: boolean;
  phoneAutoconfirm: boolean;
  /** Whether a change of address must also be confirmed from the old address. */
  doubleConfirm: boolean;
  /** How long a message is valid: the link of a mail, and the code of a text message. */
  emailCodeSeconds: number;
  smsCodeSeconds: number;
  /** How long any code of six digits may be typed at most, the one in a mail included. */
  typedCodeSeconds: number;
  /** For how long a session that a recovery link opened may set one new password. */
  recoverySeconds: number;
  /** Minimum time between two mails of one kind to one address; 0 sets no limit. */
  emailMinIntervalSeconds: number;
  smsMinIntervalSeconds: number;
  /** The limit for all recipients together. */
  emailsPerHour: number;
  smsPerHour: number;
  /** The calling codes of the countries that get text messages; all when there are none. */
  smsCountries: string[];
  /** In characters. The maximum is bcrypt's 72 bytes. */
  minPasswordLength: number;
  /** A password needs at least one character of each of these groups. */
  passwordGroups: PasswordGroup[];
  /** What everybody tries here first: a password is none of them, whatever digits and signs are added. */
  passwordWords: string[];
  /**
   * Base URL of a leaked-password service with the API of haveibeenpwned.com: `<url>/<first five digits of
   * the SHA-1>`. Null disables the check.
   */
  leakedPasswordsUrl: string | null;
  /**
   * How long after a password or a code the session may change its account's address, number, factors and identities;
   * 0 sets no limit.
   */
  recentSignInSeconds: number;
  /** Whether a password change requires the current password. */
  requireCurrentPassword: boolean;
  /** Whether a password change requires a code by mail once the session is a day old. */
  requireReauthentication: boolean;
  /** The maximum lifetime of a session, in all and without a refresh; null sets no limit. */
  sessionTimeboxSeconds: number | null;
  sessionInactivitySeconds: number | null;
  /** The maximum lifetime of a session at aal1 whose user has a second factor; null sets no limit. */
  sessionLowAalSeconds: number | null;
  /** Whether a new sign-in ends the user's other sessions. */
  singleSession: boolean;
  sms: TextGateway | null;
  /** The text of the message; `{code}` is replaced by the code. */
  smsText: string;
  /** Test phone numbers with their fixed codes. No message is sent to them. */
  smsTestCodes: Record<string, string>;
  totpEnabled: boolean;
  phoneFactorEnabled: boolean;
  providers: ProviderOptions[];
}

/** What configures the service: any of its settings. `resolveSettings` adds the defaults. */
export type AuthConfig = AuthOptions & Partial<AuthSettings>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const DEFAULTS: AuthSettings = {
  issuer: "http://localhost:3000/auth/v1",
  siteUrl: "http://localhost:3000",
  redirectUrls: [],
  accessTokenSeconds: HOUR,
  refreshReuseSeconds: 10,
  constantTimeMs: 250,
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
  typedCodeSeconds: 10 * MINUTE,
  recoverySeconds: 10 * MINUTE,
  emailMinIntervalSeconds: MINUTE,
  smsMinIntervalSeconds: MINUTE,
  emailsPerHour: 300,
  smsPerHour: 60,
  smsCountries: [],
  minPasswordLength: 6,
  passwordGroups: [],
  passwordWords: ["Yaaré", "quincaillerie", "Burkina", "Burkina Faso", "Ouagadougou", "Bobo-Dioulasso"],
  leakedPasswordsUrl: null,
  recentSignInSeconds: 10 * MINUTE,
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
};

/** Applies the defaults. An undefined option counts as not set. */
export function resolveSettings(config: AuthConfig): AuthSettings {
  const decided = Object.entries(config).filter(([, value]) => value !== undefined);
  return Object.assign({}, DEFAULTS, Object.fromEntries(decided));
}
