/**
 * What kind of content is taken into a bucket, and which kinds a browser may show. A declared type is a claim: where a
 * bucket restricts its types, the bytes must bear it out (see content-check.ts).
 */
import { invalidMimeType } from "./errors.ts";

const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w-]+=("[\w .-]*"|[\w.-]+))*$/;

/** Other names that browsers give to what `file-type` recognises. */
const ALIASES: Record<string, string> = {
  "application/x-zip-compressed": "application/zip",
  "audio/mp3": "audio/mpeg",
  "audio/x-wav": "audio/wav",
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/vnd.microsoft.icon": "image/x-icon",
};

/** What a browser shows without running it. All other kinds are handed out as files to keep. */
const SHOWN = /^(image\/(?!svg)[\w.-]+|audio\/[\w.-]+|video\/[\w.-]+|text\/plain|application\/json)$/;

/** Throws InvalidMimeType for what is not a media type. */
export function readContentType(value: string): string {
  if (value.length > 255 || !TYPE.test(value)) throw invalidMimeType(value.slice(0, 255));
  return value;
}

/** Without parameters, in the name that is used here. */
export function essence(type: string): string {
  const bare = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return ALIASES[bare] ?? bare;
}

/** `type` is bare. `image/*` in the list stands for all of its kind, `*` for any. */
export function isAllowed(type: string, allowed: string[]): boolean {
  return allowed.map(essence).some((pattern) => {
    if (pattern === "*" || pattern === "*/*") return true;
    return pattern.endsWith("/*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
  });
}

/** Throws InvalidMimeType when the bucket does not take this type. Null allows any. */
export function checkDeclaredType(declared: string, allowed: string[] | null): void {
  if (allowed && !isAllowed(essence(declared), allowed)) throw invalidMimeType(declared);
}

export function isShown(type: string): boolean {
  return SHOWN.test(essence(type));
}
