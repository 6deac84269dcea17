/** The address of a bucket with its keys, as a variable has it. */
import { StartupError } from "#backend/core/errors.ts";
import { readUrl } from "./env-values.ts";

export interface S3Config {
  /** The URL with the bucket as its path, without a trailing slash. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const DEFAULT_REGION = "us-east-1";

/** Throws a StartupError that names the variable. The message leaves the value out, because it holds a secret. */
export function readBucket(name: string, value: string, region: string | undefined): S3Config {
  const { username, password, origin, pathname } = readUrl(name, value, ["http:", "https:"]);
  const bucket = pathname.replace(/\/+$/, "");
  if (username === "" || password === "" || !/^\/[^/]+$/.test(bucket)) {
    throw new StartupError(`${name} is not of the form https://key:secret@host/bucket.`);
  }
  return {
    url: origin + bucket,
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: region || DEFAULT_REGION,
  };
}
