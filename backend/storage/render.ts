/** GET /render/image/…: a picture in another size or format, for the caller, of a public bucket, by a signed address. */
import { codeOf } from "../core/errors.ts";
import type { Endpoint, StorageContext, StorageDeps } from "./endpoint.ts";
import { entityTooLarge, invalidRequest } from "./errors.ts";
import { outputFormat, type TransformOptions, transformOptions } from "./images/options.ts";
import type { Render } from "./images/renders.ts";
import {
  cacheControlOf,
  type Find,
  type Found,
  findForCaller,
  findPublic,
  findSigned,
  openFound,
} from "./read.ts";
import { objectAddress, requiredQuery } from "./request.ts";
import { serveFile } from "./serve.ts";
import { renderGrant } from "./url-tokens.ts";

const MAX_SOURCE_BYTES = 25 * 1024 * 1024;
const NUMBERS = ["width", "height", "quality"];

export function renderForCaller(deps: StorageDeps): Endpoint {
  return (c) => {
    const address = objectAddress(c, "render/image/authenticated");
    return serveRender(deps, c, readOptions(queryOptions(c)), () => findForCaller(deps, address, c));
  };
}

export function renderPublic(deps: StorageDeps): Endpoint {
  return (c) => {
    const address = objectAddress(c, "render/image/public");
    return serveRender(deps, c, readOptions(queryOptions(c)), () => findPublic(deps, address));
  };
}

/** The signature says what is made of the picture: the address cannot ask for anything else. */
export function renderSigned(deps: StorageDeps): Endpoint {
  return async (c) => {
    const address = objectAddress(c, "render/image/sign");
    const { transformations } = await deps.urlTokens.verify(requiredQuery(c, "token"), address, renderGrant);
    return serveRender(deps, c, readOptions(transformations), () => findSigned(deps, address));
  };
}

function queryOptions(c: StorageContext): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(c.req.query()).map(([name, value]) => [
      name,
      NUMBERS.includes(name) ? Number(value) : value,
    ]),
  );
}

function readOptions(given: Record<string, unknown>): TransformOptions {
  const options = transformOptions.safeParse(given);
  if (options.success) return options.data;
  const [issue] = options.error.issues;
  throw invalidRequest(`querystring/${issue?.path.join("/")} ${issue?.message}`);
}

async function serveRender(
  deps: StorageDeps,
  c: StorageContext,
  options: TransformOptions,
  find: Find,
): Promise<Response> {
  const { found, render } = await openFound(find, async (found) => {
    if ((found.object.metadata?.size ?? 0) > MAX_SOURCE_BYTES) throw entityTooLarge("source image");
    const format = outputFormat(options, c.req.header("accept") ?? null, found.bucket);
    const render = await makeRender(deps, found, { options, format });
    return render && { found, render };
  });
  const { metadata, name, updated_at } = found.object;
  return serveFile(c.req.raw, {
    handle: render.handle,
    size: render.size,
    name: name.slice(name.lastIndexOf("/") + 1),
    contentType: render.contentType,
    eTag: `"${render.name}"`,
    lastModified: new Date(metadata?.lastModified ?? updated_at),
    cacheControl: cacheControlOf(found),
    headers: { vary: "accept", "x-transformations": describe(options) },
  });
}

/** How the official clients' own service names what was done. */
const RESIZING = { cover: "fill", contain: "fit", fill: "force" } as const;

function describe({ height, width, resize, format, quality }: TransformOptions): string {
  const parts = {
    height,
    width,
    resizing_type: width || height ? RESIZING[resize] : undefined,
    format: format === "origin" ? undefined : format,
    quality,
  };
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(",");
}

/** Null when the object's file is gone. */
async function makeRender(
  { files, renders }: StorageDeps,
  { object }: Found,
  wanted: Parameters<typeof renders.get>[2],
): Promise<Render | null> {
  const { version } = object;
  const source = await files.locate(version);
  if (version === null || source === null) return null;
  try {
    return await renders.get(source, version, wanted);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}
