/**
 * Renders pages from data that was loaded before, in stages that the first segment of the path names:
 * - `react`: the page's tree by react-dom alone, all of it and without cached markup (app/lib/pages/cached-markup.tsx);
 * - `loaders`: React Router and the loaders, with the backend's answers from memory, and no rendering;
 * - `document`: both, and the document as bytes;
 * - `compressed`: the document's compression.
 */
import type { ServerResponse } from "node:http";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import type { EntryContext, ServerBuild } from "react-router";
import type { AppContext } from "#app/lib/app-context.ts";
import { compressBrotli } from "#app/server/http/encodings.ts";
import { serve } from "./serve.ts";

type AppBuild = ServerBuild & { entry: { module: typeof import("#app/entry.server.tsx") } };
/** With React Router, which is part of the build. */
type ThreadModule = { build: AppBuild } & Pick<
  typeof import("react-router"),
  "createRequestHandler" | "RouterContextProvider" | "ServerRouter"
>;
type Handler = (request: Request) => Promise<Response>;

const { SHOP_URL = "", ANON_KEY = "", SERVER_BUILD = "" } = process.env;
const { build, createRequestHandler, RouterContextProvider, ServerRouter }: ThreadModule = await import(
  SERVER_BUILD
);
const contexts = new Map<string, EntryContext>();
const documents = new Map<string, Buffer>();

const render = createHandler(build.entry.module.default);
const load = createHandler(async (request, _status, _headers, context) => {
  contexts.set(request.url, context);
  return new Response(null);
});

const stages: Record<string, (url: string) => Promise<Buffer | string>> = {
  react: async (url) => {
    if (!contexts.has(url)) await load(new Request(url));
    const context = contexts.get(url);
    if (!context) throw new Error(`${url} is no document`);
    const ownContext = {
      ...context,
      renderMeta: {},
      serverHandoffStream: undefined,
      staticHandlerContext: { ...context.staticHandlerContext },
    };
    return renderToString(createElement(ServerRouter, { context: ownContext, url }));
  },
  loaders: async (url) => {
    await load(new Request(url));
    return "";
  },
  document: async (url) => {
    const response = await render(new Request(url));
    const document = build.entry.module.getRenderedDocument(response);
    return document === undefined
      ? Buffer.from(await response.arrayBuffer())
      : Buffer.from(document.html.join(""));
  },
  compressed: async (url) => {
    const document = documents.get(url) ?? Buffer.from((await stages.document?.(url)) ?? "");
    documents.set(url, document);
    return Buffer.from(compressBrotli(document));
  },
};

serve((request, response) => {
  const { stage = "", path = "/" } = /^\/(?<stage>\w+)(?<path>\/.*)$/.exec(request.url ?? "")?.groups ?? {};
  const work = stages[stage]?.(SHOP_URL + path) ?? Promise.reject(new Error("No such stage"));
  work.then(
    (body) => response.end(body),
    (error: unknown) => fail(response, error),
  );
});

function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  response.writeHead(500).end();
}

/** React Router's handler with another end, and with the backend's answers from memory. */
function createHandler(handleDocument: AppBuild["entry"]["module"]["default"]): Handler {
  const module = { ...build.entry.module, default: handleDocument };
  const handle = createRequestHandler({ ...build, entry: { ...build.entry, module } }, "production");
  const appContext: AppContext = {
    supabase: { url: SHOP_URL, anonKey: ANON_KEY, fetch: createRememberingFetch() },
    siteUrl: SHOP_URL,
    publicSupabaseUrl: "",
    sharedForMs: 60_000,
    pages: [],
  };
  const key = build.entry.module.appContext;
  return (request) => handle(request, new RouterContextProvider(new Map([[key, appContext]])));
}

function createRememberingFetch(): typeof fetch {
  const answers = new Map<string, { status: number; headers: [string, string][]; body: string }>();
  return async (input, init) => {
    const { url, headers } = new Request(input, init);
    const key = `${headers.get("prefer")} ${url}`;
    const known = answers.get(key);
    if (known) return new Response(known.body, known);
    const response = await fetch(input, init);
    const kept = [...response.headers].filter(([name]) => /^content-(type|range)$/.test(name));
    const answer = { status: response.status, headers: kept, body: await response.text() };
    answers.set(key, answer);
    return new Response(answer.body, answer);
  };
}
