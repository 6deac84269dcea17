/** How this service differs from one installation to another, and from one database to another. */
import type { QualifiedName } from "../core/sql-text.ts";

const TX_ENDS = ["commit", "commit-allow-override", "rollback", "rollback-allow-override"] as const;
const OPENAPI_MODES = ["follow-privileges", "ignore-privileges", "disabled"] as const;
const CLAIM_OPERATORS = ["==", "!=", "^==", "==^", "*=="] as const;

/** Names of members, one within the other; and which of a list's texts it is, where a list stands there. */
export interface RoleClaimKey {
  path: string[];
  /** The first that is, is not, begins with, ends with or holds the text. */
  pick: { operator: (typeof CLAIM_OPERATORS)[number]; text: string } | null;
}

export interface RestConfig {
  /** What an address begins with before the table's name. */
  prefix: string;
  /** The first is the default. */
  schemas: string[];
  extraSearchPath: string[];
  /** Of who brings no token; null lets nobody in without. */
  anonRole: string | null;
  /** Caps every list that is read. */
  maxRows: number;
  /** Bytes that a visitor may send. */
  bodyLimit: number;
  /** Bytes that a signed-in caller may send: ten thousand lines of an import come as one call. */
  signedInBodyLimit: number;
  /** Requests that may be in the database at once. */
  maxConnections: number;
  /** How long a request waits for a connection, in milliseconds. */
  poolTimeout: number;
  /** How a transaction ends, and whether `Prefer: tx` may say otherwise. */
  txEnd: (typeof TX_ENDS)[number];
  /** Whether `sum()` and its like may be selected. */
  aggregates: boolean;
  /** Whether a query's plan may be asked for. */
  explain: boolean;
  /** A function called in each transaction before its statement. */
  preRequest: QualifiedName | null;
  /** A function that answers at the root instead of the description of the schema. */
  rootSpec: string | null;
  openapiMode: (typeof OPENAPI_MODES)[number];
  openapiSecurity: boolean;
  /** The root as clients reach it, where requests name another. */
  openapiAddress: string | null;
  /** Settings of a function that must be in force before it is called. */
  hoistedSettings: string[];
  /** Where in a token's claims the role stands. */
  roleClaimKey: RoleClaimKey;
  /** For whom a token must be made that says for whom it is; null for anyone. */
  audience: string | null;
  /** A request's header that its answer repeats. */
  traceHeader: string | null;
  /** Whether answers tell how long each stage took. */
  serverTiming: boolean;
}

/** What a Supabase project has. */
export const defaultRestConfig: RestConfig = {
  prefix: "/rest/v1",
  schemas: ["public", "graphql_public"],
  extraSearchPath: ["public", "extensions"],
  anonRole: "anon",
  maxRows: 1000,
  bodyLimit: 1024 * 1024,
  signedInBodyLimit: 16 * 1024 * 1024,
  maxConnections: 20,
  poolTimeout: 5_000,
  txEnd: "commit",
  aggregates: false,
  explain: false,
  preRequest: null,
  rootSpec: null,
  openapiMode: "follow-privileges",
  openapiSecurity: false,
  openapiAddress: null,
  hoistedSettings: ["statement_timeout", "plan_filter.statement_cost_limit", "default_transaction_isolation"],
  roleClaimKey: { path: ["role"], pick: null },
  audience: null,
  traceHeader: null,
  serverTiming: true,
};

/** `settings` are the database's own, by PostgREST's names; a value that makes no sense changes nothing. */
export function withDatabaseSettings(config: RestConfig, settings: ReadonlyMap<string, string>): RestConfig {
  const schemas = listOf(settings.get("db_schemas"));
  const maxRows = settings.get("db_max_rows") ?? "";
  return {
    ...config,
    schemas: schemas.length > 0 ? schemas : config.schemas,
    extraSearchPath: settings.has("db_extra_search_path")
      ? listOf(settings.get("db_extra_search_path"))
      : config.extraSearchPath,
    anonRole: settings.has("db_anon_role") ? settings.get("db_anon_role") || null : config.anonRole,
    maxRows: /^[0-9]{1,9}$/.test(maxRows) ? Number(maxRows) : config.maxRows,
    txEnd: oneOf(TX_ENDS, settings.get("db_tx_end")) ?? config.txEnd,
    aggregates: switchOf(settings.get("db_aggregates_enabled")) ?? config.aggregates,
    explain: switchOf(settings.get("db_plan_enabled")) ?? config.explain,
    preRequest: qualified(settings.get("db_pre_request")) ?? config.preRequest,
    rootSpec: settings.get("db_root_spec") || config.rootSpec,
    openapiMode: oneOf(OPENAPI_MODES, settings.get("openapi_mode")) ?? config.openapiMode,
    openapiSecurity: switchOf(settings.get("openapi_security_active")) ?? config.openapiSecurity,
    openapiAddress: settings.get("openapi_server_proxy_uri") || config.openapiAddress,
    hoistedSettings: settings.has("db_hoisted_tx_settings")
      ? listOf(settings.get("db_hoisted_tx_settings"))
      : config.hoistedSettings,
    roleClaimKey: claimKey(settings.get("jwt_role_claim_key")) ?? config.roleClaimKey,
    audience: settings.get("jwt_aud") || config.audience,
    traceHeader: headerName(settings.get("server_trace_header")) ?? config.traceHeader,
    serverTiming: switchOf(settings.get("server_timing_enabled")) ?? config.serverTiming,
  };
}

/** Whether the client may choose how its transaction ends. */
export function allowsTxOverride({ txEnd }: Pick<RestConfig, "txEnd">): boolean {
  return txEnd.endsWith("-allow-override");
}

function listOf(value = ""): string[] {
  return value.split(",").flatMap((part) => part.trim().replace(/^"(.*)"$/, "$1") || []);
}

function switchOf(value: string | undefined): boolean | null {
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

function oneOf<T extends string>(known: readonly T[], value: string | undefined): T | null {
  return known.find((candidate) => candidate === value) ?? null;
}

const CLAIM_STEP = /\.(?:"([^"]+)"|([\w$@]+))|\[([0-9]+)\]/g;
const CLAIM_PICK = /\[\?\(@\s*(==\^|==|!=|\^==|\*==)\s*"([^"]*)"\)\]$/;

/**
 * `.app_metadata.roles[0]`, a name in quotes where it is a strange one, or `.roles[?(@ ^== "shop_")]`; null for
 * anything else.
 */
function claimKey(value = ""): RoleClaimKey | null {
  const pick = CLAIM_PICK.exec(value);
  const given = value.slice(0, pick?.index);
  const steps = [...given.matchAll(CLAIM_STEP)];
  if (steps.map(([step]) => step).join("") !== given || value === "") return null;
  const operator = CLAIM_OPERATORS.find((known) => known === pick?.[1]);
  return {
    path: steps.map(([, quoted, plain, index]) => quoted ?? plain ?? index ?? ""),
    pick: operator === undefined ? null : { operator, text: pick?.[2] ?? "" },
  };
}

function headerName(value = ""): string | null {
  return /^[\w-]+$/.test(value) ? value : null;
}

/** `schema.name`, or a name alone in `public`. */
function qualified(value: string | undefined): QualifiedName | null {
  if (!value) return null;
  const at = value.indexOf(".");
  return at === -1
    ? { schema: "public", name: value }
    : { schema: value.slice(0, at), name: value.slice(at + 1) };
}
