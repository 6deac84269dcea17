/**
 * POST /object/move and /object/copy. A move changes only the row; a copy is another version of the same
 * content.
 */

import { z } from "zod";
import { getClientAddress } from "#backend/core/client-network.ts";
import { UNIQUE_VIOLATION } from "#backend/core/database/sqlstates.ts";
import { getCaller, getOwnerId, runAs } from "./caller.ts";
import { parseContentType } from "./content-type.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { accessDenied, isDatabaseError, keyAlreadyExists, noSuchBucket, noSuchKey } from "./errors.ts";
import { type Bucket, findBucket } from "./models/bucket.ts";
import { findObject, moveObject } from "./models/object.ts";
import { checkObjectPath, isValidKey } from "./object-path.ts";
import { parseJsonBody } from "./request-body.ts";
import { wantsUpsert } from "./upload.ts";
import { parseCacheControl, parseMetadataHeader } from "./upload-body.ts";
import { checkLimits, dryRunWrite, writeObject } from "./write-object.ts";

const moveBodySchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
});

const copyBody = moveBodySchema.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).nullish(),
});

export function move(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = getCaller(c);
    const { from, to } = parsePaths(await parseJsonBody(c.req.raw, moveBodySchema));
    const bucket = await findDestinationBucket(deps, to.bucketId);
    const id = await runAs(deps, caller, async (tx) => {
      const source = isValidKey(from.key) ? await findObject(tx, from) : null;
      if (!source) throw noSuchKey();
      if (to.bucketId !== from.bucketId) checkLimits(bucket, deps, source.metadata ?? {});
      const moved = await moveObject(tx, from, { ...to, ownerId: getOwnerId(caller) }).catch(
        (error: unknown) => {
          throw isDatabaseError(error, UNIQUE_VIOLATION) ? keyAlreadyExists() : error;
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
    const caller = getCaller(c);
    const body = await parseJsonBody(c.req.raw, copyBody);
    const { from, to } = parsePaths(body);
    const bucket = await findDestinationBucket(deps, to.bucketId);
    const source = isValidKey(from.key) ? await runAs(deps, caller, (tx) => findObject(tx, from)) : null;
    const version = source?.version;
    if (!source || !version) throw noSuchKey();

    const metadata = { ...source.metadata, lastModified: new Date().toISOString() };
    if (!body.copyMetadata) Object.assign(metadata, metadataChangesOf(body.metadata ?? {}));
    checkLimits(bucket, deps, metadata);
    const content = {
      metadata,
      userMetadata: body.copyMetadata ? source.user_metadata : parseMetadataHeader(c.req.raw.headers),
    };
    const write = {
      path: to,
      actor: caller,
      ownerId: getOwnerId(caller),
      address: getClientAddress(c.env.ip),
      upsert: wantsUpsert(c),
    };
    await dryRunWrite(deps, write, content);
    const id = await writeObject(deps, write, content, async (name) => {
      if (!(await deps.files.copy(version, name))) throw noSuchKey();
    });
    const { bucketId, key } = to;
    return Response.json({ Id: id, Key: `${bucketId}/${key}`, id, bucket_id: bucketId, name: key, metadata });
  };
}

function parsePaths(body: z.infer<typeof moveBodySchema>) {
  const { bucketId, sourceKey, destinationBucket, destinationKey } = body;
  const to = { bucketId: destinationBucket || bucketId, key: destinationKey };
  checkObjectPath(to);
  return { from: { bucketId, key: sourceKey }, to };
}

async function findDestinationBucket({ sql }: StorageDeps, id: string): Promise<Bucket> {
  const bucket = await findBucket(sql, id);
  if (!bucket) throw noSuchBucket();
  return bucket;
}

function metadataChangesOf({ cacheControl, mimetype }: { cacheControl?: string; mimetype?: string }) {
  return {
    ...(cacheControl === undefined ? {} : { cacheControl: parseCacheControl(cacheControl) }),
    ...(mimetype === undefined ? {} : { mimetype: parseContentType(mimetype) }),
  };
}
