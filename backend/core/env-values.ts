/** How values of the environment are read. Every reader throws a StartError that names the variable. */
import { StartError } from "./errors.ts";

/** `1` or `true`, `0` or `false`; the fallback where nothing is set. */
export function readSwitch<Fallback extends boolean | undefined>(
  name: string,
  value: string | undefined,
  fallback: Fallback,
): boolean | Fallback {
  if (!value) return fallback;
  if (value === "1" || value === "true") return true;
  if (value === "0" || value === "false") return false;
  throw new StartError(`${name}=${value} is neither 1 nor 0.`);
}

/** A whole number, not below `least`. */
export function readNumber(name: string, value: string | undefined, least = 0): number | undefined {
  if (!value) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < least) {
    throw new StartError(`${name}=${value} is not a whole number of at least ${least}.`);
  }
  return number;
}

/** What stands between commas. */
export function readList(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** The value itself is left out of the message: a database address holds a password. */
export function readUrl(name: string, value: string, protocols: string[]): URL {
  const url = URL.parse(value);
  if (url === null || !protocols.includes(url.protocol)) {
    throw new StartError(
      `${name} is not an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}.`,
    );
  }
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new StartError(`${name} has a user or password with a bare %: write it as %25.`);
  }
  return url;
}
