/** GET and HEAD of an object: for the caller, of a public bucket, and by a signed address. */
import type { Endpoint, StorageContext, StorageDeps } from "./endpoint.ts";
import {
  cacheControlOf,
  type Find,
  findForCaller,
  findPublic,
  findSigned,
  openFile,
  openFound,
} from "./read.ts";
import { objectAddress, requiredQuery } from "./request.ts";
import { serveFile } from "./serve.ts";
import { downloadGrant } from "./url-tokens.ts";

export function download(deps: StorageDeps, route: string): Endpoint {
  return (c) => {
    const address = objectAddress(c, route);
    return serveObject(deps, c, () => findForCaller(deps, address, c));
  };
}

export function downloadPublic(deps: StorageDeps): Endpoint {
  return (c) => {
    const address = objectAddress(c, "object/public");
    return serveObject(deps, c, () => findPublic(deps, address));
  };
}

export function downloadSigned(deps: StorageDeps): Endpoint {
  return async (c) => {
    const address = objectAddress(c, "object/sign");
    await deps.urlTokens.verify(requiredQuery(c, "token"), address, downloadGrant);
    return serveObject(deps, c, () => findSigned(deps, address));
  };
}

async function serveObject(deps: StorageDeps, c: StorageContext, find: Find): Promise<Response> {
  const { found, file } = await openFound(find, async (found) => {
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
    cacheControl: cacheControlOf(found),
  });
}
