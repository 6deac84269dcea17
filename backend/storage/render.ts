/**
 * GET /render/image/…: an image in another size or format, for the caller, in a public bucket, or by a signed
 * URL.
 */
import { getClientNetwork } from "#backend/core/client-network.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import type { Endpoint, StorageContext, StorageDeps } from "./endpoint.ts";
import { entityTooLarge, invalidRequest, slowDown } from "./errors.ts";
import {
  type FindObject,
  type FoundObject,
  findForCaller,
  findPublic,
  findSigned,
  getCacheControl,
  openWithRetry,
} from "./find-object.ts";
import type { RenderedImage } from "./images/render-cache.ts";
import type { Transform } from "./images/transform.ts";
import {
  outputFormat,
  type TransformOptions,
  toOfferedOptions,
  transformOptionsSchema,
} from "./images/transform-options.ts";
import { getObjectPath, getRequiredQuery } from "./request-params.ts";
import { serveFile } from "./serve-file.ts";
import { renderGrantSchema } from "./url-tokens.ts";

const MAX_SOURCE_BYTES = 25 * 1024 * 1024;
const AVIF_COST = 10;
const MAX_COST = 50;
const NUMERIC_OPTIONS = ["width", "height", "quality", "x_offset", "y_offset"];

export function renderForCaller(deps: StorageDeps): Endpoint {
  return (c) => {
    const path = getObjectPath(c, "render/image/authenticated");
    return serveRender(deps, c, parseOptions(queryOptions(c)), () => findForCaller(deps, path, c));
  };
}

export function renderPublic(deps: StorageDeps): Endpoint {
  return (c) => {
    const path = getObjectPath(c, "render/image/public");
    return serveRender(deps, c, parseOptions(queryOptions(c)), () => findPublic(deps, path));
  };
}

/** The token contains the transformation: the query cannot request another one. */
export function renderSigned(deps: StorageDeps): Endpoint {
  return async (c) => {
    const path = getObjectPath(c, "render/image/sign");
    const { transformations } = await deps.urlTokens.verify(
      getRequiredQuery(c, "token"),
      path,
      renderGrantSchema,
    );
    return serveRender(deps, c, parseOptions(transformations), () => findSigned(deps, path));
  };
}

function queryOptions(c: StorageContext): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(c.req.query()).map(([name, value]) => [
      name,
      NUMERIC_OPTIONS.includes(name) ? Number(value) : value,
    ]),
  );
}

function parseOptions(given: Record<string, unknown>): TransformOptions {
  const options = transformOptionsSchema.safeParse(given);
  if (options.success) return options.data;
  const [issue] = options.error.issues;
  throw invalidRequest(`querystring/${issue?.path.join("/")} ${issue?.message}`);
}

async function serveRender(
  deps: StorageDeps,
  c: StorageContext,
  requested: TransformOptions,
  find: FindObject,
): Promise<Response> {
  const { found, render, options } = await openWithRetry(find, async (found) => {
    if ((found.object.metadata?.size ?? 0) > MAX_SOURCE_BYTES) throw entityTooLarge("source image");
    const widths = deps.settings.offeredWidths[found.bucket.id];
    const options = widths ? toOfferedOptions(requested, widths, found.bucket) : requested;
    const format = outputFormat(options, c.req.header("accept") ?? null, found.bucket);
    const render = await renderImage(deps, c, found, { options, format });
    return render && { found, render, options };
  });
  const { metadata, name, updated_at } = found.object;
  return serveFile(c.req.raw, {
    handle: render.handle,
    size: render.size,
    name: name.slice(name.lastIndexOf("/") + 1),
    contentType: render.contentType,
    eTag: `"${render.name}"`,
    lastModified: new Date(metadata?.lastModified ?? updated_at),
    cacheControl: getCacheControl(found),
    headers: { vary: "accept", "x-transformations": describeTransformations(options) },
  });
}

/** Supabase's names of the resize modes. */
const RESIZING = { cover: "fill", contain: "fit", fill: "force" } as const;

function describeTransformations(options: TransformOptions): string {
  const { height, width, resize, format, quality, gravity, x_offset: x, y_offset: y } = options;
  const hasOffset = gravity !== "sm" && (x !== undefined || y !== undefined);
  const parts = {
    height,
    width,
    resizing_type: width || height ? RESIZING[resize] : undefined,
    format: format === "origin" ? undefined : format,
    quality,
    gravity: gravity && hasOffset ? `${gravity}:${x ?? 0}:${y ?? 0}` : gravity,
  };
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(",");
}

/** Null when the object's file is missing. Throws SlowDown when the client's network has had too many made. */
async function renderImage(
  { files, renderCache, limits }: StorageDeps,
  c: StorageContext,
  { object }: FoundObject,
  transformation: Transform,
): Promise<RenderedImage | null> {
  const { version, metadata } = object;
  const source = await files.locate(version);
  if (version === null || source === null) return null;
  const { ip } = c.env;
  const cost = estimateCost(transformation, metadata);
  try {
    return await renderCache.get(source, version, transformation, {
      network: getClientNetwork(ip),
      signal: c.req.raw.signal,
      charge: () => {
        const waitSeconds = limits.take("image_render", ip, cost);
        if (waitSeconds > 0) throw slowDown(waitSeconds);
      },
    });
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** In units of a small photograph as WebP; never so much that a client could not pay for it at all. */
function estimateCost({ format }: Transform, metadata: FoundObject["object"]["metadata"]): number {
  const isAvif = format === "avif" || (format === null && metadata?.mimetype === "image/avif");
  const megabytes = Math.ceil((metadata?.size ?? 0) / 1024 / 1024);
  return Math.min(Math.max(megabytes, 1) * (isAvif ? AVIF_COST : 1), MAX_COST);
}
