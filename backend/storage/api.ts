/** The route table of the storage service. Keys contain slashes, so the rest of a path is the key. */
import { Hono } from "hono";
import { createEmptyResponse } from "#backend/core/http/http.ts";
import * as buckets from "./buckets.ts";
import { download, downloadPublic, downloadSigned } from "./download.ts";
import type { Endpoint, StorageDeps, StorageEnv } from "./endpoint.ts";
import { errorResponse, StorageError } from "./errors.ts";
import { getInfo, getPublicInfo } from "./info.ts";
import { listObjects } from "./list.ts";
import { listV2 } from "./list-v2.ts";
import { copy, move } from "./move-copy.ts";
import { purgeCdn } from "./purge-cdn.ts";
import { removeObject, removeObjects } from "./remove.ts";
import { renderForCaller, renderPublic, renderSigned } from "./render.ts";
import { sign, signMany, signUpload } from "./sign.ts";
import { uploadObject, uploadSigned } from "./upload.ts";

/** The Supabase Storage release whose protocol this service implements. */
const VERSION = "1.11.2";

/** A bucket, and the key: the rest of the path. */
const OBJECT = ":bucket/:key{[^]+}";

/** Sets the name of the operation, which policies can read. */
function withOperation(operation: string, endpoint: Endpoint): Endpoint {
  return (c) => {
    c.set("operation", operation);
    return endpoint(c);
  };
}

/** GET routes handle HEAD as well. More specific routes come first. */
export function createApi(deps: StorageDeps): Hono<StorageEnv> {
  const api = new Hono<StorageEnv>({ strict: false }).basePath("/storage/v1");

  api.post("/bucket", withOperation("bucket.create", buckets.createBucket(deps)));
  api.get("/bucket", withOperation("bucket.list", buckets.listBuckets(deps)));
  api.get("/bucket/:id", withOperation("bucket.get", buckets.getBucket(deps)));
  api.put("/bucket/:id", withOperation("bucket.update", buckets.updateBucket(deps)));
  api.delete("/bucket/:id", withOperation("bucket.delete", buckets.deleteBucket(deps)));
  api.post("/bucket/:id/empty", withOperation("bucket.empty", buckets.emptyBucket(deps)));

  api.post("/object/move", withOperation("object.move", move(deps)));
  api.post("/object/copy", withOperation("object.copy", copy(deps)));
  api.post("/object/list/:bucket", withOperation("object.list", listObjects(deps)));
  api.post("/object/list-v2/:bucket", withOperation("object.list_v2", listV2(deps)));
  api.post("/object/sign/:bucket", withOperation("object.sign_many", signMany(deps)));
  api.post(`/object/sign/${OBJECT}`, withOperation("object.sign", sign(deps)));
  api.get(`/object/sign/${OBJECT}`, withOperation("object.get_signed", downloadSigned(deps)));
  api.post(`/object/upload/sign/${OBJECT}`, withOperation("object.sign_upload_url", signUpload(deps)));
  api.put(`/object/upload/sign/${OBJECT}`, withOperation("object.upload_signed", uploadSigned(deps)));
  api.get(`/object/info/public/${OBJECT}`, withOperation("object.info_public", getPublicInfo(deps)));
  api.get(
    `/object/info/authenticated/${OBJECT}`,
    withOperation("object.get_authenticated_info", getInfo(deps, "object/info/authenticated")),
  );
  api.get(
    `/object/info/${OBJECT}`,
    withOperation("object.get_authenticated_info", getInfo(deps, "object/info")),
  );
  api.get(`/object/public/${OBJECT}`, withOperation("object.get_public", downloadPublic(deps)));
  api.get(
    `/object/authenticated/${OBJECT}`,
    withOperation("object.get_authenticated", download(deps, "object/authenticated")),
  );
  api.get(`/object/${OBJECT}`, withOperation("object.get_authenticated", download(deps, "object")));
  api.post(`/object/${OBJECT}`, withOperation("object.upload", uploadObject(deps)));
  api.put(`/object/${OBJECT}`, withOperation("object.upload_update", uploadObject(deps)));
  api.delete(`/object/${OBJECT}`, withOperation("object.delete", removeObject(deps)));
  api.delete("/object/:bucket", withOperation("object.delete_many", removeObjects(deps)));

  api.get(`/render/image/public/${OBJECT}`, withOperation("render.image_public", renderPublic(deps)));
  api.get(
    `/render/image/authenticated/${OBJECT}`,
    withOperation("render.image_authenticated", renderForCaller(deps)),
  );
  api.get(`/render/image/sign/${OBJECT}`, withOperation("render.image_sign", renderSigned(deps)));

  api.get("/status", () => createEmptyResponse(200));
  api.get("/version", (c) => c.text(VERSION));

  api.delete("/cdn/:bucket", withOperation("cdn.purge_bucket_cache", purgeCdn));
  api.delete(`/cdn/${OBJECT}`, withOperation("cdn.purge_object_cache", purgeCdn));

  api.notFound((c) => {
    const message = `Route ${c.req.method}:${c.req.path} not found`;
    const error = new StorageError(404, "InvalidRequest", message, { error: "Not Found", status: 404 });
    return errorResponse(error, c.req.raw, deps.log);
  });
  api.onError((error, c) => {
    deps.limits.countRefusalOf(error);
    return errorResponse(error, c.req.raw, deps.log);
  });
  return api;
}
