/** The configuration of the REST service: per installation, and overridden per database. */
import type { QualifiedName } from "#backend/core/database/sql-text.ts";
import type { Priority } from "./priority.ts";

const TX_ENDS = ["commit", "commit-allow-override", "rollback", "rollback-allow-override"] as const;
const OPENAPI_MODES = ["follow-privileges", "ignore-privileges", "disabled"] as const;
const CLAIM_OPERATORS = ["==", "!=", "^==", "==^", "*=="] as const;

/** The path of member names to the role, and a filter that selects one text when the path leads to a list. */
export interface RoleClaimKey {
  path: string[];
  /** Selects the first text that equals, differs from, starts with, ends with or contains `text`. */
  filter: { operator: (typeof CLAIM_OPERATORS)[number]; text: string } | null;
}

/** What the requests of one priority may use together. */
export interface PriorityLimits {
  /** The maximum number of connections. */
  connections: number;
  /** How long a request waits for a connection, in milliseconds. */
  waitMs: number;
  /** The same while more requests arrive than can be served, where it is less. */
  overloadWaitMs?: number;
}

export interface RestConfig {
  /** The prefix of URL paths, before the table's name. */
  prefix: string;
  /** The first is the default. */
  schemas: string[];
  extraSearchPath: string[];
  /** The role of requests without a token; null rejects them. */
  anonRole: string | null;
  /** The maximum number of rows of every list. */
  maxRows: number;
  /** The maximum body size of a visitor's or a customer's request, in bytes. */
  bodyLimit: number;
  /** The same of an administrator or with the secret key: an import of ten thousand lines is one call. */
  trustedBodyLimit: number;
  /** The maximum number of requests that use the database at the same time. */
  maxConnections: number;
  priorities: Record<Priority, PriorityLimits>;
  /**
   * How much longer than Postgres's own `statement_timeout` a transaction waits for the response, in
   * milliseconds: only a database that does not respond at all reaches it.
   */
  deadlineMarginMs: number;
  /** The deadline of a transaction without a `statement_timeout`, in milliseconds. */
  defaultDeadlineMs: number;
  /** The `statement_timeout` of a new session, in milliseconds; 0 is none. It is read with the schema. */
  sessionTimeoutMs: number;
  /** How a transaction ends, and whether `Prefer: tx` may override it. */
  txEnd: (typeof TX_ENDS)[number];
  /** Whether aggregate functions such as `sum()` may be selected. */
  aggregates: boolean;
  /** Whether the execution plan of a query may be requested. */
  explain: boolean;
  /** A function called in each transaction before its statement. */
  preRequest: QualifiedName | null;
  /** A function that handles requests at the root instead of the OpenAPI description. */
  rootSpec: string | null;
  openapiMode: (typeof OPENAPI_MODES)[number];
  openapiSecurity: boolean;
  /** The public URL of the root, where it differs from the URL of requests. */
  openapiServerUrl: string | null;
  /** Settings of a function that are applied before it is called. */
  hoistedSettings: string[];
  /** The path of the role in a token's claims. */
  roleClaimKey: RoleClaimKey;
  /** The required audience of tokens that name one; null accepts any. */
  audience: string | null;
  /** A request header that is repeated in the response. */
  traceHeader: string | null;
  /** Whether responses contain the duration of each stage. */
  serverTiming: boolean;
}

/** The settings of a Supabase project. */
export const defaultRestConfig: RestConfig = {
  prefix: "/rest/v1",
  schemas: ["public", "graphql_public"],
  extraSearchPath: ["public", "extensions"],
  anonRole: "anon",
  maxRows: 1000,
  bodyLimit: 256 * 1024,
  trustedBodyLimit: 16 * 1024 * 1024,
  // The embedded cluster accepts 80 (backend/postgres), of which the other services use 25 at most.
  maxConnections: 20,
  // Reads use 15 at most, so that 5 remain for writes, and writes use 16, so that 4 remain for reads while all writes
  // wait for a lock. Within the reads, neither visitors nor the rendering of pages can take the connections of the
  // admin area.
  priorities: {
    // Waits long: until it has succeeded, requests are answered by an outdated schema.
    schema: { connections: 1, waitMs: 30_000 },
    // An order waits longest, and still fails before the browser gives up after 30 s.
    write: { connections: 16, waitMs: 8_000 },
    // A screen of the admin area sends up to eight at once.
    "signed-in-read": { connections: 6, waitMs: 5_000, overloadWaitMs: 1_000 },
    "anonymous-read": { connections: 5, waitMs: 3_000, overloadWaitMs: 300 },
    // Pages are rendered one after the other: more connections would only be held by unread responses.
    page: { connections: 4, waitMs: 1_500, overloadWaitMs: 300 },
  },
  deadlineMarginMs: 2_000,
  defaultDeadlineMs: 60_000,
  sessionTimeoutMs: 0,
  txEnd: "commit",
  aggregates: false,
  explain: false,
  preRequest: null,
  rootSpec: null,
  openapiMode: "follow-privileges",
  openapiSecurity: false,
  openapiServerUrl: null,
  hoistedSettings: ["statement_timeout", "plan_filter.statement_cost_limit", "default_transaction_isolation"],
  roleClaimKey: { path: ["role"], filter: null },
  audience: null,
  traceHeader: null,
  serverTiming: true,
};

