/**
 * The process's configuration, read once from the environment. Every variable is optional and documented in
 * docs/configuration.md. The auth service reads its own variables (auth/auth-options.ts).
 */
import { resolve } from "node:path";
import { StartupError } from "#backend/core/errors.ts";
import type { CertificateFiles } from "#backend/core/http/tls-certificate.ts";
import { type BackupConfig, readBackupConfig } from "./backup-config.ts";
import { readBoolean, readList, readNumber, readUrl } from "./env-values.ts";
import { readBucket, type S3Config } from "./s3-config.ts";

interface HostedSupabase {
  url: string;
  anonKey: string;
}

export interface Config {
  port: number;
  host: string;
  /** The certificate with which the process itself speaks TLS; null leaves that to a proxy. */
  tls: CertificateFiles | null;
  /** The port on which plain HTTP is redirected to TLS. */
  httpRedirectPort: number | null;
  /** Absolute path. Holds the keys and, without `databaseUrl`, the database. */
  dataDir: string;
  /** An external Postgres to use instead of the embedded one. */
  databaseUrl: string | null;
  /** A hosted Supabase to use instead of the local backend: the process then serves pages only. */
  supabase: HostedSupabase | null;
  /** The shop's public address, without a trailing slash. */
  siteUrl: string;
  /** Whether Strict-Transport-Security, which an https `siteUrl` sends, includes the subdomains. */
  hstsSubdomains: boolean;
  /** Whether an empty database is filled with the demo shop. */
  demo: boolean;
  admin: { email: string; password: string | null };
  /** Whether `X-Forwarded-For` is trusted: only behind a proxy that sets it. */
  trustProxy: boolean;
  /** The S3 bucket that stores files instead of `dataDir`. Holds a secret. */
  s3: S3Config | null;
  mail: MailConfig;
  /** The environment variables of functions: those that FUNCTION_SECRETS names. */
  functionSecrets: Record<string, string>;
  logLevel: string;
  /** What a scraper of /metrics must send; null hides them from everyone. */
  metricsToken: string | null;
  /** From how many milliseconds on a statement is in the log. */
  slowStatementMs: number;
  /** Whether traces go to a collector; the libraries read where it is. */
  isTraced: boolean;
  /** May hold a secret. */
  backup: BackupConfig;
}

interface MailConfig {
  /** The SMTP server; null stores each mail as a file in `dataDir`. Holds a password. */
  smtpUrl: string | null;
  /** The sender's address, or a name with the address in angle brackets; null uses the shop's own. */
  from: string | null;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "silent"];

