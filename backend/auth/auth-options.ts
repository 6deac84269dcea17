/** The options of the auth service from the environment (AUTH_…). auth/config.ts has the defaults. */
import { readBoolean, readList, readNumber, readUrl } from "#backend/core/config/env-values.ts";
import { StartupError } from "#backend/core/errors.ts";
import type { TextGateway } from "#backend/core/text-gateway.ts";

/** An OpenID Connect provider whose accounts may sign in. */
export interface ProviderOptions {
  /** The name that clients and identities use. */
  name: string;
  issuer: string;
  clientId: string;
  /** Null for a public client. */
  clientSecret: string | null;
  scopes: string[];
  /** Further accepted audiences of id_tokens: those of mobile apps. */
  otherClientIds: string[];
  /** For providers whose apps cannot send a nonce. */
  skipNonce: boolean;
}

export interface AuthOptions {
  redirectUrls?: string[];
  signupEnabled?: boolean;
  emailEnabled?: boolean;
  phoneEnabled?: boolean;
  anonymousEnabled?: boolean;
  manualLinking?: boolean;
  autoconfirm?: boolean;
  phoneAutoconfirm?: boolean;
  doubleConfirm?: boolean;
  accessTokenSeconds?: number;
  emailCodeSeconds?: number;
  smsCodeSeconds?: number;
  typedCodeSeconds?: number;
  recoverySeconds?: number;
  emailMinIntervalSeconds?: number;
  smsMinIntervalSeconds?: number;
  emailsPerHour?: number;
  smsPerHour?: number;
  smsCountries?: string[];
  minPasswordLength?: number;
  passwordGroups?: PasswordGroup[];
  passwordWords?: string[];
  leakedPasswordsUrl?: string;
  recentSignInSeconds?: number;
  requireCurrentPassword?: boolean;
  requireReauthentication?: boolean;
  sessionTimeboxSeconds?: number;
  sessionInactivitySeconds?: number;
  sessionLowAalSeconds?: number;
  singleSession?: boolean;
  sms?: TextGateway;
  smsText?: string;
  smsTestCodes?: Record<string, string>;
  totpEnabled?: boolean;
  phoneFactorEnabled?: boolean;
  providers?: ProviderOptions[];
}

const PASSWORD_GROUPS = ["lower", "upper", "digit", "symbol"] as const;
export type PasswordGroup = (typeof PASSWORD_GROUPS)[number];

const HTTP_PROTOCOLS = ["http:", "https:"];

/** Throws a StartupError that names the variable. */
export function readAuthOptions(env: NodeJS.ProcessEnv): AuthOptions {
  const on = (name: string) => readBoolean(name, env[name], undefined);
  const number = (name: string, min = 0) => readNumber(name, env[name], min);
  const confirmsEmail = on("AUTH_EMAIL_CONFIRM");
  const confirmsPhone = on("AUTH_PHONE_CONFIRM");
  const [sms, smsTestCodes] = [readSms(env), readTestCodes(env.AUTH_SMS_TEST_NUMBERS)];
  const needsMessages = [...(confirmsPhone === false ? [] : ["AUTH_PHONE"]), "AUTH_FACTOR_PHONE"];
  const unsupported = sms || smsTestCodes ? undefined : needsMessages.find((name) => on(name));
  if (unsupported) {
    throw new StartupError(`${unsupported} is set, but nobody takes text messages: set AUTH_SMS_URL too.`);
  }
  return {
    redirectUrls: env.AUTH_REDIRECT_URLS ? readList(env.AUTH_REDIRECT_URLS) : undefined,
    signupEnabled: on("AUTH_SIGNUP"),
    emailEnabled: on("AUTH_EMAIL"),
    phoneEnabled: on("AUTH_PHONE"),
    anonymousEnabled: on("AUTH_ANONYMOUS"),
    manualLinking: on("AUTH_LINKING"),
    // Where a server sends the mails, a link reaches whoever an address belongs to.
    autoconfirm: confirmsEmail === undefined ? (env.SMTP_URL ? false : undefined) : !confirmsEmail,
    phoneAutoconfirm: confirmsPhone === undefined ? undefined : !confirmsPhone,
    doubleConfirm: on("AUTH_EMAIL_CHANGE_BOTH"),
    accessTokenSeconds: number("AUTH_TOKEN_SECONDS", 60),
    emailCodeSeconds: number("AUTH_EMAIL_CODE_SECONDS", 60),
    smsCodeSeconds: number("AUTH_SMS_CODE_SECONDS", 30),
    typedCodeSeconds: number("AUTH_CODE_SECONDS", 60),
    recoverySeconds: number("AUTH_RECOVERY_SECONDS", 60),
    emailMinIntervalSeconds: number("AUTH_EMAIL_EVERY_SECONDS"),
    smsMinIntervalSeconds: number("AUTH_SMS_EVERY_SECONDS"),
    emailsPerHour: number("AUTH_EMAILS_PER_HOUR", 1),
    smsPerHour: number("AUTH_SMS_PER_HOUR", 1),
    smsCountries: env.AUTH_SMS_COUNTRIES ? readCountries(env.AUTH_SMS_COUNTRIES) : undefined,
    minPasswordLength: number("AUTH_PASSWORD_LENGTH", 6),
    passwordGroups: readPasswordGroups(env.AUTH_PASSWORD_CHARACTERS),
    passwordWords: env.AUTH_PASSWORD_WORDS ? readList(env.AUTH_PASSWORD_WORDS) : undefined,
    leakedPasswordsUrl: env.AUTH_LEAKED_PASSWORDS_URL
      ? readUrl("AUTH_LEAKED_PASSWORDS_URL", env.AUTH_LEAKED_PASSWORDS_URL, HTTP_PROTOCOLS).href
      : undefined,
    recentSignInSeconds: number("AUTH_RECENT_SIGN_IN_SECONDS"),
    requireCurrentPassword: on("AUTH_PASSWORD_CURRENT"),
    requireReauthentication: on("AUTH_PASSWORD_REAUTHENTICATION"),
    sessionTimeboxSeconds: number("AUTH_SESSION_SECONDS", 60),
    sessionInactivitySeconds: number("AUTH_SESSION_IDLE_SECONDS", 60),
    sessionLowAalSeconds: number("AUTH_SESSION_LOW_AAL_SECONDS", 60),
    singleSession: on("AUTH_SESSION_SINGLE"),
    sms,
    smsText: env.AUTH_SMS_TEXT || undefined,
    smsTestCodes,
    totpEnabled: on("AUTH_FACTOR_TOTP"),
    phoneFactorEnabled: on("AUTH_FACTOR_PHONE"),
    providers: readList(env.AUTH_OIDC).map((name) => readProvider(name, env)),
  };
}

