/** /bucket: policies on storage.buckets decide, so that by default only service_role has access. */

import { z } from "zod";
import { FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from "#backend/core/database/sqlstates.ts";
import { getCaller, getOwnerId, runAs } from "./caller.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import {
  accessDenied,
  bucketAlreadyExists,
  bucketNotEmpty,
  entityTooLarge,
  invalidBucketName,
  invalidMimeType,
  invalidRequest,
  isDatabaseError,
  noSuchBucket,
} from "./errors.ts";
import { parseFileSize } from "./file-size.ts";
import { deleteUnreferencedFiles } from "./files/orphan-cleanup.ts";
import * as buckets from "./models/bucket.ts";
import { deleteObjectBatch } from "./models/object.ts";
import { isValidBucketName } from "./object-path.ts";
import { parseJsonBody } from "./request-body.ts";
import { getBucketId } from "./request-params.ts";

const bucketSettings = {
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string().max(1000)).nullish(),
};
const createBodySchema = z.object({
  id: z.string().optional(),
  name: z.string(),
  type: z.string().nullish(),
  ...bucketSettings,
});
const updateBodySchema = z.object(bucketSettings);

/** Whoever asks for more, or for all, gets so many. */
const MAX_BUCKETS = 1000;

const listQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).default(MAX_BUCKETS),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
  search: z.string().default(""),
});

const MIME_PATTERN = /^([\w.+-]+\/([\w.+-]+|\*)|\*\/\*|\*)$/;
const EMPTY_BATCH_SIZE = 500;

export function createBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = getCaller(c);
    const body = await parseJsonBody(c.req.raw, createBodySchema);
    const { name, type } = body;
    const id = body.id ?? name;
    if (!isValidBucketName(id) || !isValidBucketName(name)) throw invalidBucketName();
    if (type && type !== "STANDARD") throw invalidRequest("Only standard buckets are supported");
    const bucket = { id, name, ownerId: getOwnerId(caller), ...parseChanges(body, deps) };
    await runAs(deps, caller, (tx) => buckets.insertBucket(tx, bucket)).catch((error: unknown) => {
      throw isDatabaseError(error, UNIQUE_VIOLATION) ? bucketAlreadyExists() : error;
    });
    return Response.json({ name });
  };
}

export function listBuckets(deps: StorageDeps): Endpoint {
  return async (c) => {
    const query = listQuerySchema.safeParse(c.req.query());
    if (!query.success)
      throw invalidRequest(`querystring/${query.error.issues[0]?.path.join("/")} is invalid`);
    const { sortOrder, ...list } = query.data;
    const limit = Math.min(list.limit, MAX_BUCKETS);
    const isDescending = sortOrder === "desc";
    const found = await runAs(deps, getCaller(c), (tx) =>
      buckets.listBuckets(tx, { ...list, limit, isDescending }),
    );
    return Response.json(found.map(toBucketResponse));
  };
}

export function getBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const bucket = await runAs(deps, getCaller(c), (tx) => buckets.findBucket(tx, getBucketId(c, "bucket")));
    if (!bucket) throw noSuchBucket();
    return Response.json(toBucketResponse(bucket));
  };
}

export function updateBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const changes = parseChanges(await parseJsonBody(c.req.raw, updateBodySchema), deps);
    const isDone = await runAs(deps, getCaller(c), (tx) =>
      buckets.updateBucket(tx, getBucketId(c, "bucket"), changes),
    );
    if (!isDone) throw noSuchBucket();
    return Response.json({ message: "Successfully updated" });
  };
}

/** Empties the bucket at once; hosted Supabase does it within an hour. */
export function emptyBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = getCaller(c);
    const id = getBucketId(c, "bucket");
    if (caller.role !== "service_role") throw accessDenied();
    if (!(await buckets.findBucket(deps.sql, id))) throw noSuchBucket();
    for (;;) {
      const deleted = await runAs(deps, caller, (tx) => deleteObjectBatch(tx, id, EMPTY_BATCH_SIZE));
      if (deleted.length === 0) return Response.json({ message: "Successfully emptied" });
      await deleteUnreferencedFiles(
        deps,
        deleted.map(({ version }) => version),
      );
    }
  };
}

export function deleteBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const isDone = await runAs(deps, getCaller(c), (tx) =>
      buckets.deleteBucket(tx, getBucketId(c, "bucket")),
    ).catch((error: unknown) => {
      throw isDatabaseError(error, FOREIGN_KEY_VIOLATION) ? bucketNotEmpty() : error;
    });
    if (!isDone) throw noSuchBucket();
    return Response.json({ message: "Successfully deleted" });
  };
}

/** Null removes a limit; an absent field does not change it. */
function parseChanges(
  body: z.infer<typeof updateBodySchema>,
  { settings }: StorageDeps,
): buckets.BucketChanges {
  const { file_size_limit: limit, allowed_mime_types: types } = body;
  const invalidType = types?.find((type) => !MIME_PATTERN.test(type.split(";", 1)[0] ?? ""));
  if (invalidType !== undefined) throw invalidMimeType(invalidType);
  const bytes = limit == null ? limit : parseFileSize(limit);
  if (bytes != null && bytes > settings.fileSizeLimit) throw entityTooLarge();
  return { public: body.public ?? undefined, file_size_limit: bytes, allowed_mime_types: types };
}

function toBucketResponse(bucket: buckets.Bucket) {
  const { avif_autodetection: _, ...response } = bucket;
  return response;
}
