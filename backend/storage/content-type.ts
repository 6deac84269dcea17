/**
 * What kind of content is taken into a bucket, and which kinds a browser may show. A declared type is a claim: where a
 * bucket restricts its types, the bytes must bear it out.
 */
import { fileTypeFromFile, supportedMimeTypes } from "file-type";
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

/** Formats that are kept in another one, which is all that their first bytes tell. */
const CONTAINERS: [declared: RegExp, detected: string[]][] = [
  [/^application\/(msword|vnd\.ms-(excel|powerpoint))$/, ["application/x-cfb"]],
  [/^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument)\./, ["application/zip"]],
  [/^image\/hei[cf]$/, ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"]],
  [
    /^(video|audio)\/(mp4|quicktime|x-m4[av])$/,
    ["video/mp4", "video/quicktime", "video/x-m4v", "audio/mp4", "audio/x-m4a"],
  ],
  [/^(video|audio)\/(webm|x-matroska|matroska)$/, ["video/webm", "video/matroska"]],
  [/^(video|audio)\/ogg$/, ["video/ogg", "audio/ogg", "audio/opus", "application/ogg"]],
  [/\+xml$|^text\/xml$/, ["application/xml"]],
];

/** What a browser shows without running it. All other kinds are handed out as files to keep. */
const SHOWN = /^(image\/(?!svg)[\w.-]+|audio\/[\w.-]+|video\/[\w.-]+|text\/plain|application\/json)$/;

/** Throws InvalidMimeType for what is not a media type. */
export function readContentType(value: string): string {
  if (value.length > 255 || !TYPE.test(value)) throw invalidMimeType(value.slice(0, 255));
  return value;
}

/** Without parameters, in the name that is used here. */
function essence(type: string): string {
  const bare = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return ALIASES[bare] ?? bare;
}

function isAllowed(type: string, allowed: string[]): boolean {
  return allowed.map(essence).some((pattern) => {
    if (pattern === "*" || pattern === "*/*") return true;
    return pattern.endsWith("/*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
  });
}

/** Throws InvalidMimeType when the bucket does not take this type. Null allows any. */
export function checkDeclaredType(declared: string, allowed: string[] | null): void {
  if (allowed && !isAllowed(essence(declared), allowed)) throw invalidMimeType(declared);
}

/**
 * Throws InvalidMimeType when the bucket restricts its types and the bytes are not what was declared: of another type
 * that it does not take, or of none where the declared one has bytes to know it by.
 */
export async function checkContent(path: string, declared: string, allowed: string[] | null): Promise<void> {
  if (!allowed) return;
  const detected = (await fileTypeFromFile(path))?.mime ?? null;
  if (!bearsOut(detected, essence(declared), allowed)) throw invalidMimeType(detected ?? "of the content");
}

export function bearsOut(detected: string | null, declared: string, allowed: string[]): boolean {
  if (detected === null) return !supportedMimeTypes.has(declared);
  const found = essence(detected);
  if (found === declared || isAllowed(found, allowed)) return true;
  return CONTAINERS.some(([type, containers]) => type.test(declared) && containers.includes(found));
}

export function isShown(type: string): boolean {
  return SHOWN.test(essence(type));
}
