/** GET /object/info/…: what is known of an object, without its file. */
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { type Found, findForCaller, findPublic } from "./read.ts";
import { objectAddress } from "./request.ts";

export function info(deps: StorageDeps, route: string): Endpoint {
  return async (c) => answer(await findForCaller(deps, objectAddress(c, route), c));
}

export function infoPublic(deps: StorageDeps): Endpoint {
  return async (c) => answer(await findPublic(deps, objectAddress(c, "object/info/public")));
}

function answer({ object }: Found): Response {
  const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = object;
  return Response.json(
    {
      id,
      name,
      version,
      bucket_id,
      size: metadata?.size ?? null,
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
      metadata: user_metadata ?? {},
      last_modified: metadata?.lastModified ?? updated_at,
      created_at,
    },
    { headers: { "cache-control": "private, no-cache" } },
  );
}
