/**
 * Names of buckets and objects, and how they stand in an address. A key is only ever a column of a row: files on disk
 * are named by version, so that no key can lead anywhere. What is refused here would be ambiguous in an address.
 */
import { invalidBucketName, invalidKey } from "./errors.ts";

export interface ObjectAddress {
  bucketId: string;
  key: string;
}

/** The characters that S3 calls safe or in need of care, as Storage allows them; a bucket's name has no slash. */
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/;
const MAX_KEY_LENGTH = 1024;
const MAX_BUCKET_NAME_LENGTH = 100;

/** Every segment has a name of its own: neither empty, nor one that stands for another folder. */
export function isValidKey(key: string): boolean {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) return false;
  return key.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}

export function isValidBucketName(name: string): boolean {
  return name.length <= MAX_BUCKET_NAME_LENGTH && name.trim() === name && BUCKET_NAME.test(name);
}

/** Throws InvalidBucketName or InvalidKey. */
export function checkAddress({ bucketId, key }: ObjectAddress): void {
  if (!isValidBucketName(bucketId)) throw invalidBucketName();
  if (!isValidKey(key)) throw invalidKey(key);
}

/**
 * What follows `segments` segments of an address's path: the bucket, and the object's key, in which an encoded slash
 * is a slash. Null when either is missing or is not well encoded.
 */
export function readAddress(url: string, segments: number): ObjectAddress | null {
  const [bucket, ...rest] = pathSegments(url).slice(segments);
  const bucketId = decode(bucket ?? "");
  const key = decode(rest.join("/"));
  return bucketId && key ? { bucketId, key } : null;
}

/** The segment of that index, decoded. */
export function readSegment(url: string, index: number): string {
  return decode(pathSegments(url)[index] ?? "") ?? "";
}

/** As they were sent: a router that decodes first could see other segments than we do. */
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
