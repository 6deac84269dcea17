/** Parses a bucket's size limit: bytes, or a number with a unit. */
import { invalidRequest } from "./errors.ts";

const UNITS: Record<string, number> = { "": 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** Returns bytes. Throws InvalidRequest. */
export function parseFileSize(value: number | string): number {
  const [, digits = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([KMG]?B)?$/i.exec(String(value).trim()) ?? [];
  const bytes = Number(digits || "NaN") * (UNITS[unit.toUpperCase()] ?? Number.NaN);
  if (!Number.isFinite(bytes)) {
    throw invalidRequest("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B");
  }
  return Math.floor(bytes);
}
