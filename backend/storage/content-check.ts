/**
 * Whether bytes are of the type that was declared for them, for buckets that restrict their types. Loaded when it is
 * first needed: what knows so many types takes memory.
 */
import { fileTypeFromFile, supportedMimeTypes } from "file-type";
import { essence, isAllowed } from "./content-type.ts";
import { invalidMimeType } from "./errors.ts";

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

/**
 * Throws InvalidMimeType when the bytes are not what was declared: of another type that the bucket does not take, or of
 * none where the declared one has bytes to know it by.
 */
export async function checkContent(path: string, declared: string, allowed: string[]): Promise<void> {
  const detected = (await fileTypeFromFile(path))?.mime ?? null;
  if (!bearsOut(detected, essence(declared), allowed)) throw invalidMimeType(detected ?? "of the content");
}

/** `detected` is what the bytes look like: null for text and all that has no sign of its own. */
export function bearsOut(detected: string | null, declared: string, allowed: string[]): boolean {
  if (detected === null) return !supportedMimeTypes.has(declared);
  const found = essence(detected);
  if (found === declared || isAllowed(found, allowed)) return true;
  return CONTAINERS.some(([type, containers]) => type.test(declared) && containers.includes(found));
}
