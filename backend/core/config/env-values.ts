/** Parsers of environment values. Each throws a StartupError that names the variable. */
import { StartupError } from "#backend/core/errors.ts";

/** `1` or `true`, `0` or `false`; the fallback when the variable is not set. */
export function readBoolean<Fallback extends boolean | undefined>(
  name: string,
  value: string | undefined,
  fallback: Fallback,
): boolean | Fallback {
  if (!value) return fallback;
  if (value === "1" || value === "true") return true;
  if (value === "0" || value === "false") return false;
  throw new StartupError(`${name}=${value} is neither 1 nor 0.`);
}

/** An integer, not below `min`. */
export function readNumber(name: string, value: string | undefined, min = 0): number | undefined {
  if (!value) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < min) {
    throw new StartupError(`${name}=${value} is not a whole number of at least ${min}.`);
  }
  return number;
}

/** A comma-separated list. */
export function readList(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** The message leaves the value out, because a database URL holds a password. */
export function readUrl(name: string, value: string, protocols: string[]): URL {
  const url = URL.parse(value);
  const start = value.trim().toLowerCase();
  if (!protocols.some((protocol) => start.startsWith(`${protocol}//`))) {
    throw new StartupError(
      `${name} is not an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}.`,
    );
  }
  // A user and password of which a part was taken for the host and the path.
  const isCut = url?.username === "" && url.pathname.includes("@");
  if (url === null || isCut) {
    throw new StartupError(
      `${name} is no valid address: in a user or password write / as %2F, # as %23 and ? as %3F; a port is a number up to 65535.`,
    );
  }
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new StartupError(`${name} has a user or password with a bare %: write it as %25.`);
  }
  return url;
}
