/** DELETE of one object, and of many in a bucket. Files go once the rows are gone. */
import { z } from "zod";
import { isValidKey } from "./address.ts";
import { readBody } from "./body.ts";
import { actAs, callerOf } from "./caller.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { accessDenied, noSuchKey } from "./errors.ts";
import { deleteObjects, findObject } from "./models/object.ts";
import { removeObsolete } from "./obsolete.ts";
import { bucketIdAfter, objectAddress } from "./request.ts";

const removeBody = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** One that the caller may read but not delete is refused; one that it may not read is missing. */
export function removeObject(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = callerOf(c);
    const address = objectAddress(c, "object");
    if (!isValidKey(address.key)) throw noSuchKey();
    const deleted = await actAs(deps.sql, caller, async (tx) => {
      const deleted = await deleteObjects(tx, address.bucketId, [address.key]);
      if (deleted.length > 0) return deleted;
      throw (await findObject(tx, address)) ? accessDenied() : noSuchKey();
    });
    await removeObsolete(
      deps,
      deleted.map(({ version }) => version),
    );
    return Response.json({ message: "Successfully deleted" });
  };
}

/** Answers the rows that were deleted: what was missing or out of reach is left out. */
export function removeObjects(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = callerOf(c);
    const { prefixes } = await readBody(c.req.raw, removeBody);
    const keys = prefixes.filter(isValidKey);
    const deleted = await actAs(deps.sql, caller, (tx) =>
      deleteObjects(tx, bucketIdAfter(c, "object"), keys),
    );
    await removeObsolete(
      deps,
      deleted.map(({ version }) => version),
    );
    return Response.json(deleted);
  };
}
