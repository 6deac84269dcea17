/**
 * DELETE /cdn/…: purges an object from a CDN. This service has none, and rejects the request as Supabase
 * Storage does without one; caches revalidate by ETag.
 */
import { getCaller } from "./caller.ts";
import type { Endpoint } from "./endpoint.ts";
import { accessDenied, featureNotEnabled } from "./errors.ts";

export const purgeCdn: Endpoint = async (c) => {
  if (getCaller(c).role !== "service_role") throw accessDenied();
  throw featureNotEnabled();
};