/** Throws a StartupError that names the variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = readPort("PORT", env.PORT) ?? 3000;
  const tls = readTls(env);
  const httpRedirectPort = readPort("HTTP_REDIRECT_PORT", env.HTTP_REDIRECT_PORT) ?? null;
  if (httpRedirectPort !== null && !tls) {
    throw new StartupError("HTTP_REDIRECT_PORT is set but TLS_CERT is not: there is nothing to redirect to.");
  }
  const host = env.HOST || "0.0.0.0";
  const logLevel = env.LOG_LEVEL || "warn";
  if (!LOG_LEVELS.includes(logLevel)) {
    throw new StartupError(`LOG_LEVEL=${logLevel} is not one of ${LOG_LEVELS.join(", ")}.`);
  }
  return {
    port,
    host,
    tls,
    httpRedirectPort,
    dataDir: resolve(env.DATA_DIR || "data"),
    databaseUrl: env.DATABASE_URL
      ? readUrl("DATABASE_URL", env.DATABASE_URL, ["postgres:", "postgresql:"]).href
      : null,
    supabase: readSupabase(env),
    siteUrl: env.SITE_URL ? readSiteUrl(env.SITE_URL, tls) : `${tls ? "https" : "http"}://localhost:${port}`,
    hstsSubdomains: readBoolean("HSTS_SUBDOMAINS", env.HSTS_SUBDOMAINS, false),
    demo: readBoolean("DEMO", env.DEMO, true),
    admin: { email: env.ADMIN_EMAIL || "admin@yaare.local", password: env.ADMIN_PASSWORD || null },
    trustProxy: readBoolean("TRUST_PROXY", env.TRUST_PROXY, false),
    s3: env.S3_URL ? readBucket("S3_URL", env.S3_URL, env.S3_REGION) : null,
    mail: {
      smtpUrl: env.SMTP_URL ? readUrl("SMTP_URL", env.SMTP_URL, ["smtp:", "smtps:"]).href : null,
      from: readSender(env.MAIL_FROM),
    },
    functionSecrets: readFunctionSecrets(env),
    logLevel,
    metricsToken: env.METRICS_TOKEN || null,
    slowStatementMs: readNumber("SLOW_STATEMENT_MS", env.SLOW_STATEMENT_MS) ?? 500,
    isTraced: readCollectors(env),
    backup: readBackupConfig(env),
  };
}

function readPort(name: string, value: string | undefined): number | undefined {
  if (!value) return undefined;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new StartupError(`${name}=${value} is not a port: give a number from 0 to 65535.`);
  }
  return port;
}

/** The variables are those of every program that sends traces. */
function readCollectors(env: NodeJS.ProcessEnv): boolean {
  const names = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  for (const name of names) if (env[name]) readUrl(name, env[name], ["http:", "https:"]);
  return names.some((name) => env[name]);
}

function readTls({ TLS_CERT: cert, TLS_KEY: key }: NodeJS.ProcessEnv): CertificateFiles | null {
  if (!cert && !key) return null;
  if (!cert)
    throw new StartupError("TLS_KEY is set but TLS_CERT is not: set the path of the certificate too.");
  if (!key) throw new StartupError("TLS_CERT is set but TLS_KEY is not: set the path of its key too.");
  return { cert: resolve(cert), key: resolve(key) };
}

function readSiteUrl(value: string, tls: CertificateFiles | null): string {
  const { origin, pathname, protocol } = readUrl("SITE_URL", value, ["http:", "https:"]);
  if (pathname !== "/") {
    throw new StartupError(
      `SITE_URL has the path ${pathname}: the shop needs an address of its own, ${origin}.`,
    );
  }
  if (tls && protocol !== "https:") {
    throw new StartupError(
      `SITE_URL=${origin} does not begin with https://, but TLS_CERT is set: the shop answers only https.`,
    );
  }
  return origin;
}

function readSupabase(env: NodeJS.ProcessEnv): HostedSupabase | null {
  if (!env.SUPABASE_URL) return null;
  if (!env.SUPABASE_ANON_KEY) {
    throw new StartupError(
      "SUPABASE_URL is set but SUPABASE_ANON_KEY is not: set the project's anonymous key too.",
    );
  }
  return {
    url: readUrl("SUPABASE_URL", env.SUPABASE_URL, ["http:", "https:"]).href.replace(/\/$/, ""),
    anonKey: env.SUPABASE_ANON_KEY,
  };
}

/** As on a hosted project, the platform's own variable names cannot be overridden. */
function readFunctionSecrets(env: NodeJS.ProcessEnv): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const name of readList(env.FUNCTION_SECRETS)) {
    const value = env[name];
    if (/^(SUPABASE|SB)_/.test(name)) {
      throw new StartupError(
        `FUNCTION_SECRETS names ${name}: names that begin with SUPABASE_ or SB_ are taken.`,
      );
    }
    if (value === undefined) throw new StartupError(`FUNCTION_SECRETS names ${name}, which is not set.`);
    secrets[name] = value;
  }
  return secrets;
}

function readSender(value: string | undefined): string | null {
  if (!value) return null;
  if (!/^([^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value)) {
    throw new StartupError(
      `MAIL_FROM=${value} is neither an e-mail address nor a name with one: write Yaaré <boutique@example.com>.`,
    );
  }
  return value;
}
