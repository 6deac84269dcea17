/** What endpoints read of a request's address. */
import { type ObjectAddress, readAddress, readSegment } from "./address.ts";
import type { StorageContext } from "./endpoint.ts";
import { invalidKey, invalidRequest } from "./errors.ts";

/** Segments of /storage/v1. */
const BASE_SEGMENTS = 2;

/** The object whose bucket and key follow this part of the address. Throws InvalidKey when it is badly encoded. */
export function objectAddress(c: StorageContext, route: string): ObjectAddress {
  const address = readAddress(c.req.raw.url, BASE_SEGMENTS + route.split("/").length);
  if (!address) throw invalidKey("");
  return address;
}

/** The bucket whose id follows this part of the address. */
export function bucketIdAfter(c: StorageContext, route: string): string {
  return readSegment(c.req.raw.url, BASE_SEGMENTS + route.split("/").length);
}

/** Throws InvalidRequest when the address has no such parameter. */
export function requiredQuery(c: StorageContext, name: string): string {
  const value = c.req.query(name);
  if (!value) throw invalidRequest(`querystring must have required property '${name}'`);
  return value;
}
