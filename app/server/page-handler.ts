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
  /** Whether it may show what another page has read. */
  isShared: boolean;
}

export type PageHandler = (request: PageRequest) => Promise<PageBytes>;

interface PageHandlerOptions extends SiteAddresses {
  /** React Router's handler. */
  render(request: Request, isShared: boolean): Promise<Response>;
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
  { sharedForMs, ...context }: Omit<AppContext, "pages">,
  mode: "production" | "development" = "production",
): PageHandlerOptions["render"] {
  const pages = getShopPages(build.routes);
  const handle = createRequestHandler(build, mode);
  const shared = { ...context, pages, sharedForMs };
  const unshared = { ...shared, sharedForMs: 0 };
  return (request, isShared) =>
    handle(request, new RouterContextProvider(new Map([[key, isShared ? shared : unshared]])));
}

export function createPageHandler({ render, onError, ...site }: PageHandlerOptions): PageHandler {
  const toPageBytes = createPageEncoder(site);
  return async ({ method, path, isShared }) => {
    const request = new Request(site.siteUrl + path, { method });
    const response = await render(request, isShared).catch((error: unknown) => {
      onError(error);
      return errorPage();
    });
    return toPageBytes(response);
  };
}
