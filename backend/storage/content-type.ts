/**
 * The content types that a bucket allows, and those that a browser may show inline. A declared type is only a
 * claim: where a bucket restricts its types, the bytes are checked as well (see content-check.ts).
 */
import { invalidMimeType } from "./errors.ts";

const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w-]+=("[\w .-]*"|[\w.-]+))*$/;

/** Aliases that browsers use, by the names of `file-type`. */
const ALIASES: Record<string, string> = {
  "application/x-zip-compressed": "application/zip",
  "audio/mp3": "audio/mpeg",
  "audio/x-wav": "audio/wav",
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/vnd.microsoft.icon": "image/x-icon",
};

/** Types that a browser shows without running code. All others are served as downloads. */
const INLINE_TYPES = /^(image\/(?!svg)[\w.-]+|audio\/[\w.-]+|video\/[\w.-]+|text\/plain|application\/json)$/;

/** Throws InvalidMimeType when the value is not a media type. */
export function parseContentType(value: string): string {
  if (value.length > 255 || !TYPE.test(value)) throw invalidMimeType(value.slice(0, 255));
  return value;
}

/** The type without parameters, with aliases resolved. */
export function essence(type: string): string {
  const bare = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return ALIASES[bare] ?? bare;
}

/** `type` has no parameters. `image/*` in the list stands for all image types, `*` for any. */
export function isAllowed(type: string, allowed: string[]): boolean {
  return allowed.map(essence).some((pattern) => {
    if (pattern === "*" || pattern === "*/*") return true;
    return pattern.endsWith("/*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
  });
}

/** Throws InvalidMimeType when the bucket does not allow this type. Null allows any. */
export function checkDeclaredType(declared: string, allowed: string[] | null): void {
  if (allowed && !isAllowed(essence(declared), allowed)) throw invalidMimeType(declared);
}

export function isSafeInline(type: string): boolean {
  return INLINE_TYPES.test(essence(type));
}
