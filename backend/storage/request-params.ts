/** The parameters that endpoints read from a request's URL. */

import type { StorageContext } from "./endpoint.ts";
import { invalidKey, invalidRequest } from "./errors.ts";
import { type ObjectPath, parseObjectPath, parseSegment } from "./object-path.ts";

/** The number of segments of /storage/v1. */
const BASE_SEGMENTS = 2;

/** The object whose bucket and key follow this route. Throws InvalidKey when they are badly encoded. */
export function getObjectPath(c: StorageContext, route: string): ObjectPath {
  const path = parseObjectPath(c.req.raw.url, BASE_SEGMENTS + route.split("/").length);
  if (!path) throw invalidKey("");
  return path;
}

/** The id of the bucket that follows this route. */
export function getBucketId(c: StorageContext, route: string): string {
  return parseSegment(c.req.raw.url, BASE_SEGMENTS + route.split("/").length);
}

/** Throws InvalidRequest when the query has no such parameter. */
export function getRequiredQuery(c: StorageContext, name: string): string {
  const value = c.req.query(name);
  if (!value) throw invalidRequest(`querystring must have required property '${name}'`);
  return value;
}