function readCountries(value: string): string[] {
  return readList(value).map((country) => {
    const { code } = /^\+?(?<code>[1-9]\d{0,3})$/.exec(country)?.groups ?? {};
    if (code) return code;
    throw new StartupError(
      `AUTH_SMS_COUNTRIES=${country} is not the calling code of a country, such as 226.`,
    );
  });
}

function readPasswordGroups(value: string | undefined): PasswordGroup[] | undefined {
  if (!value) return undefined;
  return readList(value).map((name) => {
    const group = PASSWORD_GROUPS.find((known) => known === name);
    if (group) return group;
    throw new StartupError(`AUTH_PASSWORD_CHARACTERS=${name} is not one of ${PASSWORD_GROUPS.join(", ")}.`);
  });
}

function readSms(env: NodeJS.ProcessEnv): TextGateway | undefined {
  if (!env.AUTH_SMS_URL) return undefined;
  return {
    url: readUrl("AUTH_SMS_URL", env.AUTH_SMS_URL, HTTP_PROTOCOLS).href,
    body: env.AUTH_SMS_BODY || '{"to":"+{phone}","message":"{message}"}',
    authorization: env.AUTH_SMS_AUTHORIZATION || null,
  };
}

/** Parses `22670000000=123456,…`. */
function readTestCodes(value: string | undefined): Record<string, string> | undefined {
  if (!value) return undefined;
  const pairs = readList(value).map((pair) => /^\+?(?<phone>\d{5,15})=(?<code>\d{6})$/.exec(pair));
  return Object.fromEntries(
    pairs.map((pair) => {
      if (pair?.groups) return [pair.groups.phone, pair.groups.code];
      throw new StartupError(
        "AUTH_SMS_TEST_NUMBERS is not a list of number=code: write 22670000000=123456,22671111111=654321.",
      );
    }),
  );
}

function readProvider(name: string, env: NodeJS.ProcessEnv): ProviderOptions {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new StartupError(`AUTH_OIDC=${name} is not a name: write small letters, digits and _.`);
  }
  const prefix = `AUTH_OIDC_${name.toUpperCase()}`;
  const clientId = env[`${prefix}_CLIENT_ID`];
  if (!clientId) throw new StartupError(`AUTH_OIDC names ${name}, but ${prefix}_CLIENT_ID is not set.`);
  return {
    name,
    // Unchanged, because a token's issuer must match it to the letter.
    issuer:
      readUrl(`${prefix}_ISSUER`, env[`${prefix}_ISSUER`] ?? "", HTTP_PROTOCOLS) &&
      (env[`${prefix}_ISSUER`] ?? ""),
    clientId,
    clientSecret: env[`${prefix}_CLIENT_SECRET`] || null,
    scopes: (env[`${prefix}_SCOPES`] || "openid email profile").split(" "),
    otherClientIds: readList(env[`${prefix}_OTHER_CLIENT_IDS`]),
    skipNonce: readBoolean(`${prefix}_SKIP_NONCE`, env[`${prefix}_SKIP_NONCE`], false),
  };
}
