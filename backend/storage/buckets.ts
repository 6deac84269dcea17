/** /bucket: policies on storage.buckets decide, so that by default only service_role does any of it. */
import { z } from "zod";
import { isValidBucketName } from "./address.ts";
import { readBody } from "./body.ts";
import { actAs, callerOf, ownerIdOf } from "./caller.ts";
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
import { readFileSize } from "./file-size.ts";
import * as buckets from "./models/bucket.ts";
import { deleteSomeObjects } from "./models/object.ts";
import { removeObsolete } from "./obsolete.ts";
import { bucketIdAfter } from "./request.ts";

const limits = {
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string().max(1000)).nullish(),
};
const createBody = z.object({
  id: z.string().optional(),
  name: z.string(),
  type: z.string().nullish(),
  ...limits,
});
const updateBody = z.object(limits);

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
  search: z.string().default(""),
});

const MIME_PATTERN = /^([\w.+-]+\/([\w.+-]+|\*)|\*\/\*|\*)$/;
const EMPTIED_AT_ONCE = 500;

export function createBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = callerOf(c);
    const body = await readBody(c.req.raw, createBody);
    const { name, type } = body;
    const id = body.id ?? name;
    if (!isValidBucketName(id) || !isValidBucketName(name)) throw invalidBucketName();
    if (type && type !== "STANDARD") throw invalidRequest("Only standard buckets are supported");
    const bucket = { id, name, ownerId: ownerIdOf(caller), ...changesOf(body, deps) };
    await actAs(deps.sql, caller, (tx) => buckets.insertBucket(tx, bucket)).catch((error: unknown) => {
      throw isDatabaseError(error, "23505") ? bucketAlreadyExists() : error;
    });
    return Response.json({ name });
  };
}

export function listBuckets(deps: StorageDeps): Endpoint {
  return async (c) => {
    const query = listQuery.safeParse(c.req.query());
    if (!query.success)
      throw invalidRequest(`querystring/${query.error.issues[0]?.path.join("/")} is invalid`);
    const { sortOrder, ...list } = query.data;
    const isDescending = sortOrder === "desc";
    const found = await actAs(deps.sql, callerOf(c), (tx) =>
      buckets.listBuckets(tx, { ...list, isDescending }),
    );
    return Response.json(found.map(view));
  };
}

export function getBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const bucket = await actAs(deps.sql, callerOf(c), (tx) =>
      buckets.findBucket(tx, bucketIdAfter(c, "bucket")),
    );
    if (!bucket) throw noSuchBucket();
    return Response.json(view(bucket));
  };
}

export function updateBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const changes = changesOf(await readBody(c.req.raw, updateBody), deps);
    const isDone = await actAs(deps.sql, callerOf(c), (tx) =>
      buckets.updateBucket(tx, bucketIdAfter(c, "bucket"), changes),
    );
    if (!isDone) throw noSuchBucket();
    return Response.json({ message: "Successfully updated" });
  };
}

/** At once, other than on hosted, which does it within an hour. */
export function emptyBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = callerOf(c);
    const id = bucketIdAfter(c, "bucket");
    if (caller.role !== "service_role") throw accessDenied();
    if (!(await buckets.findBucket(deps.sql, id))) throw noSuchBucket();
    for (;;) {
      const deleted = await actAs(deps.sql, caller, (tx) => deleteSomeObjects(tx, id, EMPTIED_AT_ONCE));
      if (deleted.length === 0) return Response.json({ message: "Successfully emptied" });
      await removeObsolete(
        deps,
        deleted.map(({ version }) => version),
      );
    }
  };
}

export function deleteBucket(deps: StorageDeps): Endpoint {
  return async (c) => {
    const isDone = await actAs(deps.sql, callerOf(c), (tx) =>
      buckets.deleteBucket(tx, bucketIdAfter(c, "bucket")),
    ).catch((error: unknown) => {
      throw isDatabaseError(error, "23503") ? bucketNotEmpty() : error;
    });
    if (!isDone) throw noSuchBucket();
    return Response.json({ message: "Successfully deleted" });
  };
}

/** Null takes a limit away; what is absent stays as it is. */
function changesOf(body: z.infer<typeof updateBody>, { settings }: StorageDeps): buckets.BucketChanges {
  const { file_size_limit: limit, allowed_mime_types: types } = body;
  const wrong = types?.find((type) => !MIME_PATTERN.test(type.split(";", 1)[0] ?? ""));
  if (wrong !== undefined) throw invalidMimeType(wrong);
  const bytes = limit == null ? limit : readFileSize(limit);
  if (bytes != null && bytes > settings.fileSizeLimit) throw entityTooLarge();
  return { public: body.public ?? undefined, file_size_limit: bytes, allowed_mime_types: types };
}

function view(bucket: buckets.Bucket) {
  const { avif_autodetection: _, ...shown } = bucket;
  return shown;
}
