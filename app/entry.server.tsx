/**
 * Renders a page completely before the response starts. The page cache stores public pages as compressed
 * bytes, so streaming has no benefit, and an error can still become a clean 500. The stylesheet and the
 * bootstrap script are inlined into the head: no request precedes the first paint, and the application
 * contains neither of them.
 *
 * `renderToString` renders into strings; React's streams would encode every few bytes, copy them into chunks
 * and take a third longer (docs/decisions/0037-cost-of-a-page.md). It does not wait for a suspended component:
 * the browser would render that one. The pages of visitors suspend nowhere, since their loaders wait for the
 * data.
 */

import { randomBytes } from "node:crypto";
import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import bootstrapScript from "./bootstrap.ts?script";
import privateScript from "./bootstrap-private.ts?script";
import { deferScripts } from "./lib/bootstrap/defer-scripts.ts";
import { takeHandoffScript } from "./lib/bootstrap/handoff-script.ts";
import { takeMarkedScripts } from "./lib/bootstrap/marked-scripts.ts";
import { ADMIN_STYLES_ID, mergeHandles, type PageHandle } from "./lib/pages/page-handle.ts";
import { createDocumentResponse, type RenderedDocument } from "./lib/pages/rendered-document.ts";
import adminStyles from "./styles/admin.css?inline";
import shopStyles from "./styles/shop.css?inline";

/** For callers outside of the build: both are found by the identity of an object in it. */
export { appContext } from "./lib/app-context.ts";
export { getRenderedDocument } from "./lib/pages/rendered-document.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  _loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  if (status >= 500) forbidCaching(headers);
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const handoff = await takeHandoffScript(routerContext);
  const mark = randomBytes(16).toString("base64url");
  const page = renderToString(<ServerRouter context={routerContext} url={request.url} nonce={mark} />);
  const { html, scripts } = takeMarkedScripts(page, mark);
  const document = assembleDocument({ html, scripts, handoff }, routerContext);
  if (import.meta.env.DEV) return new Response(document.html, { status, headers });
  return createDocumentResponse(document, { status, headers });
}

/**
 * Adds the bootstrap scripts and the stylesheet to the head, and the handoff script to the end of the page. Only the
 * short head and tail are searched: the page between them is a hundred kilobytes.
 */
function assembleDocument(
  { html, scripts, handoff }: { html: string; scripts: readonly string[]; handoff: string },
  routerContext: EntryContext,
): RenderedDocument {
  const headEnd = html.indexOf("</head>");
  const bodyEnd = html.lastIndexOf("</body>");
  const parts = { head: html.slice(0, headEnd), body: html.slice(headEnd, bodyEnd) };
  const { head, body } = import.meta.env.DEV ? parts : deferScripts(parts);
  const { stylesheet, signedIn } = getHandle(routerContext);
  const { styles, attributes } = getStylesheet(stylesheet);
  const headScripts = [bootstrapScript, ...(signedIn ? [privateScript] : [])];
  const inlined = headScripts.map((script) => `<script>${script}</script>`).join("");
  const data = handoff ? `<script>${handoff}</script>` : "";
  return {
    html: `<!DOCTYPE html>${head}${inlined}<style${attributes}>${styles}</style>${body}${data}${html.slice(bodyEnd)}`,
    scripts: [...headScripts, ...scripts, ...(handoff ? [handoff] : [])],
    styles: [styles],
    compilesWasm: stylesheet === "admin",
  };
}

/** The response for a navigation in the browser: the data of a page without its document. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (response.status >= 500) forbidCaching(response.headers);
  return response;
};

function getHandle({ staticHandlerContext, routeModules }: EntryContext): PageHandle {
  return mergeHandles(staticHandlerContext.matches.map(({ route }) => routeModules[route.id]));
}

function getStylesheet(stylesheet: PageHandle["stylesheet"]) {
  return stylesheet === "admin"
    ? { styles: adminStyles, attributes: ` id="${ADMIN_STYLES_ID}"` }
    : { styles: shopStyles, attributes: "" };
}

/** The loader may have allowed caching before the rendering failed. */
function forbidCaching(headers: Headers): void {
  headers.set("cache-control", "no-store");
  headers.delete("cache-tag");
}

/** Called by React Router for every failed loader or render; one log entry for each, and none for a 404. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logError(error, new URL(request.url).pathname);
};

function logError(error: unknown, path?: string): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(path ? `page ${path}: ${message}` : message);
}
