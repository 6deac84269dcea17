/**
 * Renders a page completely before the response starts. The page cache stores public pages as compressed
 * bytes, so streaming has no benefit, and an error can still become a clean 500. The stylesheet and the
 * bootstrap script are inlined into the head: no request precedes the first paint, and the application
 * contains neither of them.
 */

import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import bootstrapScript from "./lib/bootstrap/bootstrap.ts?script";
import { deferScripts } from "./lib/bootstrap/defer-scripts.ts";
import { ADMIN_STYLES_ID, mergeHandles } from "./lib/pages/page-handle.ts";
import adminStyles from "./styles/admin.css?inline";
import shopStyles from "./styles/shop.css?inline";

/** For the development server, since a context is found by its identity (app-context.ts). */
export { appContext } from "./lib/app-context.ts";

const RENDER_TIMEOUT_MS = 10_000;

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
  const html = await renderDocument(<ServerRouter context={routerContext} url={request.url} />);
  const head = `<script>${bootstrapScript}</script>${renderStyleElement(routerContext)}</head>`;
  const styled = html.replace("</head>", () => head);
  return new Response(import.meta.env.DEV ? styled : deferScripts(styled), { status, headers });
}

/** The response for a navigation in the browser: the data of a page without its document. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (response.status >= 500) forbidCaching(response.headers);
  return response;
};

function renderStyleElement({ staticHandlerContext, routeModules }: EntryContext): string {
  const { stylesheet } = mergeHandles(
    staticHandlerContext.matches.map(({ route }) => routeModules[route.id]),
  );
  return stylesheet === "admin"
    ? `<style id="${ADMIN_STYLES_ID}">${adminStyles}</style>`
    : `<style>${shopStyles}</style>`;
}

/** The loader may have allowed caching before the rendering failed. */
function forbidCaching(headers: Headers): void {
  headers.set("cache-control", "no-store");
  headers.delete("cache-tag");
}

function renderDocument(document: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    sink.on("finish", () => resolve(Buffer.concat(chunks).toString("utf8")));
    sink.on("error", reject);
    let isShellReady = false;
    const { pipe, abort } = renderToPipeableStream(document, {
      onShellReady() {
        isShellReady = true;
      },
      onAllReady() {
        clearTimeout(timer);
        pipe(sink);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      // An error outside every boundary ends the rendering: React Router then reports it through handleError.
      onError(error) {
        if (isShellReady) logError(error);
      },
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
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
