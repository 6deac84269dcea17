/**
 * POST and PUT /object/{bucket}/{key}, and PUT /object/upload/sign/{bucket}/{key}?token=…
 *
 * Whether the object may be written is tried before its bytes are taken in; then the file is received whole.
 */
import { checkAddress } from "./address.ts";
import { callerOf, OWNER, ownerIdOf } from "./caller.ts";
import { checkDeclaredType } from "./content-type.ts";
import type { Endpoint, StorageContext, StorageDeps } from "./endpoint.ts";
import { entityTooLarge, noSuchBucket } from "./errors.ts";
import type { IncomingFile } from "./files/store.ts";
import { limitVisitors } from "./guards.ts";
import { findBucket } from "./models/bucket.ts";
import { objectAddress, requiredQuery } from "./request.ts";
import { readUpload } from "./upload-body.ts";
import { uploadGrant } from "./url-tokens.ts";
import { sizeLimitOf, tryWrite, type Write, writeObject } from "./write.ts";

/** What a form may be larger than the file in it. */
const FORM_BYTES = 2 * 1024 * 1024;

export function uploadObject(deps: StorageDeps): Endpoint {
  return async (c) => {
    const address = objectAddress(c, "object");
    const actor = callerOf(c);
    limitVisitors(deps, c, actor);
    const upsert = c.req.method === "PUT" || wantsUpsert(c);
    const id = await upload(deps, c, { address, actor, ownerId: ownerIdOf(actor), upsert });
    return Response.json({ Id: id, Key: `${address.bucketId}/${address.key}` });
  };
}

export function uploadSigned(deps: StorageDeps): Endpoint {
  return async (c) => {
    const address = objectAddress(c, "object/upload/sign");
    const { owner, upsert } = await deps.urlTokens.verify(requiredQuery(c, "token"), address, uploadGrant);
    await upload(deps, c, { address, actor: OWNER, ownerId: owner, upsert });
    return Response.json({ Key: `${address.bucketId}/${address.key}` });
  };
}

export function wantsUpsert(c: StorageContext): boolean {
  return c.req.header("x-upsert") === "true";
}

async function upload(deps: StorageDeps, c: StorageContext, write: Write): Promise<string> {
  checkAddress(write.address);
  const bucket = await findBucket(deps.sql, write.address.bucketId);
  if (!bucket) throw noSuchBucket();
  const limit = sizeLimitOf(bucket, deps);
  const declaredSize = Number(c.req.header("content-length") ?? 0);
  const isForm = c.req.header("content-type")?.startsWith("multipart/");
  if (declaredSize > limit + (isForm ? FORM_BYTES : 0)) throw entityTooLarge();

  const files: IncomingFile[] = [];
  try {
    const { received, contentType, cacheControl, userMetadata } = await readUpload(
      c.req.raw,
      async (body, type) => {
        checkDeclaredType(type, bucket.allowed_mime_types);
        const declared = { mimetype: type, size: declaredSize, contentLength: declaredSize };
        await tryWrite(deps, write, { metadata: declared, userMetadata: null });
        const file = await deps.files.receive(body, limit);
        files.push(file);
        if (bucket.allowed_mime_types) {
          const { checkContent } = await import("./content-check.ts");
          await checkContent(file.path, type, bucket.allowed_mime_types);
        }
        return file;
      },
    );
    const metadata = {
      eTag: `"${received.hash}"`,
      size: received.size,
      mimetype: contentType,
      cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: received.size,
      httpStatusCode: 200,
    };
    return await writeObject(deps, write, { metadata, userMetadata }, (version) =>
      deps.files.keep(received, version),
    );
  } finally {
    for (const file of files) await deps.files.discard(file);
  }
}
