/** POST /object/list/{bucket}: one level of a bucket, its folders first. */
import { z } from "zod";
import { readBody } from "./body.ts";
import { actAs, callerOf } from "./caller.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { listLevel } from "./models/listing.ts";
import { bucketIdAfter } from "./request.ts";

const listBody = z.object({
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

export function list(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = callerOf(c);
    const { prefix, limit, offset, sortBy, search } = await readBody(c.req.raw, listBody);
    const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
    const entries = await actAs(deps.sql, caller, (tx) =>
      listLevel(tx, {
        bucketId: bucketIdAfter(c, "object/list"),
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
