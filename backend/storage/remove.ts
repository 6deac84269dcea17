/** DELETE of one object, and of many in a bucket. Files are deleted after their rows. */
import { z } from "zod";
import { getCaller, runAs } from "./caller.ts";
import type { Endpoint, StorageDeps } from "./endpoint.ts";
import { accessDenied, noSuchKey } from "./errors.ts";
import { deleteUnreferencedFiles } from "./files/orphan-cleanup.ts";
import { deleteObjects, findObject } from "./models/object.ts";
import { isValidKey } from "./object-path.ts";
import { parseJsonBody } from "./request-body.ts";
import { getBucketId, getObjectPath } from "./request-params.ts";

const removeBodySchema = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/**
 * An object that the caller may read but not delete is access denied; one that it may not read is not found.
 */
export function removeObject(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = getCaller(c);
    const path = getObjectPath(c, "object");
    if (!isValidKey(path.key)) throw noSuchKey();
    const deleted = await runAs(deps, caller, async (tx) => {
      const deleted = await deleteObjects(tx, path.bucketId, [path.key]);
      if (deleted.length > 0) return deleted;
      throw (await findObject(tx, path)) ? accessDenied() : noSuchKey();
    });
    await deleteUnreferencedFiles(
      deps,
      deleted.map(({ version }) => version),
    );
    return Response.json({ message: "Successfully deleted" });
  };
}

/** Responds with the deleted rows: missing and inaccessible ones are left out. */
export function removeObjects(deps: StorageDeps): Endpoint {
  return async (c) => {
    const caller = getCaller(c);
    const { prefixes } = await parseJsonBody(c.req.raw, removeBodySchema);
    const keys = prefixes.filter(isValidKey);
    const deleted = await runAs(deps, caller, (tx) => deleteObjects(tx, getBucketId(c, "object"), keys));
    await deleteUnreferencedFiles(
      deps,
      deleted.map(({ version }) => version),
    );
    return Response.json(deleted);
  };
}
