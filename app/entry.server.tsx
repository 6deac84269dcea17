/**
 * Renders a page whole. Public pages are kept as bytes by the page cache and go out compressed, so there is
 * nothing to stream: the answer starts when everything is there, and a failure can still become a clean 500.
 * The stylesheet and the early script go into the head: no request before the first paint, no byte of either in
 * the application.
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
import { EARLY_SCRIPT } from "./lib/early-script.ts";
import { postponeScripts } from "./lib/late-scripts.ts";
import { SHEET, sheetOf } from "./lib/sheets.ts";
import firstSheet from "./styles/app.css?inline";
import officeSheet from "./styles/office.css?inline";
import wholeSheet from "./styles/whole.css?inline";

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
  if (status >= 500) forbidKeeping(headers);
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const html = await renderDocument(<ServerRouter context={routerContext} url={request.url} />);
  const head = `<script>${EARLY_SCRIPT}</script>${styleElement(routerContext)}</head>`;
  const styled = html.replace("</head>", () => head);
  return new Response(import.meta.env.DEV ? styled : postponeScripts(styled), { status, headers });
}

/** The data of a page without its document, as a navigation in the browser asks for it. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (response.status >= 500) forbidKeeping(response.headers);
  return response;
};

function styleElement({ routeModules }: EntryContext): string {
  const [name = null] = Object.values(routeModules).flatMap((module) => sheetOf(module?.handle) ?? []);
  if (name === null) return `<style>${firstSheet}</style>`;
  return `<style ${SHEET}="${name}">${name === "office" ? officeSheet : wholeSheet}</style>`;
}

/** The loader may have spoken for caches before the rendering failed. */
function forbidKeeping(headers: Headers): void {
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
    let shellStands = false;
    const { pipe, abort } = renderToPipeableStream(document, {
      onShellReady() {
        shellStands = true;
      },
      onAllReady() {
        clearTimeout(timer);
        pipe(sink);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      // An error outside every boundary ends the rendering: React Router then reports it, through handleError.
      onError(error) {
        if (shellStands) report(error);
      },
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

/** Called by React Router for every failed loader or render; one line for each, and none for a 404. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  report(error, new URL(request.url).pathname);
};

function report(error: unknown, path?: string): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(path ? `page ${path}: ${message}` : message);
}
