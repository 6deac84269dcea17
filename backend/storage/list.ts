/** POST /object/list/{bucket}: lists one level of a bucket. */
import { z } from "zod";
import { getCaller, runAs } from "./caller.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { listLevel } from "./models/listing.ts";
import { parseJsonBody, wholeNumber } from "./request-body.ts";
import { getBucketId } from "./request-params.ts";

/** Whoever asks for more gets so many. */
const MAX_ENTRIES = 1000;

const listBodySchema = z.object({
  prefix: z.string(),
  limit: wholeNumber.min(1).default(100),
  offset: wholeNumber.min(0).default(0),
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
    // A search may lead into a folder: `tools/ham`.
    const path = (prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`) + (search ?? "");
    const nameStart = path.lastIndexOf("/") + 1;
    const entries = await runAs(deps, caller, (tx) =>
      listLevel(tx, {
        bucketId: getBucketId(c, "object/list"),
        folder: path.slice(0, nameStart),
        search: path.slice(nameStart),
        limit: Math.min(limit, MAX_ENTRIES),
        offset,
        column: sortBy?.column ?? "name",
        isDescending: sortBy?.order === "desc",
      }),
    );
    return Response.json(entries);
  };
}
