/** POST /object/list/{bucket}: lists one level of a bucket, folders first. */
import { z } from "zod";
import { getCaller, runAs } from "./caller.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { listLevel } from "./models/listing.ts";
import { parseJsonBody } from "./request-body.ts";
import { getBucketId } from "./request-params.ts";

const listBodySchema = z.object({
  prefix: z.string(),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at", "last_accessed_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .nullish(),
  search: z.string().nullish(),
});

export function listObjects(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = getCaller(c);
    const { prefix, limit, offset, sortBy, search } = await parseJsonBody(c.req.raw, listBodySchema);
    const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
    const entries = await runAs(deps, caller, (tx) =>
      listLevel(tx, {
        bucketId: getBucketId(c, "object/list"),
        folder,
        search: search ?? "",
        limit,
        offset,
        column: sortBy?.column ?? "name",
        isDescending: sortBy?.order === "desc",
      }),
    );
    return Response.json(entries);
  };
}
