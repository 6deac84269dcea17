/**
 * An OpenID Connect provider, found by discovery: where it is asked, what it answers, and whether its tokens are
 * genuine. Its description and keys are asked for when they are first needed, and again once an hour.
 */
import { createHash } from "node:crypto";
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { ProviderOptions } from "../../core/auth-options.ts";
import { AuthError } from "../errors.ts";
import { type Profile, profileFrom } from "./profile.ts";

const TIMEOUT_MS = 5_000;
const HOUR_MS = 3_600_000;
const CLOCK_SECONDS = 30;

const description = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
type Description = z.infer<typeof description>;

const tokenAnswer = z.object({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string().optional(),
});

interface Known extends Description {
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** Who signed in there, and what lets us act for them. */
interface ProviderSession {
  profile: Profile;
  accessToken: string;
  refreshToken: string | null;
}

export interface Provider {
  name: string;
  skipNonce: boolean;
  /** The page that the browser is sent to. @param verifier secret of this one sign-in */
  authorizationUrl(request: {
    state: string;
    verifier: string;
    redirectUri: string;
    scopes: string[];
    extras: Record<string, string>;
  }): Promise<string>;
  /** Throws bad_oauth_callback. */
  exchange(answer: { code: string; verifier: string; redirectUri: string }): Promise<ProviderSession>;
  /** The verified claims of an id_token made for us, or for an app of ours. Rejects when it is not genuine. */
  claimsOf(idToken: string): Promise<JWTPayload>;
}

/** Fewer would be asked for by no one; more would tell the provider what it need not know. */
const OWN_SCOPE = "openid";

export function createProvider(options: ProviderOptions): Provider {
  const { name, issuer, clientId, clientSecret } = options;
  let known: { description: Promise<Known>; until: number } | null = null;

  function describe(): Promise<Known> {
    if (!known || known.until < Date.now()) {
      known = { description: discover(issuer), until: Date.now() + HOUR_MS };
      known.description.catch(() => {
        known = null;
      });
    }
    return known.description;
  }

  async function claimsOf(idToken: string, audience: string[]): Promise<JWTPayload> {
    const { keys } = await describe();
    const required = {
      issuer,
      audience,
      requiredClaims: ["sub", "exp", "iat"],
      clockTolerance: CLOCK_SECONDS,
    };
    const { payload } = await jwtVerify(idToken, keys, required);
    const isForUs =
      payload.azp === undefined || (typeof payload.azp === "string" && audience.includes(payload.azp));
    if (!isForUs) throw new Error("The token was made for another client");
    return payload;
  }

  async function requestTokens(
    { token_endpoint: url, token_endpoint_auth_methods_supported: methods }: Description,
    fields: Record<string, string>,
  ): Promise<z.infer<typeof tokenAnswer>> {
    const body = new URLSearchParams({ ...fields, grant_type: "authorization_code" });
    const headers = new Headers({ accept: "application/json" });
    if (clientSecret && methods?.includes("client_secret_post") && !methods.includes("client_secret_basic")) {
      body.set("client_id", clientId);
      body.set("client_secret", clientSecret);
    } else if (clientSecret) {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
    } else {
      body.set("client_id", clientId);
    }
    return tokenAnswer.parse(await ask(url, { method: "POST", body, headers }));
  }

  return {
    name,
    skipNonce: options.skipNonce,
    authorizationUrl: async ({ state, verifier, redirectUri, scopes, extras }) => {
      const { authorization_endpoint: page } = await describe();
      const url = new URL(page);
      const parameters = {
        ...extras,
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...new Set([OWN_SCOPE, ...options.scopes, ...scopes])].join(" "),
        state,
        nonce: nonceOf(verifier),
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      return url.href;
    },
    exchange: async ({ code, verifier, redirectUri }) => {
      try {
        const described = await describe();
        const fields = { code, code_verifier: verifier, redirect_uri: redirectUri };
        const tokens = await requestTokens(described, fields);
        const claims = await claimsOf(tokens.id_token, [clientId]);
        if (claims.nonce !== nonceOf(verifier)) throw new Error("The nonce is another's");
        const more =
          claims.email === undefined && described.userinfo_endpoint
            ? await userInfo(described.userinfo_endpoint, tokens.access_token, claims.sub)
            : {};
        return {
          profile: profileFrom({ ...more, ...claims }),
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token ?? null,
        };
      } catch (cause) {
        throw new AuthError(400, "bad_oauth_callback", `The answer of ${name} could not be used`, { cause });
      }
    },
    claimsOf: (idToken) => claimsOf(idToken, [clientId, ...options.otherClientIds]),
  };
}

/** Ties a provider's token to the sign-in that asked for it. */
function nonceOf(verifier: string): string {
  return createHash("sha256").update(`nonce ${verifier}`).digest("hex");
}

async function discover(issuer: string): Promise<Known> {
  const answer = await ask(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const described = description.parse(answer);
  if (described.issuer !== issuer) throw new Error("The provider names another issuer");
  const keys = createRemoteJWKSet(new URL(described.jwks_uri), { timeoutDuration: TIMEOUT_MS });
  return { ...described, keys };
}

async function userInfo(url: string, token: string, subject: string | undefined): Promise<object> {
  const info = z
    .looseObject({ sub: z.string() })
    .parse(await ask(url, { headers: { authorization: `Bearer ${token}` } }));
  if (info.sub !== subject) throw new Error("The user info is another's");
  return info;
}

async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response.json();
}
