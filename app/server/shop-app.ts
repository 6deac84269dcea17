/** Routes what is neither cached nor for the backend: probes, the files of the demo shop, and pages. */
import { join } from "node:path";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { hideTrackingToken } from "#app/lib/models/tracking-path.ts";
import { getRequestConditions, toResponse } from "./http/cached-response.ts";
import { type PublicSite, securityHeaders } from "./http/security-headers.ts";
import { createSeedFileLoader } from "./http/static-files.ts";
import { withReference } from "./reference.ts";

/** The folders of the files that rows of the demo shop name, by their paths. */
const SEED_FILES = { "/pictures": "images", "/data-sheets": "data-sheets" };

/** Paths of files: for one that does not exist no page is rendered. */
const STATIC_FILE_PATH = /^\/assets\/|\.(avif|css|gif|ico|jpe?g|js|map|png|svg|webp|woff2?)$/;

export function isStaticFilePath(path: string): boolean {
  return STATIC_FILE_PATH.test(path);
}

interface ShopAppOptions {
  site: PublicSite;
  seedDir: string;
  /** Has its own routes. */
  probes: Hono;
  render(request: Request, incoming: (HttpBindings | Http2Bindings)["incoming"]): Promise<Response>;
  /** The request's id, which error pages show. */
  getReference(): string | undefined;
  logError(fields: object, text: string): void;
}

export function createShopApp({ site, seedDir, probes, render, getReference, logError }: ShopAppOptions) {
  const app = new Hono<{ Bindings: HttpBindings | Http2Bindings }>();
  const headers = securityHeaders(site);
  app.route("/", probes);
  for (const [path, folder] of Object.entries(SEED_FILES)) {
    const load = createSeedFileLoader(join(seedDir, folder), site);
    app.get(`${path}/:name`, async (c) => {
      const file = await load(c.req.param("name"));
      return file ? toResponse(await file.respond(getRequestConditions(c.req.raw))) : c.notFound();
    });
  }
  app.all("*", async (c) => {
    if (isStaticFilePath(c.req.path)) return c.notFound();
    const response = await render(c.req.raw, c.env.incoming);
    if (response.status < 500) return response;
    logError({ path: hideTrackingToken(c.req.path), status: response.status }, "an error page");
    return withReference(response, getReference());
  });
  app.notFound((c) => c.text("Not found", 404, headers));
  app.onError((error, c) => {
    logError({ err: error }, "a request failed");
    return c.json({ message: "Internal server error" }, 500, headers);
  });
  return app;
}
