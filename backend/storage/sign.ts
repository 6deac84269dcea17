/**
 * POST /object/sign/… and /object/upload/sign/…: signed URLs, which work without the caller's token. A caller
 * that may read an object may sign a URL to read it, one that may write it a URL to write it; policies are
 * not checked again when the URL is used.
 */
import { z } from "zod";
import { getClientAddress } from "#backend/core/client-network.ts";
import { getCaller, getOwnerId, runAs } from "./caller.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { noSuchBucket, noSuchKey } from "./errors.ts";
import { transformOptionsSchema } from "./images/transform-options.ts";
import { findBucket } from "./models/bucket.ts";
import { findExistingKeys } from "./models/object.ts";
import { checkObjectPath, isValidKey, type ObjectPath } from "./object-path.ts";
import { parseJsonBody, wholeNumber } from "./request-body.ts";
import { getBucketId, getObjectPath } from "./request-params.ts";
import { wantsUpsert } from "./upload.ts";
import { limitAnonymousUploads } from "./upload-rate-limit.ts";
import { dryRunWrite } from "./write-object.ts";

const expiresIn = wholeNumber.min(1);
const signBodySchema = z.object({ expiresIn, transform: transformOptionsSchema.nullish() });
const signManyBodySchema = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) });

export function sign(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = getCaller(c);
    const path = getObjectPath(c, "object/sign");
    const body = await parseJsonBody(c.req.raw, signBodySchema);
    const keys = [path.key].filter(isValidKey);
    const found = await runAs(deps, caller, (tx) => findExistingKeys(tx, path.bucketId, keys));
    if (!found.has(path.key)) throw noSuchKey();
    const { transform } = body;
    const token = transform
      ? await deps.urlTokens.sign(path, { scope: "render", transformations: transform }, body.expiresIn)
      : await deps.urlTokens.sign(path, { scope: "download" }, body.expiresIn);
    const route = transform ? "/render/image/sign" : "/object/sign";
    return Response.json({ signedURL: signedUrl(route, path, token) });
  };
}

/** Responds with an entry for every path; paths that cannot be signed have an error. */
export function signMany(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = getCaller(c);
    const bucketId = getBucketId(c, "object/sign");
    const body = await parseJsonBody(c.req.raw, signManyBodySchema);
    const keys = body.paths.filter(isValidKey);
    const found = await runAs(deps, caller, (tx) => findExistingKeys(tx, bucketId, keys));
    return Response.json(
      await Promise.all(
        body.paths.map(async (path) => {
          if (!found.has(path)) {
            const error = "Either the object does not exist or you do not have access to it";
            return { error, path, signedURL: null };
          }
          const objectPath = { bucketId, key: path };
          const token = await deps.urlTokens.sign(objectPath, { scope: "download" }, body.expiresIn);
          return { error: null, path, signedURL: signedUrl("/object/sign", objectPath, token) };
        }),
      ),
    );
  };
}

export function signUpload(deps: StorageDeps): Endpoint {
  return async (c) => {
    const actor = getCaller(c);
    limitAnonymousUploads(deps, c, actor);
    const path = getObjectPath(c, "object/upload/sign");
    checkObjectPath(path);
    if (!(await findBucket(deps.sql, path.bucketId))) throw noSuchBucket();
    const owner = getOwnerId(actor);
    const upsert = wantsUpsert(c);
    const write = { path, actor, ownerId: owner, address: getClientAddress(c.env.ip), upsert };
    await dryRunWrite(deps, write, { metadata: {}, userMetadata: null });
    const { uploadTokenSeconds } = deps.settings;
    const token = await deps.urlTokens.sign(path, { scope: "upload", owner, upsert }, uploadTokenSeconds);
    return Response.json({ url: signedUrl("/object/upload/sign", path, token), token });
  };
}

/**
 * The URL relative to the service. Clients encode the path themselves, except characters that would end it.
 */
function signedUrl(route: string, { bucketId, key }: ObjectPath, token: string): string {
  return `${route}/${`${bucketId}/${key}`.replace(/[?#%]/g, encodeURIComponent)}?token=${token}`;
}
