/** The auth service alone over a test's own database, behind what the gateway does for it. */
import { GoTrueClient } from "@supabase/auth-js";
import { expect } from "vitest";
import { z } from "zod";
import type { AuthConfig } from "../../../backend/auth/config.ts";
import { createAuth } from "../../../backend/auth/index.ts";
import type { Sql } from "../../../backend/core/database.ts";
import { identify } from "../../../backend/core/gateway.ts";
import { createKeys, type Keys } from "../../../backend/core/keys.ts";
import { createLogger } from "../../../backend/core/log.ts";
import { createTokens, type Tokens } from "../../../backend/core/tokens.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";

const ORIGIN = "http://shop.test";

export const userShape = z.looseObject({
  id: z.string(),
  email: z.string(),
  role: z.string(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(z.record(z.string(), z.unknown())),
});

export const sessionShape = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.number(),
  expires_at: z.number(),
  refresh_token: z.string(),
  user: userShape,
});
export type SessionBody = z.infer<typeof sessionShape>;

interface Call {
  method?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  token?: string;
  ip?: string;
  headers?: Record<string, string>;
}

interface OwedMail {
  kind: string;
  code: string;
  link: string;
  /** The `token` of the link. */
  hash: string;
  newEmail?: string;
}

export interface Landing {
  status: number;
  /** Without fragment and query. */
  page: string;
  query: Record<string, string>;
  fragment: Record<string, string>;
}

export interface TestAuth {
  /** As the service logs in. */
  sql: Sql;
  /** As the owner of the shop's tables. */
  owner: Sql;
  keys: Keys;
  tokens: Tokens;
  /** POST, unless told otherwise. Every call comes from an address of its own, unless told otherwise. */
  call(path: string, call?: Call): Promise<Response>;
  /** Any request, as from this address. */
  receive(request: Request, ip: string): Promise<Response>;
  /** What the newest mail to this address carries; throws when there is none. */
  mailTo(email: string): Promise<OwedMail>;
  /** Follows a link of a mail as a browser does: where it leads, taken apart. */
  follow(link: string): Promise<Landing>;
  /** A new account's session. */
  signUp(email?: string, password?: string): Promise<SessionBody>;
  /** As over the network. */
  fetch: typeof globalThis.fetch;
  /** The unchanged official client, without a session. */
  client(flowType?: "implicit" | "pkce"): GoTrueClient;
  /** Another process over the same database. */
  copy(): Promise<TestAuth>;
  close(): Promise<void>;
}

export const PASSWORD = "mot de passe 1";

let counter = 0;

/** An e-mail address that no other test uses. */
export function freshEmail(): string {
  counter += 1;
  return `client-${counter}@example.bf`;
}

/** An address of which no request came yet. */
export function freshIp(): string {
  counter += 1;
  return `10.${(counter >> 16) & 255}.${(counter >> 8) & 255}.${counter & 255}`;
}

export async function startAuth(config: AuthConfig = {}): Promise<TestAuth> {
  const database = await createTestDatabase();
  const service = await serve(database, await createKeys(), config);
  return {
    ...service,
    close: async () => {
      await service.close();
      await database.drop();
    },
  };
}

/** A process of the service over a database that others may serve too. */
async function serve(database: TestDatabase, keys: Keys, asked: AuthConfig): Promise<TestAuth> {
  const sql = database.connect("supabase_auth_admin");
  const owner = database.connect("postgres");
  const tokens = await createTokens(keys);
  // Nobody measures here.
  const config = { evenTimeMs: 0, ...asked };
  const auth = await createAuth({ sql, tokens, log: createLogger("silent"), secret: keys.jwtSecret, config });

  async function answer(request: Request, ip: string): Promise<Response> {
    const context = await identify(request, ip, { tokens, keys });
    return context instanceof Response ? context : auth.fetch(request, context);
  }

  const call: TestAuth["call"] = (path, { method = "POST", body, token, ip = freshIp(), headers } = {}) => {
    const request = new Request(`${ORIGIN}/auth/v1${path}`, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      body: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
    });
    return answer(request, ip);
  };

  return {
    sql,
    owner,
    keys,
    tokens,
    call,
    receive: answer,
    fetch: (input, init) => answer(new Request(input, init), freshIp()),
    mailTo: async (email) => {
      const [mail] = await owner<
        { kind: string; payload: { code: string; link: string; newEmail?: string } }[]
      >`
        select kind, payload from public.mails where recipient = ${email} order by created_at desc limit 1`;
      if (!mail) throw new Error(`no mail to ${email}`);
      const hash = new URL(mail.payload.link).searchParams.get("token") ?? "";
      return { kind: mail.kind, ...mail.payload, hash };
    },
    follow: async (link) => {
      const { pathname, search } = new URL(link);
      const response = await call(pathname.replace("/auth/v1", "") + search, { method: "GET" });
      return landingOf(response);
    },
    signUp: async (email = freshEmail(), password = PASSWORD) => {
      const response = await call("/signup", { body: { email, password } });
      return sessionShape.parse(await response.json());
    },
    client: (flowType = "implicit") => {
      const ip = freshIp();
      return new GoTrueClient({
        url: `${ORIGIN}/auth/v1`,
        headers: { apikey: keys.anonKey, Authorization: `Bearer ${keys.anonKey}` },
        fetch: (input, init) => answer(new Request(input, init), ip),
        persistSession: false,
        flowType,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: freshEmail(),
      });
    },
    copy: () => serve(database, keys, config),
    close: () => auth.close(),
  };
}

/** The session that a code or a link's token opens. */
export async function verify(auth: TestAuth, body: object): Promise<SessionBody> {
  const response = await auth.call("/verify", { body });
  expect(response.status).toBe(200);
  return sessionShape.parse(await response.json());
}

/** Where a redirect leads. */
function landingOf(response: Response): Landing {
  const url = new URL(response.headers.get("location") ?? "");
  return {
    status: response.status,
    page: url.origin + url.pathname,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  };
}

/** Status and error code of a refusal. */
export async function failureOf(response: Response): Promise<[number, string]> {
  const body = z.object({ error_code: z.string() }).parse(await response.json());
  return [response.status, body.error_code];
}
