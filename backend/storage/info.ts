/** GET /object/info/…: the properties of an object, without its file. */
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { type FoundObject, findForCaller, findPublic } from "./find-object.ts";
import { getObjectPath } from "./request-params.ts";

export function getInfo(deps: StorageDeps, route: string): Endpoint {
  return async (c) => toInfoResponse(await findForCaller(deps, getObjectPath(c, route), c));
}

export function getPublicInfo(deps: StorageDeps): Endpoint {
  return async (c) => toInfoResponse(await findPublic(deps, getObjectPath(c, "object/info/public")));
}

function toInfoResponse({ object }: FoundObject): Response {
  const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = object;
  const lastModified = metadata?.lastModified ?? updated_at;
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
      last_modified: lastModified,
      created_at,
    },
    {
      headers: {
        "cache-control": "private, no-cache",
        etag: metadata?.eTag ?? `"${version}"`,
        "last-modified": new Date(lastModified).toUTCString(),
      },
    },
  );
}
