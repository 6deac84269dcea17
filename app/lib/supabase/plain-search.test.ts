import { expect, test } from "vitest";
import { toPlainSearch } from "./plain-search.ts";

const RPC = "http://shop.test/rest/v1/rpc/search_products";

test.each([
  [`${RPC}?query=cd.rom&row_limit=5`, `${RPC}?query=+cd.rom&row_limit=5`],
  [`${RPC}?row_limit=5&query=not.in.5`, `${RPC}?row_limit=5&query=+not.in.5`],
  [`${RPC}?search=fts%28french%29.x`, `${RPC}?search=+fts%28french%29.x`],
])("%s is a search for the text", (url, plain) => expect(toPlainSearch(url)).toBe(plain));

test.each([
  `${RPC}?query=ciment+32.5`,
  `${RPC}?query=disque+125&name=eq.x`,
  "http://shop.test/rest/v1/products?query=eq.x",
])("%s stays as it is", (url) => expect(toPlainSearch(url)).toBe(url));
