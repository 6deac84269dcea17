import { describe, expect, test } from "vitest";
import { parseAccept } from "#backend/rest/api-request/accept.ts";
import { RestError } from "#backend/rest/errors.ts";
import type { MediaHandler } from "#backend/rest/schema-cache/media-handlers.ts";
import { formatContentType, negotiateMediaType } from "./media-type.ts";

const handler = (name: string, type: string): MediaHandler => ({
  routine: { schema: "public", name },
  row: null,
  type,
  isBinary: false,
});
const handlers = new Map([
  ['"public"."cover"', new Map([["*/*", handler("*/*", "application/octet-stream")]])],
  ['"public"."movies"', new Map([["text/plain", handler("as_text", "text/plain")]])],
  ["*", new Map([["text/xml", handler("as_xml", "text/xml")]])],
]);

function choose(
  accept: string | null,
  options: { name?: string; explain?: boolean; selectsAll?: boolean } = {},
) {
  const { name = "movies", explain = true, selectsAll = true } = options;
  return negotiateMediaType(parseAccept(accept), {
    handlers,
    explain,
    target: { schema: "public", name },
    selectsAll,
  });
}

describe("the media type", () => {
  test.each([
    [null, { kind: "json" }, "application/json; charset=utf-8"],
    ["text/html, application/json;q=0.5", { kind: "json" }, "application/json; charset=utf-8"],
    ["application/json;q=0.1, text/csv", { kind: "csv" }, "text/csv; charset=utf-8"],
    ["application/geo+json", { kind: "geojson" }, "application/geo+json; charset=utf-8"],
    [
      "application/vnd.pgrst.object+json;nulls=stripped",
      { kind: "object", stripNulls: true },
      "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
    ],
    [
      "application/vnd.pgrst.array+json;nulls=stripped",
      { kind: "array-stripped" },
      "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
    ],
    [
      'application/vnd.pgrst.plan+json; for="text/csv"; options=wal|analyze|x',
      { kind: "explain", of: { kind: "csv" }, format: "json", options: ["analyze", "wal"] },
      'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|wal; charset=utf-8',
    ],
  ])("of %s", (header, expected, contentType) => {
    expect(choose(header)).toEqual(expected);
    expect(formatContentType(choose(header))).toBe(contentType);
  });

  test("may be one that the database defines, for whole rows", () => {
    expect(choose("text/plain")).toMatchObject({ kind: "custom", handler: { routine: { name: "as_text" } } });
    expect(choose("text/xml", { selectsAll: false })).toMatchObject({ kind: "custom" });
    expect(formatContentType(choose("image/png", { name: "cover" }))).toBe("application/octet-stream");
    expect(() => choose("text/plain", { selectsAll: false })).toThrow(RestError);
  });

  test("is rejected with all accepted types, plans where they are disabled", () => {
    expect(() => choose("text/html, image/png;q=0.2")).toThrow(
      "None of these media types are available: text/html, image/png",
    );
    expect(() => choose("application/vnd.pgrst.plan; options=verbose", { explain: false })).toThrow(
      'None of these media types are available: application/vnd.pgrst.plan+text; for="application/json"; options=verbose',
    );
  });
});
