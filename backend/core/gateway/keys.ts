/**
 * The backend's keys, generated at the first start and stored in DATA_DIR/keys.json with access for the owner
 * only. The two API keys are tokens signed with the shared secret, as on Supabase. Each has an opaque
 * counterpart, as newer Supabase projects have. Users' tokens are signed with the ES256 key, so that others
 * can verify them without a secret.
 */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { getErrorCode, getErrorMessage, StartupError } from "#backend/core/errors.ts";

export interface Keys {
  /** The public API key: a token with the role `anon`. */
  anonKey: string;
  /** The secret API key: a token with the role `service_role`. It never leaves the server. */
  serviceRoleKey: string;
  /** The opaque form of the public API key. */
  publishableKey: string;
  /** The opaque form of the secret API key. */
  secretKey: string;
  /** Signs the two API keys (HS256). */
  jwtSecret: string;
  /** The private ES256 key with its `kid`: signs users' tokens. */
  signingKey: JWK & { kid: string };
}

const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

/**
 * Reads the keys, or generates them. Two processes that generate them at the same time end up with the same
 * ones.
 */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, "keys.json");
  const existing = await readKeys(file);
  if (existing) return existing;

  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(await createKeys(), null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await link(draft, file);
  } catch (error) {
    if (getErrorCode(error) !== "EEXIST") {
      throw new StartupError(
        `Cannot write to DATA_DIR ${dataDir} (${getErrorMessage(error)}): make it writable or set another DATA_DIR.`,
      );
    }
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
  const stored = await readKeys(file);
  if (!stored) throw new StartupError(`${file} vanished while it was being written: start again.`);
  return stored;
}

async function readKeys(file: string): Promise<Keys | null> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return null;
    throw new StartupError(
      `Cannot read ${file} (${getErrorMessage(error)}): make it readable or set another DATA_DIR.`,
    );
  }
  const keys = parseKeys(text);
  if (!keys)
    throw new StartupError(`${file} is damaged: restore it from a backup, or move it away to get new keys.`);
  return keys;
}

function parseKeys(text: string): Keys | null {
  try {
    const { anonKey, serviceRoleKey, jwtSecret, signingKey } = JSON.parse(text);
    const strings = [anonKey, serviceRoleKey, jwtSecret, signingKey?.kid, signingKey?.d];
    if (!strings.every((value) => typeof value === "string")) return null;
    return { anonKey, serviceRoleKey, ...deriveOpaqueKeys(jwtSecret), jwtSecret, signingKey };
  } catch {
    return null;
  }
}

/** Generates random keys. */
export async function createKeys(): Promise<Keys> {
  const jwtSecret = randomBytes(32).toString("base64url");
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: "ES256", use: "sig" };
  return {
    anonKey: await signApiKey("anon", jwtSecret),
    serviceRoleKey: await signApiKey("service_role", jwtSecret),
    ...deriveOpaqueKeys(jwtSecret),
    jwtSecret,
    signingKey,
  };
}

/** Derived from the secret: changing the secret changes both API keys. */
function deriveOpaqueKeys(jwtSecret: string): Pick<Keys, "publishableKey" | "secretKey"> {
  const derive = (kind: string) =>
    `sb_${kind}_${createHmac("sha256", jwtSecret).update(kind).digest("base64url").slice(0, 32)}`;
  return { publishableKey: derive("publishable"), secretKey: derive("secret") };
}

function signApiKey(role: string, secret: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ role, iss: "yaare", iat: now, exp: now + TEN_YEARS })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(Buffer.from(secret));
}
