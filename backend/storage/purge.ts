/**
 * DELETE /cdn/…: to have a content network forget an object. None stands in front of this service, and it refuses as
 * Storage does without one; what caches may keep, they ask for again by its ETag.
 */
import { callerOf } from "./caller.ts";
import type { Endpoint } from "./endpoint.ts";
import { accessDenied, featureNotEnabled } from "./errors.ts";

export const purge: Endpoint = async (c) => {
  if (callerOf(c).role !== "service_role") throw accessDenied();
  throw featureNotEnabled();
};
