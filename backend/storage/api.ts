/** The whole route table of the storage service. Keys hold slashes, so that the rest of an address is the key. */
import { Hono } from "hono";
import * as buckets from "./buckets.ts";
import { download, downloadPublic, downloadSigned } from "./download.ts";
import type { Endpoint, StorageDeps, StorageEnv } from "./endpoint.ts";
import { errorResponse, StorageError } from "./errors.ts";
import { info, infoPublic } from "./info.ts";
import { list } from "./list.ts";
import { listPages } from "./list-pages.ts";
import { copy, move } from "./move-copy.ts";
import { purge } from "./purge.ts";
import { removeObject, removeObjects } from "./remove.ts";
import { renderForCaller, renderPublic, renderSigned } from "./render.ts";
import { sign, signMany, signUpload } from "./sign.ts";
import { uploadObject, uploadSigned } from "./upload.ts";

/** A bucket, and all that follows it. */
const OBJECT = ":bucket/:key{[^]+}";

/** Gives an endpoint the name under which policies know what it does. */
function named(operation: string, endpoint: Endpoint): Endpoint {
  return (c) => {
    c.set("operation", operation);
    return endpoint(c);
  };
}

/** Reads answer HEAD as well. The more particular address stands first. */
export function createApi(deps: StorageDeps): Hono<StorageEnv> {
  const api = new Hono<StorageEnv>({ strict: false }).basePath("/storage/v1");

  api.post("/bucket", named("bucket.create", buckets.createBucket(deps)));
  api.get("/bucket", named("bucket.list", buckets.listBuckets(deps)));
  api.get("/bucket/:id", named("bucket.get", buckets.getBucket(deps)));
  api.put("/bucket/:id", named("bucket.update", buckets.updateBucket(deps)));
  api.delete("/bucket/:id", named("bucket.delete", buckets.deleteBucket(deps)));
  api.post("/bucket/:id/empty", named("bucket.empty", buckets.emptyBucket(deps)));

  api.post("/object/move", named("object.move", move(deps)));
  api.post("/object/copy", named("object.copy", copy(deps)));
  api.post("/object/list/:bucket", named("object.list", list(deps)));
  api.post("/object/list-v2/:bucket", named("object.list_v2", listPages(deps)));
  api.post("/object/sign/:bucket", named("object.sign_many", signMany(deps)));
  api.post(`/object/sign/${OBJECT}`, named("object.sign", sign(deps)));
  api.get(`/object/sign/${OBJECT}`, named("object.get_signed", downloadSigned(deps)));
  api.post(`/object/upload/sign/${OBJECT}`, named("object.sign_upload_url", signUpload(deps)));
  api.put(`/object/upload/sign/${OBJECT}`, named("object.upload_signed", uploadSigned(deps)));
  api.get(`/object/info/public/${OBJECT}`, named("object.info_public", infoPublic(deps)));
  api.get(
    `/object/info/authenticated/${OBJECT}`,
    named("object.get_authenticated_info", info(deps, "object/info/authenticated")),
  );
  api.get(`/object/info/${OBJECT}`, named("object.get_authenticated_info", info(deps, "object/info")));
  api.get(`/object/public/${OBJECT}`, named("object.get_public", downloadPublic(deps)));
  api.get(
    `/object/authenticated/${OBJECT}`,
    named("object.get_authenticated", download(deps, "object/authenticated")),
  );
  api.get(`/object/${OBJECT}`, named("object.get_authenticated", download(deps, "object")));
  api.post(`/object/${OBJECT}`, named("object.upload", uploadObject(deps)));
  api.put(`/object/${OBJECT}`, named("object.upload_update", uploadObject(deps)));
  api.delete(`/object/${OBJECT}`, named("object.delete", removeObject(deps)));
  api.delete("/object/:bucket", named("object.delete_many", removeObjects(deps)));

  api.get(`/render/image/public/${OBJECT}`, named("render.image_public", renderPublic(deps)));
  api.get(
    `/render/image/authenticated/${OBJECT}`,
    named("render.image_authenticated", renderForCaller(deps)),
  );
  api.get(`/render/image/sign/${OBJECT}`, named("render.image_sign", renderSigned(deps)));

  api.delete("/cdn/:bucket", named("cdn.purge_bucket_cache", purge));
  api.delete(`/cdn/${OBJECT}`, named("cdn.purge_object_cache", purge));

  api.notFound((c) => {
    const message = `Route ${c.req.method}:${c.req.path} not found`;
    const error = new StorageError(404, "InvalidRequest", message, { error: "Not Found", status: 404 });
    return errorResponse(error, c.req.raw, deps.log);
  });
  api.onError((error, c) => errorResponse(error, c.req.raw, deps.log));
  return api;
}
