/**
 * POST /object/sign/… and /object/upload/sign/…: addresses that work without a token of the caller's. Who may read an
 * object may sign an address to read it, who may write it one to write it; using it asks no policy again.
 */
import { z } from "zod";
import { checkAddress, isValidKey, type ObjectAddress } from "./address.ts";
import { readBody } from "./body.ts";
import { actAs, callerOf, ownerIdOf } from "./caller.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { noSuchBucket, noSuchKey } from "./errors.ts";
import { limitVisitors } from "./guards.ts";
import { transformOptions } from "./images/options.ts";
import { findBucket } from "./models/bucket.ts";
import { findKeys } from "./models/object.ts";
import { bucketIdAfter, objectAddress } from "./request.ts";
import { wantsUpsert } from "./upload.ts";
import { tryWrite } from "./write.ts";

const expiresIn = z.int().min(1);
const signBody = z.object({ expiresIn, transform: transformOptions.nullish() });
const signManyBody = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(500) });

export function sign(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = callerOf(c);
    const address = objectAddress(c, "object/sign");
    const body = await readBody(c.req.raw, signBody);
    const keys = [address.key].filter(isValidKey);
    const found = await actAs(deps.sql, caller, (tx) => findKeys(tx, address.bucketId, keys));
    if (!found.has(address.key)) throw noSuchKey();
    const { transform } = body;
    const token = transform
      ? await deps.urlTokens.sign(address, { scope: "render", transformations: transform }, body.expiresIn)
      : await deps.urlTokens.sign(address, { scope: "download" }, body.expiresIn);
    const route = transform ? "/render/image/sign" : "/object/sign";
    return Response.json({ signedURL: signedUrl(route, address, token) });
  };
}

/** Answers every path, those that cannot be signed with an error of their own. */
export function signMany(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = callerOf(c);
    const bucketId = bucketIdAfter(c, "object/sign");
    const body = await readBody(c.req.raw, signManyBody);
    const keys = body.paths.filter(isValidKey);
    const found = await actAs(deps.sql, caller, (tx) => findKeys(tx, bucketId, keys));
    return Response.json(
      await Promise.all(
        body.paths.map(async (path) => {
          if (!found.has(path)) {
            const error = "Either the object does not exist or you do not have access to it";
            return { error, path, signedURL: null };
          }
          const address = { bucketId, key: path };
          const token = await deps.urlTokens.sign(address, { scope: "download" }, body.expiresIn);
          return { error: null, path, signedURL: signedUrl("/object/sign", address, token) };
        }),
      ),
    );
  };
}

export function signUpload(deps: StorageDeps): Endpoint {
  return async (c) => {
    const actor = callerOf(c);
    limitVisitors(deps, c, actor);
    const address = objectAddress(c, "object/upload/sign");
    checkAddress(address);
    if (!(await findBucket(deps.sql, address.bucketId))) throw noSuchBucket();
    const owner = ownerIdOf(actor);
    const upsert = wantsUpsert(c);
    await tryWrite(deps, { address, actor, ownerId: owner, upsert }, { metadata: {}, userMetadata: null });
    const { uploadTokenSeconds } = deps.settings;
    const token = await deps.urlTokens.sign(address, { scope: "upload", owner, upsert }, uploadTokenSeconds);
    return Response.json({ url: signedUrl("/object/upload/sign", address, token), token });
  };
}

/** Relative to the service. Clients encode the path themselves, but for what would end it. */
function signedUrl(route: string, { bucketId, key }: ObjectAddress, token: string): string {
  return `${route}/${`${bucketId}/${key}`.replace(/[?#%]/g, encodeURIComponent)}?token=${token}`;
}
