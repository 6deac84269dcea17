/** POST /object/move and /object/copy. A move changes the row alone; a copy is a second name for the same content. */
import { z } from "zod";
import { checkAddress, isValidKey } from "./address.ts";
import { readBody } from "./body.ts";
import { actAs, callerOf, ownerIdOf } from "./caller.ts";
import { readContentType } from "./content-type.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { accessDenied, isDatabaseError, keyAlreadyExists, noSuchBucket, noSuchKey } from "./errors.ts";
import { type Bucket, findBucket } from "./models/bucket.ts";
import { findObject, moveObject } from "./models/object.ts";
import { wantsUpsert } from "./upload.ts";
import { readCacheControl, readHeaderMetadata } from "./upload-body.ts";
import { checkLimits, tryWrite, writeObject } from "./write.ts";

const moveBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
});

const copyBody = moveBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).nullish(),
});

export function move(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = callerOf(c);
    const { from, to } = addressesOf(await readBody(c.req.raw, moveBody));
    const bucket = await destination(deps, to.bucketId);
    const id = await actAs(deps.sql, caller, async (tx) => {
      const source = isValidKey(from.key) ? await findObject(tx, from) : null;
      if (!source) throw noSuchKey();
      if (to.bucketId !== from.bucketId) checkLimits(bucket, deps, source.metadata ?? {});
      const moved = await moveObject(tx, from, { ...to, ownerId: ownerIdOf(caller) }).catch(
        (error: unknown) => {
          throw isDatabaseError(error, "23505") ? keyAlreadyExists() : error;
        },
      );
      if (moved === null) throw accessDenied();
      return moved;
    });
    return Response.json({ message: "Successfully moved", Id: id, Key: to.key });
  };
}

export function copy(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = callerOf(c);
    const body = await readBody(c.req.raw, copyBody);
    const { from, to } = addressesOf(body);
    const bucket = await destination(deps, to.bucketId);
    const source = isValidKey(from.key) ? await actAs(deps.sql, caller, (tx) => findObject(tx, from)) : null;
    const version = source?.version;
    if (!source || !version) throw noSuchKey();

    const metadata = { ...source.metadata, lastModified: new Date().toISOString() };
    if (!body.copyMetadata) Object.assign(metadata, changesOf(body.metadata ?? {}));
    checkLimits(bucket, deps, metadata);
    const content = {
      metadata,
      userMetadata: body.copyMetadata ? source.user_metadata : readHeaderMetadata(c.req.raw.headers),
    };
    const write = { address: to, actor: caller, ownerId: ownerIdOf(caller), upsert: wantsUpsert(c) };
    await tryWrite(deps, write, content);
    const id = await writeObject(deps, write, content, async (name) => {
      if (!(await deps.files.copy(version, name))) throw noSuchKey();
    });
    const { bucketId, key } = to;
    return Response.json({ Id: id, Key: `${bucketId}/${key}`, id, bucket_id: bucketId, name: key, metadata });
  };
}

function addressesOf(body: z.infer<typeof moveBody>) {
  const { bucketId, sourceKey, destinationBucket, destinationKey } = body;
  const to = { bucketId: destinationBucket || bucketId, key: destinationKey };
  checkAddress(to);
  return { from: { bucketId, key: sourceKey }, to };
}

async function destination({ sql }: StorageDeps, id: string): Promise<Bucket> {
  const bucket = await findBucket(sql, id);
  if (!bucket) throw noSuchBucket();
  return bucket;
}

function changesOf({ cacheControl, mimetype }: { cacheControl?: string; mimetype?: string }) {
  return {
    ...(cacheControl === undefined ? {} : { cacheControl: readCacheControl(cacheControl) }),
    ...(mimetype === undefined ? {} : { mimetype: readContentType(mimetype) }),
  };
}
