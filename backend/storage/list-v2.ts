/**
 * POST /object/list-v2/{bucket}: lists a bucket page by page, flat or by folders. A cursor holds position and
 * order.
 */
import { z } from "zod";
import { getCaller, runAs } from "./caller.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { invalidRequest } from "./errors.ts";
import { listPage } from "./models/listing.ts";
import { parseJsonBody, wholeNumber } from "./request-body.ts";
import { getBucketId } from "./request-params.ts";

const MAX_ENTRIES = 1000;

const order = {
  column: z.enum(["name", "updated_at", "created_at"]),
  order: z.enum(["asc", "desc"]).default("asc"),
};

const listBodySchema = z.object({
  prefix: z.string().default(""),
  limit: wholeNumber.min(1).default(MAX_ENTRIES),
  cursor: z.string().nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z.object(order).default({ column: "name", order: "asc" }),
});

const cursorSchema = z.object({ ...order, value: z.string(), name: z.string() });
type Cursor = z.infer<typeof cursorSchema>;

export function listV2(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = getCaller(c);
    const body = await parseJsonBody(c.req.raw, listBodySchema);
    const after = body.cursor ? decodeCursor(body.cursor) : null;
    const { column, order } = after ?? body.sortBy;
    const limit = Math.min(body.limit, MAX_ENTRIES);
    const found = await runAs(deps, caller, (tx) =>
      listPage(tx, {
        bucketId: getBucketId(c, "object/list-v2"),
        prefix: body.prefix,
        isDelimited: body.with_delimiter,
        column,
        isDescending: order === "desc",
        after,
        limit: limit + 1,
      }),
    );
    const page = found.slice(0, limit).map(({ value: _, ...entry }) => entry);
    const last = found.length > limit ? found[limit - 1] : undefined;
    return Response.json({
      hasNext: last !== undefined,
      nextCursor: last && encodeCursor({ column, order, value: last.value, name: last.name }),
      folders: page
        .filter(({ id }) => id === null)
        .map(({ name }) => ({ key: name.replace(/\/$/, ""), name })),
      objects: page.filter(({ id }) => id !== null).map((entry) => ({ key: entry.name, ...entry })),
    });
  };
}

function encodeCursor(position: Cursor): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Throws InvalidRequest. */
function decodeCursor(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw invalidRequest("The cursor is not one of this service's");
  }
}
