/** The pipeline over the schema of the fixture, in one step from a URL to SQL. */
import { defaultRestConfig } from "./config.ts";
import { Pipeline, type RawRequest } from "./pipeline.ts";
import { bind } from "./query/params.ts";
import { NO_READ_LIMITS } from "./read-limits.ts";
import { cinema } from "./schema-cache/cinema.fixture.ts";

export const pipeline = new Pipeline(defaultRestConfig, cinema);

/** The prepared statement of a request; throws the error of an invalid request. */
export function prepare(
  address: string,
  rest: Partial<RawRequest> & { prefer?: string; accept?: string } = {},
  by = pipeline,
) {
  const [path = "", query = ""] = address.split("?");
  const headers = new Headers(rest.headers);
  if (rest.prefer) headers.set("prefer", rest.prefer);
  if (rest.accept) headers.set("accept", rest.accept);
  const { prepared, text } = by.prepare({
    method: "GET",
    path,
    query,
    body: "",
    audience: "service",
    limits: NO_READ_LIMITS,
    ...rest,
    headers,
  });
  if (prepared.kind !== "transaction") throw new Error("No statement is made of this");
  return { ...prepared, main: bind(prepared.main, text) };
}

/** The statement's text, with the values that it is sent with. */
export const main = (address: string, rest: Parameters<typeof prepare>[1] = {}) =>
  prepare(address, rest).main;
