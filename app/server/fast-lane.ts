/**
 * What is ready as bytes is written straight to the connection, before any Request, Response or router exists: a kept
 * page costs a map look-up and one write. Everything else goes the ordinary way.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isSafe, type Pages } from "./pages.ts";
import type { StoredAnswer, WireAnswer } from "./stored-answer.ts";

/** Longer than any address that the shop or a Supabase client makes. */
const LONGEST_URL = 16_384;

export interface FastLaneOptions {
  files: ReadonlyMap<string, StoredAnswer>;
  pages: Pages;
  /** Answers what is not ready. */
  next: RequestListener;
}

export function createFastLane({ files, pages, next }: FastLaneOptions): RequestListener {
  return (request, response) => {
    const url = request.url ?? "/";
    if (url.length > LONGEST_URL) {
      write(response, { status: 414, headers: ["content-length", "0"], body: null });
      return;
    }
    const ready = isSafe(request.method) ? find(url, request, files, pages) : null;
    if (ready === null) next(request, response);
    else if (ready instanceof Promise) {
      ready.then(
        (answer) => write(response, answer),
        () => next(request, response),
      );
    } else write(response, ready);
  };
}

function find(
  url: string,
  { headers, method }: IncomingMessage,
  files: ReadonlyMap<string, StoredAnswer>,
  pages: Pages,
): WireAnswer | Promise<WireAnswer> | null {
  const conditions = {
    method,
    acceptEncoding: headers["accept-encoding"],
    ifNoneMatch: headers["if-none-match"],
  };
  const file = files.get(url);
  if (file) return file.answer(conditions);
  return headers.authorization === undefined ? pages.kept(url, conditions) : null;
}

function write(response: ServerResponse, { status, headers, body }: WireAnswer): void {
  response.writeHead(status, [...headers]);
  response.end(body);
}
