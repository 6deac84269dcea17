/**
 * Names of buckets and objects, and their place in a URL. A key is only a column of a row: files on disk are
 * named by version, so that no key can name a path. Names that would be ambiguous in a URL are rejected.
 */
import { invalidBucketName, invalidKey } from "./errors.ts";

export interface ObjectPath {
  bucketId: string;
  key: string;
}

/**
 * The characters that S3 calls safe or in need of care, as Supabase Storage allows; bucket names have no
 * slash.
 */
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/;
const MAX_KEY_LENGTH = 1024;
const MAX_BUCKET_NAME_LENGTH = 100;

/** No segment may be empty, `.` or `..`. */
export function isValidKey(key: string): boolean {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) return false;
  return key.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}

export function isValidBucketName(name: string): boolean {
  return name.length <= MAX_BUCKET_NAME_LENGTH && name.trim() === name && BUCKET_NAME.test(name);
}

/** Throws InvalidBucketName or InvalidKey. */
export function checkObjectPath({ bucketId, key }: ObjectPath): void {
  if (!isValidBucketName(bucketId)) throw invalidBucketName();
  if (!isValidKey(key)) throw invalidKey(key);
}

/**
 * The bucket and the key after `segments` segments of a URL's path. An encoded slash in the key is a slash.
 * Null when either is missing or badly encoded.
 */
export function parseObjectPath(url: string, segments: number): ObjectPath | null {
  const [bucket, ...rest] = pathSegments(url).slice(segments);
  const bucketId = decode(bucket ?? "");
  const key = decode(rest.join("/"));
  return bucketId && key ? { bucketId, key } : null;
}

/** The segment at that index, decoded. */
export function parseSegment(url: string, index: number): string {
  return decode(pathSegments(url)[index] ?? "") ?? "";
}

/** The segments before decoding: a router that decodes first could split them differently. */
function pathSegments(url: string): string[] {
  const start = url.indexOf("/", url.indexOf("//") + 2) + 1;
  const end = url.slice(start).search(/[?#]/);
  return url.slice(start, end === -1 ? undefined : start + end).split("/");
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
