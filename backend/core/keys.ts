/**
 * The backend's keys: made at the first start, kept in DATA_DIR/keys.json that only its owner can read.
 * The two API keys are tokens signed with the shared secret, as Supabase's own are, and each has an opaque
 * one beside it, as Supabase's younger ones are; users' tokens are signed with the ES256 key, so that others
 * can verify them without holding a secret.
 */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { codeOf, messageOf, StartError } from "./errors.ts";

export interface Keys {
  /** The public API key: a token with the role `anon`. */
  anonKey: string;
  /** The secret API key: a token with the role `service_role`. Never leaves the server. */
  serviceRoleKey: string;
  /** Stands for the public API key, and says nothing by itself. */
  publishableKey: string;
  /** Stands for the secret API key. */
  secretKey: string;
  /** Signs the two API keys (HS256). */
  jwtSecret: string;
  /** Private ES256 key with its `kid`: signs users' tokens. */
  signingKey: JWK & { kid: string };
}

const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

/** Reads the keys, or makes them. Two processes that make them at once end up with the same ones. */
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
    if (codeOf(error) !== "EEXIST") {
      throw new StartError(
        `Cannot write to DATA_DIR ${dataDir} (${messageOf(error)}): make it writable or set another DATA_DIR.`,
      );
    }
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
  const written = await readKeys(file);
  if (!written) throw new StartError(`${file} vanished while it was being written: start again.`);
  return written;
}

async function readKeys(file: string): Promise<Keys | null> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new StartError(
      `Cannot read ${file} (${messageOf(error)}): make it readable or set another DATA_DIR.`,
    );
  }
  const keys = parseKeys(text);
  if (!keys)
    throw new StartError(`${file} is damaged: restore it from a backup, or move it away to get new keys.`);
  return keys;
}

function parseKeys(text: string): Keys | null {
  try {
    const { anonKey, serviceRoleKey, jwtSecret, signingKey } = JSON.parse(text);
    const strings = [anonKey, serviceRoleKey, jwtSecret, signingKey?.kid, signingKey?.d];
    if (!strings.every((value) => typeof value === "string")) return null;
    return { anonKey, serviceRoleKey, ...opaqueKeys(jwtSecret), jwtSecret, signingKey };
  } catch {
    return null;
  }
}

/** New keys, unlike any other. */
export async function createKeys(): Promise<Keys> {
  const jwtSecret = randomBytes(32).toString("base64url");
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: "ES256", use: "sig" };
  return {
    anonKey: await signApiKey("anon", jwtSecret),
    serviceRoleKey: await signApiKey("service_role", jwtSecret),
    ...opaqueKeys(jwtSecret),
    jwtSecret,
    signingKey,
  };
}

/** They follow from the secret: who changes that, changes all keys that stand on it. */
function opaqueKeys(jwtSecret: string): Pick<Keys, "publishableKey" | "secretKey"> {
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
