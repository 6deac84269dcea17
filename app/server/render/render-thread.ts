/**
 * The thread that renders pages, and the entry of the server build. Rendering takes tens of milliseconds of
 * computing, which would delay every order, sign-in and cached page that the host's event loop answers
 * meanwhile.
 */
import { parentPort } from "node:worker_threads";
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider, ServerRouter } from "react-router";
import { appContext } from "#app/lib/app-context.ts";
import { servePages } from "./serve-pages.ts";

/**
 * For the benchmark of rendering, which imports this file outside of a thread: pages are rendered by the React Router
 * of their bundle.
 */
export { build, createRequestHandler, RouterContextProvider, ServerRouter };

if (parentPort !== null) servePages(parentPort, build, appContext);
