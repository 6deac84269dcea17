/** The whole route table of the storage service. Keys hold slashes, so that the rest of an address is the key. */
import { Hono } from "hono";
import * as buckets from "./buckets.ts";
import { download, downloadPublic, downloadSigned } from "./download.ts";
import type { StorageDeps, StorageEnv } from "./endpoint.ts";
import { errorResponse, StorageError } from "./errors.ts";
import { info, infoPublic } from "./info.ts";
import { list } from "./list.ts";
import { listPages } from "./list-pages.ts";
import { copy, move } from "./move-copy.ts";
import { removeObject, removeObjects } from "./remove.ts";
import { renderForCaller, renderPublic, renderSigned } from "./render.ts";
import { sign, signMany, signUpload } from "./sign.ts";
import { uploadObject, uploadSigned } from "./upload.ts";

/** A bucket, and all that follows it. */
const OBJECT = ":bucket/:key{[^]+}";

/** Reads answer HEAD as well. The more particular address stands first. */
export function createApi(deps: StorageDeps): Hono<StorageEnv> {
  const api = new Hono<StorageEnv>({ strict: false }).basePath("/storage/v1");

  api.post("/bucket", buckets.createBucket(deps));
  api.get("/bucket", buckets.listBuckets(deps));
  api.get("/bucket/:id", buckets.getBucket(deps));
  api.put("/bucket/:id", buckets.updateBucket(deps));
  api.delete("/bucket/:id", buckets.deleteBucket(deps));
  api.post("/bucket/:id/empty", buckets.emptyBucket(deps));

  api.post("/object/move", move(deps));
  api.post("/object/copy", copy(deps));
  api.post("/object/list/:bucket", list(deps));
  api.post("/object/list-v2/:bucket", listPages(deps));
  api.post("/object/sign/:bucket", signMany(deps));
  api.post(`/object/sign/${OBJECT}`, sign(deps));
  api.get(`/object/sign/${OBJECT}`, downloadSigned(deps));
  api.post(`/object/upload/sign/${OBJECT}`, signUpload(deps));
  api.put(`/object/upload/sign/${OBJECT}`, uploadSigned(deps));
  api.get(`/object/info/public/${OBJECT}`, infoPublic(deps));
  api.get(`/object/info/authenticated/${OBJECT}`, info(deps, "object/info/authenticated"));
  api.get(`/object/info/${OBJECT}`, info(deps, "object/info"));
  api.get(`/object/public/${OBJECT}`, downloadPublic(deps));
  api.get(`/object/authenticated/${OBJECT}`, download(deps, "object/authenticated"));
  api.get(`/object/${OBJECT}`, download(deps, "object"));
  api.post(`/object/${OBJECT}`, uploadObject(deps));
  api.put(`/object/${OBJECT}`, uploadObject(deps));
  api.delete(`/object/${OBJECT}`, removeObject(deps));
  api.delete("/object/:bucket", removeObjects(deps));

  api.get(`/render/image/public/${OBJECT}`, renderPublic(deps));
  api.get(`/render/image/authenticated/${OBJECT}`, renderForCaller(deps));
  api.get(`/render/image/sign/${OBJECT}`, renderSigned(deps));

  api.notFound((c) => {
    const message = `Route ${c.req.method}:${c.req.path} not found`;
    const error = new StorageError(404, "InvalidRequest", message, { error: "Not Found", status: 404 });
    return errorResponse(error, c.req.raw, deps.log);
  });
  api.onError((error, c) => errorResponse(error, c.req.raw, deps.log));
  return api;
}