/** `settings` are the database's own, by PostgREST's names; an invalid value has no effect. */
export function withDatabaseSettings(config: RestConfig, settings: ReadonlyMap<string, string>): RestConfig {
  const schemas = parseList(settings.get("db_schemas"));
  const maxRows = settings.get("db_max_rows") ?? "";
  return {
    ...config,
    schemas: schemas.length > 0 ? schemas : config.schemas,
    extraSearchPath: settings.has("db_extra_search_path")
      ? parseList(settings.get("db_extra_search_path"))
      : config.extraSearchPath,
    anonRole: settings.has("db_anon_role") ? settings.get("db_anon_role") || null : config.anonRole,
    maxRows: /^[0-9]{1,9}$/.test(maxRows) ? Number(maxRows) : config.maxRows,
    txEnd: parseEnum(TX_ENDS, settings.get("db_tx_end")) ?? config.txEnd,
    aggregates: parseBoolean(settings.get("db_aggregates_enabled")) ?? config.aggregates,
    explain: parseBoolean(settings.get("db_plan_enabled")) ?? config.explain,
    preRequest: parseQualifiedName(settings.get("db_pre_request")) ?? config.preRequest,
    rootSpec: settings.get("db_root_spec") || config.rootSpec,
    openapiMode: parseEnum(OPENAPI_MODES, settings.get("openapi_mode")) ?? config.openapiMode,
    openapiSecurity: parseBoolean(settings.get("openapi_security_active")) ?? config.openapiSecurity,
    openapiServerUrl: settings.get("openapi_server_proxy_uri") || config.openapiServerUrl,
    hoistedSettings: settings.has("db_hoisted_tx_settings")
      ? parseList(settings.get("db_hoisted_tx_settings"))
      : config.hoistedSettings,
    roleClaimKey: parseClaimKey(settings.get("jwt_role_claim_key")) ?? config.roleClaimKey,
    audience: settings.get("jwt_aud") || config.audience,
    traceHeader: parseHeaderName(settings.get("server_trace_header")) ?? config.traceHeader,
    serverTiming: parseBoolean(settings.get("server_timing_enabled")) ?? config.serverTiming,
  };
}

/** Whether the client may choose how its transaction ends. */
export function allowsTxOverride({ txEnd }: Pick<RestConfig, "txEnd">): boolean {
  return txEnd.endsWith("-allow-override");
}

function parseList(value = ""): string[] {
  return value.split(",").flatMap((part) => part.trim().replace(/^"(.*)"$/, "$1") || []);
}

function parseBoolean(value: string | undefined): boolean | null {
  switch (value?.toLowerCase()) {
    case "true":
    case "on":
    case "yes":
    case "1":
      return true;
    case "false":
    case "off":
    case "no":
    case "0":
      return false;
    default:
      return null;
  }
}

function parseEnum<T extends string>(candidates: readonly T[], value: string | undefined): T | null {
  return candidates.find((candidate) => candidate === value) ?? null;
}

const CLAIM_STEP = /\.(?:"([^"]+)"|([\w$@]+))|\[([0-9]+)\]/g;
const CLAIM_FILTER = /\[\?\(@\s*(?<operator>==\^|==|!=|\^==|\*==)\s*"(?<text>[^"]*)"\)\]$/;

/**
 * Parses `.app_metadata.roles[0]`, with unusual names in quotes, or `.roles[?(@ ^== "shop_")]`; null for
 * anything else.
 */
function parseClaimKey(value = ""): RoleClaimKey | null {
  const filter = CLAIM_FILTER.exec(value);
  const path = value.slice(0, filter?.index);
  const steps = [...path.matchAll(CLAIM_STEP)];
  if (steps.map(([step]) => step).join("") !== path || value === "") return null;
  const operator = CLAIM_OPERATORS.find((candidate) => candidate === filter?.groups?.operator);
  return {
    path: steps.map(([, quoted, plain, index]) => quoted ?? plain ?? index ?? ""),
    filter: operator === undefined ? null : { operator, text: filter?.groups?.text ?? "" },
  };
}

function parseHeaderName(value = ""): string | null {
  return /^[\w-]+$/.test(value) ? value : null;
}

/** Parses `schema.name`; a name without a schema is in `public`. */
function parseQualifiedName(value: string | undefined): QualifiedName | null {
  if (!value) return null;
  const at = value.indexOf(".");
  return at === -1
    ? { schema: "public", name: value }
    : { schema: value.slice(0, at), name: value.slice(at + 1) };
}
