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
import { hideTrackingToken } from "./lib/models/tracking-path.ts";
import { RenderCachedProvider } from "./lib/pages/cached-markup.tsx";
import { createMarkupCache } from "./lib/pages/markup-cache.server.ts";
import { ADMIN_STYLES_ID, mergeHandles, type PageHandle } from "./lib/pages/page-handle.ts";
import { createDocumentResponse, type RenderedDocument } from "./lib/pages/rendered-document.ts";
import adminStyles from "./styles/admin.css?inline";
import shopStyles from "./styles/shop.css?inline";

/** For callers outside of the build: both are found by the identity of an object in it. */
export { appContext } from "./lib/app-context.ts";
export { getRenderedDocument } from "./lib/pages/rendered-document.ts";

/** What the head of a page has of the application. */
const INLINED = {
  shop: inline([bootstrapScript], shopStyles),
  signedIn: inline([bootstrapScript, privateScript], shopStyles),
  admin: inline([bootstrapScript], adminStyles, ` id="${ADMIN_STYLES_ID}"`),
};

/** In development a change of the sources changes the markup. */
const renderCached = import.meta.env.DEV ? null : createMarkupCache();

function inline(scripts: string[], styles: string, attributes = "") {
  const elements = scripts.map((script) => `<script>${script}</script>`).join("");
  return { html: `${elements}<style${attributes}>${styles}</style>`, scripts, styles: [styles] };
}

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
  const page = renderToString(
    <RenderCachedProvider value={renderCached}>
      <ServerRouter context={routerContext} url={request.url} nonce={mark} />
    </RenderCachedProvider>,
  );
  const document = assembleDocument(splitPage(page, mark), handoff, routerContext);
  if (import.meta.env.DEV) return new Response(document.html.join(""), { status, headers });
  return createDocumentResponse(document, { status, headers });
}

/**
 * The page in three pieces: the head, the content, which is a hundred kilobytes and is not copied again, and the tail
 * from React Router's first script on. None of them has the mark any more.
 */
function splitPage(page: string, mark: string) {
  const headEnd = page.indexOf("</head>");
  const marked = page.indexOf(mark, headEnd);
  const contentEnd = marked === -1 ? page.lastIndexOf("</body>") : page.lastIndexOf("<", marked);
  const head = takeMarkedScripts(page.slice(0, headEnd), mark);
  const tail = takeMarkedScripts(page.slice(contentEnd), mark);
  return {
    head: head.html,
    content: page.slice(headEnd, contentEnd),
    tail: tail.html,
    scripts: [...head.scripts, ...tail.scripts],
  };
}

/** Adds the bootstrap scripts and the stylesheet to the head, and the handoff script to the end of the page. */
function assembleDocument(
  { content, scripts, ...ends }: ReturnType<typeof splitPage>,
  handoff: string,
  routerContext: EntryContext,
): RenderedDocument {
  const { head, tail } = import.meta.env.DEV ? ends : deferScripts(ends);
  const bodyEnd = tail.lastIndexOf("</body>");
  const { stylesheet, signedIn } = getHandle(routerContext);
  const inlined = stylesheet === "admin" ? INLINED.admin : signedIn ? INLINED.signedIn : INLINED.shop;
  const data = handoff ? `<script>${handoff}</script>` : "";
  return {
    html: [
      `<!DOCTYPE html>${head}`,
      inlined.html,
      content,
      `${tail.slice(0, bodyEnd)}${data}${tail.slice(bodyEnd)}`,
    ],
    scripts: [...inlined.scripts, ...scripts, ...(handoff ? [handoff] : [])],
    styles: inlined.styles,
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

/** The loader may have allowed caching before the rendering failed. */
function forbidCaching(headers: Headers): void {
  headers.set("cache-control", "no-store");
  headers.delete("cache-tag");
}

/** Called by React Router for every failed loader or render; one log entry for each, and none for a 404. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logError(error, hideTrackingToken(new URL(request.url).pathname));
};

function logError(error: unknown, path?: string): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(path ? `page ${path}: ${message}` : message);
}
