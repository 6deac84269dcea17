/** GET and HEAD of an object: for the caller, in a public bucket, and by a signed URL. */
import type { Endpoint, StorageContext, StorageDeps } from "./endpoint.ts";
import {
  type FindObject,
  findForCaller,
  findPublic,
  findSigned,
  getCacheControl,
  openFile,
  openWithRetry,
} from "./find-object.ts";
import { getObjectPath, getRequiredQuery } from "./request-params.ts";
import { serveFile } from "./serve-file.ts";
import { downloadGrantSchema } from "./url-tokens.ts";

export function download(deps: StorageDeps, route: string): Endpoint {
  return (c) => {
    const path = getObjectPath(c, route);
    return serveObject(deps, c, () => findForCaller(deps, path, c));
  };
}

export function downloadPublic(deps: StorageDeps): Endpoint {
  return (c) => {
    const path = getObjectPath(c, "object/public");
    return serveObject(deps, c, () => findPublic(deps, path));
  };
}

export function downloadSigned(deps: StorageDeps): Endpoint {
  return async (c) => {
    const path = getObjectPath(c, "object/sign");
    await deps.urlTokens.verify(getRequiredQuery(c, "token"), path, downloadGrantSchema);
    return serveObject(deps, c, () => findSigned(deps, path));
  };
}

async function serveObject(deps: StorageDeps, c: StorageContext, find: FindObject): Promise<Response> {
  const { found, file } = await openWithRetry(find, async (found) => {
    const file = await openFile(deps, found);
    return file && { found, file };
  });
  const { metadata, name, updated_at, version } = found.object;
  return serveFile(c.req.raw, {
    ...file,
    name: name.slice(name.lastIndexOf("/") + 1),
    contentType: metadata?.mimetype ?? "application/octet-stream",
    eTag: metadata?.eTag ?? `"${version}"`,
    lastModified: new Date(metadata?.lastModified ?? updated_at),
    cacheControl: getCacheControl(found),
  });
}
