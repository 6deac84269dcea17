/**
 * An OpenID Connect provider, found by discovery: its endpoints and its token verification. The discovery
 * document and keys are fetched on first use, and again once an hour.
 */
import { createHash } from "node:crypto";
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { ProviderOptions } from "#backend/auth/auth-options.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { type Profile, parseProfile } from "./profile.ts";

const TIMEOUT_MS = 5_000;
const HOUR_MS = 3_600_000;
const CLOCK_TOLERANCE_SECONDS = 30;

const discoveryDocumentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
type DiscoveryDocument = z.infer<typeof discoveryDocumentSchema>;

const tokenResponseSchema = z.object({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string().optional(),
});

interface DiscoveredProvider extends DiscoveryDocument {
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** The signed-in user's profile, and the tokens to act on the user's behalf. */
interface ProviderSession {
  profile: Profile;
  accessToken: string;
  refreshToken: string | null;
}

export interface Provider {
  name: string;
  skipNonce: boolean;
  /** The URL that the browser is redirected to. @param verifier the PKCE verifier of this sign-in */
  authorizationUrl(request: {
    state: string;
    verifier: string;
    redirectUri: string;
    scopes: string[];
    extras: Record<string, string>;
  }): Promise<string>;
  /** Throws bad_oauth_callback. */
  exchange(params: { code: string; verifier: string; redirectUri: string }): Promise<ProviderSession>;
  /**
   * The verified claims of an id_token issued for this client or one of its apps. Rejects when it is not
   * genuine.
   */
  verifyIdToken(idToken: string): Promise<JWTPayload>;
}

/** Fewer scopes would lack the profile; more would grant access that is not needed. */
const REQUIRED_SCOPE = "openid";

export function createProvider(options: ProviderOptions): Provider {
  const { name, issuer, clientId, clientSecret } = options;
  let cached: { description: Promise<DiscoveredProvider>; until: number } | null = null;

  function getDescription(): Promise<DiscoveredProvider> {
    if (!cached || cached.until < performance.now()) {
      cached = { description: discover(issuer), until: performance.now() + HOUR_MS };
      cached.description.catch(() => {
        cached = null;
      });
    }
    return cached.description;
  }

  async function claimsOf(idToken: string, audience: string[]): Promise<JWTPayload> {
    const { keys } = await getDescription();
    const required = {
      issuer,
      audience,
      requiredClaims: ["sub", "exp", "iat"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    };
    const { payload } = await jwtVerify(idToken, keys, required);
    const isForUs =
      payload.azp === undefined || (typeof payload.azp === "string" && audience.includes(payload.azp));
    if (!isForUs) throw new Error("The token was made for another client");
    return payload;
  }

  async function requestTokens(
    { token_endpoint: url, token_endpoint_auth_methods_supported: methods }: DiscoveryDocument,
    fields: Record<string, string>,
  ): Promise<z.infer<typeof tokenResponseSchema>> {
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
    return tokenResponseSchema.parse(await fetchJson(url, { method: "POST", body, headers }));
  }

  return {
    name,
    skipNonce: options.skipNonce,
    authorizationUrl: async ({ state, verifier, redirectUri, scopes, extras }) => {
      const { authorization_endpoint: page } = await getDescription();
      const url = new URL(page);
      const parameters = {
        ...extras,
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...new Set([REQUIRED_SCOPE, ...options.scopes, ...scopes])].join(" "),
        state,
        nonce: deriveNonce(verifier),
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      return url.href;
    },
    exchange: async ({ code, verifier, redirectUri }) => {
      try {
        const discovered = await getDescription();
        const fields = { code, code_verifier: verifier, redirect_uri: redirectUri };
        const tokens = await requestTokens(discovered, fields);
        const claims = await claimsOf(tokens.id_token, [clientId]);
        if (claims.nonce !== deriveNonce(verifier)) throw new Error("The nonce is another's");
        const more =
          claims.email === undefined && discovered.userinfo_endpoint
            ? await fetchUserInfo(discovered.userinfo_endpoint, tokens.access_token, claims.sub)
            : {};
        return {
          profile: parseProfile({ ...more, ...claims }),
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token ?? null,
        };
      } catch (cause) {
        throw new AuthError(400, "bad_oauth_callback", `The answer of ${name} could not be used`, { cause });
      }
    },
    verifyIdToken: (idToken) => claimsOf(idToken, [clientId, ...options.otherClientIds]),
  };
}

/** The nonce that binds a provider's token to the sign-in that requested it. */
function deriveNonce(verifier: string): string {
  return createHash("sha256").update(`nonce ${verifier}`).digest("hex");
}

async function discover(issuer: string): Promise<DiscoveredProvider> {
  const document = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const discovered = discoveryDocumentSchema.parse(document);
  if (discovered.issuer !== issuer) throw new Error("The provider names another issuer");
  const keys = createRemoteJWKSet(new URL(discovered.jwks_uri), { timeoutDuration: TIMEOUT_MS });
  return { ...discovered, keys };
}

async function fetchUserInfo(url: string, token: string, subject: string | undefined): Promise<object> {
  const info = z
    .looseObject({ sub: z.string() })
    .parse(await fetchJson(url, { headers: { authorization: `Bearer ${token}` } }));
  if (info.sub !== subject) throw new Error("The user info is another's");
  return info;
}

async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response.json();
}
