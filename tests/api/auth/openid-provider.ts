/** A real OpenID Connect provider on this machine; the test chooses the user who signs in there. */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import type { ProviderOptions } from "#backend/auth/auth-options.ts";
import { waitForPort } from "#harness/wait-for-port.ts";

export interface OidcUser {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface OpenIdProvider {
  issuer: string;
  /** The provider options for the auth service. */
  options(name: string): ProviderOptions;
  /** Follows redirects as a browser would, until one leaves the provider; returns that address. */
  followRedirects(address: string, user: string | null): Promise<string>;
  /** An id_token that a native app obtains itself. @param nonce as the app stores it */
  idToken(user: string, nonce?: string): Promise<string>;
  close(): Promise<void>;
}

async function signingKey() {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" };
}

const APP = { id: "app", redirect: "https://app.example/done" };
const SECRET = "a secret of the shop's";

/** @param claimsInToken whether the id_token contains the address, or only the user info does */
export async function startOpenIdProvider(
  people: Record<string, OidcUser>,
  callbackUrl: string,
  claimsInToken: boolean,
): Promise<OpenIdProvider> {
  let listener: RequestListener = (_request, response) => response.end();
  const server = createServer((request, response) => listener(request, response));
  const issuer = `http://127.0.0.1:${await waitForPort(server.listen(0, "127.0.0.1"))}`;
  let currentUser: string | null = null;

  const provider = new Provider(issuer, {
    clients: [
      { client_id: "shop", client_secret: SECRET, redirect_uris: [callbackUrl] },
      { client_id: APP.id, token_endpoint_auth_method: "none", redirect_uris: [APP.redirect] },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: !claimsInToken,
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["a key of the test's"] },
    jwks: { keys: [await signingKey()] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith("/interaction/")) return next();
    const result = currentUser
      ? { login: { accountId: currentUser } }
      : { error: "access_denied", error_description: "Not today" };
    context.redirect(await provider.interactionResult(context.req, context.res, result));
  });
  listener = provider.callback();

  const followRedirects: OpenIdProvider["followRedirects"] = async (address, user) => {
    currentUser = user;
    const cookies = new Map<string, string>();
    let url = address;
    while (url.startsWith(issuer)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      const location = response.headers.get("location");
      if (!location) throw new Error(`${new URL(url).pathname}: ${response.status} ${await response.text()}`);
      url = new URL(location, url).href;
    }
    return url;
  };

  return {
    issuer,
    followRedirects,
    options: (name) => ({
      name,
      issuer,
      clientId: "shop",
      clientSecret: SECRET,
      scopes: ["openid", "email", "profile"],
      otherClientIds: [APP.id],
      skipNonce: false,
    }),
    idToken: async (user, nonce) => {
      const verifier = randomBytes(32).toString("base64url");
      const sha256 = (text: string) => createHash("sha256").update(text);
      const query = new URLSearchParams({
        client_id: APP.id,
        redirect_uri: APP.redirect,
        response_type: "code",
        scope: "openid email profile",
        code_challenge: sha256(verifier).digest("base64url"),
        code_challenge_method: "S256",
        ...(nonce && { nonce: sha256(nonce).digest("hex") }),
      });
      const target = new URL(await followRedirects(`${issuer}/auth?${query}`, user));
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: APP.id,
          redirect_uri: APP.redirect,
          code: target.searchParams.get("code") ?? "",
          code_verifier: verifier,
        }),
      });
      const tokens: { id_token?: string } = await response.json();
      if (!tokens.id_token) throw new Error(JSON.stringify(tokens));
      return tokens.id_token;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
