/**
 * Turns a path into the bytes of its page. Only the path and the method reach React Router, no cookie and no
 * header of the visitor, so nothing of one visitor can be shown to another.
 */
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type { AppContext } from "#app/lib/app-context.ts";
import { getShopPages } from "#app/lib/pages/shop-pages.ts";
import { errorPage } from "./error-page.ts";
import { createPageEncoder, type PageBytes, type SiteAddresses } from "./page-encoder.ts";

export interface PageRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** See app-context.ts. */
  sharedVersion: number | null;
}

export type PageHandler = (request: PageRequest) => Promise<PageBytes>;

interface PageHandlerOptions extends SiteAddresses {
  /** React Router's handler. */
  render(request: Request, sharedVersion: number | null): Promise<Response>;
  /** Called with an error that resulted in an error page. */
  onError(error: unknown): void;
}

/**
 * React Router's handler for a build. `key` is the context of the modules in that build: one that is imported
 * elsewhere is another object.
 */
export function createRender(
  build: ServerBuild,
  key: RouterContext<AppContext>,
  context: Omit<AppContext, "pages" | "sharedVersion">,
  mode: "production" | "development" = "production",
): (request: Request, sharedVersion: number | null) => Promise<Response> {
  const pages = getShopPages(build.routes);
  const handle = createRequestHandler(build, mode);
  return (request, sharedVersion) =>
    handle(request, new RouterContextProvider(new Map([[key, { ...context, pages, sharedVersion }]])));
}

export function createPageHandler({ render, onError, ...site }: PageHandlerOptions): PageHandler {
  const toPageBytes = createPageEncoder(site);
  return async ({ method, path, sharedVersion }) => {
    const request = new Request(site.siteUrl + path, { method });
    const response = await render(request, sharedVersion).catch((error: unknown) => {
      onError(error);
      return errorPage();
    });
    return toPageBytes(response);
  };
}
