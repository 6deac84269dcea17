/** The auth service alone over a test's own database, with the request context that the gateway provides. */

import { GoTrueClient } from "@supabase/auth-js";
import { expect } from "vitest";
import { z } from "zod";
import type { AuthConfig } from "#backend/auth/config.ts";
import { createAuth } from "#backend/auth/index.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { resolveRequestContext } from "#backend/core/gateway/gateway.ts";
import { createKeys, type Keys } from "#backend/core/gateway/keys.ts";
import { createTokens, type Tokens } from "#backend/core/gateway/tokens.ts";
import { Limits } from "#backend/core/limits/limits.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { isAdministrator } from "#jobs/administrators.ts";
import { enqueueAccountMail } from "#jobs/mail/outbox.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

const ORIGIN = "http://shop.test";

export const userSchema = z.looseObject({
  id: z.string(),
  email: z.string(),
  role: z.string(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(z.record(z.string(), z.unknown())),
});

export const sessionSchema = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.number(),
  expires_at: z.number(),
  refresh_token: z.string(),
  user: userSchema,
});
export type SessionResponse = z.infer<typeof sessionSchema>;

interface Call {
  method?: string;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  token?: string;
  ip?: string;
  headers?: Record<string, string>;
}

interface PendingMail {
  kind: string;
  code: string;
  link: string;
  /** The `token` of the link. */
  hash: string;
  newEmail?: string;
}

export interface RedirectTarget {
  status: number;
  /** Without fragment and query. */
  page: string;
  query: Record<string, string>;
  fragment: Record<string, string>;
}

export interface TestAuth {
  /** Connected as the service's role. */
  sql: Sql;
  /** Connected as the owner of the shop's tables. */
  owner: Sql;
  keys: Keys;
  tokens: Tokens;
  /** Sends a request, POST by default. Every call comes from its own IP address by default. */
  call(path: string, call?: Call): Promise<Response>;
  /** Handles any request, as from this IP address. */
  handle(request: Request, ip: string): Promise<Response>;
  /** The code and link of the newest mail to this address; throws when there is none. */
  getLatestMail(email: string): Promise<PendingMail>;
  /** Follows a link of a mail as a browser does; returns the parsed redirect target. */
  followLink(link: string): Promise<RedirectTarget>;
  /** Creates an account and returns its session. */
  signUp(email?: string, password?: string): Promise<SessionResponse>;
  /** Fetches as over the network. */
  fetch: typeof globalThis.fetch;
  /** The unchanged official client, without a session. */
  client(flowType?: "implicit" | "pkce"): GoTrueClient;
  /** Starts another instance of the service over the same database. */
  startInstance(): Promise<TestAuth>;
  close(): Promise<void>;
}

export const PASSWORD = "mot de passe 1";

let counter = 0;

/** An e-mail address that no other test uses. */
export function createUniqueEmail(): string {
  counter += 1;
  return `client-${counter}@example.bf`;
}

/** An IP address that no request has come from yet. */
export function createUniqueIp(): string {
  counter += 1;
  return `${10 + (counter >> 16)}.${(counter >> 8) & 255}.${counter & 255}.1`;
}

export async function startAuth(config: AuthConfig = {}, limits = new Limits()): Promise<TestAuth> {
  const database = await createTestDatabase();
  const service = await startInstance(database, await createKeys(), config, limits);
  return {
    ...service,
    close: async () => {
      await service.close();
      await database.drop();
    },
  };
}

/** An instance of the service, over a database that others may share. */
async function startInstance(
  database: TestDatabase,
  keys: Keys,
  overrides: AuthConfig,
  limits: Limits,
): Promise<TestAuth> {
  const sql = database.connect("supabase_auth_admin");
  const owner = database.connect("postgres");
  const tokens = await createTokens(keys);
  // Tests do not measure response times.
  const config = { constantTimeMs: 0, ...overrides };
  const auth = await createAuth({
    sql,
    tokens,
    log: createLogger("silent"),
    secret: keys.jwtSecret,
    config,
    limits,
    enqueueMail: enqueueAccountMail,
    isAdministrator,
  });

  async function handleRequest(request: Request, ip: string): Promise<Response> {
    const context = await resolveRequestContext(request, ip, { tokens, keys });
    return context instanceof Response ? context : auth.fetch(request, context);
  }

  const call: TestAuth["call"] = (
    path,
    { method = "POST", body, token, ip = createUniqueIp(), headers } = {},
  ) => {
    const request = new Request(`${ORIGIN}/auth/v1${path}`, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      body: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
    });
    return handleRequest(request, ip);
  };

  return {
    sql,
    owner,
    keys,
    tokens,
    call,
    handle: handleRequest,
    fetch: (input, init) => handleRequest(new Request(input, init), createUniqueIp()),
    getLatestMail: async (email) => {
      const [mail] = await owner<
        { kind: string; payload: { code: string; link: string; newEmail?: string } }[]
      >`
        select kind, payload from public.mails where recipient = ${email} and kind <> 'new_device'
        order by created_at desc limit 1`;
      if (!mail) throw new Error(`no mail to ${email}`);
      const hash = new URL(mail.payload.link).searchParams.get("token") ?? "";
      return { kind: mail.kind, ...mail.payload, hash };
    },
    followLink: async (link) => {
      const { pathname, search } = new URL(link);
      const response = await call(pathname.replace("/auth/v1", "") + search, { method: "GET" });
      return parseRedirect(response);
    },
    signUp: async (email = createUniqueEmail(), password = PASSWORD) => {
      const response = await call("/signup", { body: { email, password } });
      return sessionSchema.parse(await response.json());
    },
    client: (flowType = "implicit") => {
      const ip = createUniqueIp();
      return new GoTrueClient({
        url: `${ORIGIN}/auth/v1`,
        headers: { apikey: keys.anonKey, Authorization: `Bearer ${keys.anonKey}` },
        fetch: (input, init) => handleRequest(new Request(input, init), ip),
        persistSession: false,
        flowType,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: createUniqueEmail(),
      });
    },
    startInstance: () => startInstance(database, keys, config, limits),
    close: () => auth.close(),
  };
}

/** The session of a verified code or link token. */
export async function verifyOtp(auth: TestAuth, body: object): Promise<SessionResponse> {
  const response = await auth.call("/verify", { body });
  expect(response.status).toBe(200);
  return sessionSchema.parse(await response.json());
}

/** The parsed target of a redirect. */
function parseRedirect(response: Response): RedirectTarget {
  const url = new URL(response.headers.get("location") ?? "");
  return {
    status: response.status,
    page: url.origin + url.pathname,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  };
}

/** The status and error code of an error response. */
export async function readError(response: Response): Promise<[number, string]> {
  const body = z.object({ error_code: z.string() }).parse(await response.json());
  return [response.status, body.error_code];
}
