/**
 * Checks that bytes are of the declared type, for buckets that restrict their types. Loaded on first use: the
 * library knows many types and takes memory.
 */
import { fileTypeFromFile, supportedMimeTypes } from "file-type";
import { essence, isAllowed } from "./content-type.ts";
import { invalidMimeType } from "./errors.ts";

/** Formats inside of a container format, which is all that their first bytes reveal. */
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

/**
 * The type of the bytes where it is one that the bucket allows, although another may be declared; else null.
 * Throws InvalidMimeType when the bytes do not match the declared type: they are of another type that the
 * bucket does not allow, or of no known type although the declared one has a signature.
 */
export async function checkContent(
  path: string,
  declared: string,
  allowed: string[],
): Promise<string | null> {
  const detected = (await fileTypeFromFile(path))?.mime ?? null;
  if (!isContentPlausible(detected, essence(declared), allowed))
    throw invalidMimeType(detected ?? "of the content");
  if (detected === null || essence(detected) === essence(declared)) return null;
  return isAllowed(essence(detected), allowed) ? detected : null;
}

/** `detected` is the type by the signature of the bytes: null for text and other types without one. */
export function isContentPlausible(detected: string | null, declared: string, allowed: string[]): boolean {
  if (detected === null) return !supportedMimeTypes.has(declared);
  const found = essence(detected);
  if (found === declared || isAllowed(found, allowed)) return true;
  return CONTAINERS.some(([type, containers]) => type.test(declared) && containers.includes(found));
}
