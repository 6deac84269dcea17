/**
 * POST and PUT /object/{bucket}/{key}, and PUT /object/upload/sign/{bucket}/{key}?token=…
 *
 * A dry run checks whether the object may be written before the body is received; then the file is received
 * completely.
 */

import { getClientAddress } from "#backend/core/client-network.ts";
import { getCaller, getOwnerId, TABLE_OWNER } from "./caller.ts";
import { checkDeclaredType } from "./content-type.ts";
import type { Endpoint, StorageContext, StorageDeps } from "./endpoint.ts";
import { entityTooLarge, noSuchBucket } from "./errors.ts";
import type { IncomingFile } from "./files/file-store.ts";
import { findBucket } from "./models/bucket.ts";
import { checkObjectPath } from "./object-path.ts";
import { getObjectPath, getRequiredQuery } from "./request-params.ts";
import { parseUpload } from "./upload-body.ts";
import { limitAnonymousUploads } from "./upload-rate-limit.ts";
import { uploadGrantSchema } from "./url-tokens.ts";
import { dryRunWrite, getSizeLimit, type ObjectWrite, writeObject } from "./write-object.ts";

/** The bytes by which a form may be larger than its file. */
const MAX_FORM_OVERHEAD_BYTES = 2 * 1024 * 1024;

export function uploadObject(deps: StorageDeps): Endpoint {
  return async (c) => {
    const path = getObjectPath(c, "object");
    const actor = getCaller(c);
    limitAnonymousUploads(deps, c, actor);
    const upsert = c.req.method === "PUT" || wantsUpsert(c);
    const id = await upload(deps, c, {
      path,
      actor,
      ownerId: getOwnerId(actor),
      address: getClientAddress(c.env.ip),
      upsert,
    });
    return Response.json({ Id: id, Key: `${path.bucketId}/${path.key}` });
  };
}

export function uploadSigned(deps: StorageDeps): Endpoint {
  return async (c) => {
    const path = getObjectPath(c, "object/upload/sign");
    const { owner, upsert } = await deps.urlTokens.verify(
      getRequiredQuery(c, "token"),
      path,
      uploadGrantSchema,
    );
    await upload(deps, c, {
      path,
      actor: TABLE_OWNER,
      ownerId: owner,
      address: getClientAddress(c.env.ip),
      upsert,
    });
    return Response.json({ Key: `${path.bucketId}/${path.key}` });
  };
}

export function wantsUpsert(c: StorageContext): boolean {
  return c.req.header("x-upsert") === "true";
}

async function upload(deps: StorageDeps, c: StorageContext, write: ObjectWrite): Promise<string> {
  checkObjectPath(write.path);
  const bucket = await findBucket(deps.sql, write.path.bucketId);
  if (!bucket) throw noSuchBucket();
  const limit = getSizeLimit(bucket, deps);
  const declaredSize = Number(c.req.header("content-length") ?? 0);
  const isForm = c.req.header("content-type")?.startsWith("multipart/");
  if (declaredSize > limit + (isForm ? MAX_FORM_OVERHEAD_BYTES : 0)) throw entityTooLarge();

  const files: IncomingFile[] = [];
  let detectedType: string | null = null;
  try {
    const { received, contentType, cacheControl, userMetadata } = await parseUpload(
      c.req.raw,
      async (body, type) => {
        checkDeclaredType(type, bucket.allowed_mime_types);
        const declared = { mimetype: type, size: declaredSize, contentLength: declaredSize };
        await dryRunWrite(deps, write, { metadata: declared, userMetadata: null });
        const file = await deps.files.receive(body, limit);
        files.push(file);
        if (bucket.allowed_mime_types) {
          const { checkContent } = await import("./content-check.ts");
          detectedType = await checkContent(file.path, type, bucket.allowed_mime_types);
        }
        return file;
      },
    );
    const metadata = {
      eTag: `"${received.hash}"`,
      size: received.size,
      mimetype: detectedType ?? contentType,
      cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: received.size,
      httpStatusCode: 200,
    };
    return await writeObject(deps, write, { metadata, userMetadata }, (version) =>
      deps.files.commit(received, version),
    );
  } finally {
    for (const file of files) await deps.files.discard(file);
  }
}
