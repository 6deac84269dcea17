/** The markup of the parts of pages that are the same on several (cached-markup.tsx), in a limited amount of memory. */
import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import type { MarkupInput, RenderCached } from "./cached-markup.tsx";

/** In characters, of which most take one byte: some thousand cards, and some filters. */
const MAX_LENGTH = 4_000_000;

export function createMarkupCache(): RenderCached {
  const cache = new LRUCache<string, string>({
    maxSize: MAX_LENGTH,
    sizeCalculation: (markup, key) => markup.length + key.length,
  });
  const ids = new WeakMap<object, string>();
  let lastId = 0;

  function toKey(input: MarkupInput): string {
    return input
      .map((value) => (typeof value === "function" ? getId(value) : JSON.stringify(value)))
      .join("\n");
  }

  function getId(value: object): string {
    const id = ids.get(value) ?? `#${++lastId}`;
    ids.set(value, id);
    return id;
  }

  return (input, render) => {
    const key = toKey(input);
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const markup = flatten(renderToString(render()));
    cache.set(key, markup);
    return markup;
  };
}

/** V8 holds a text that was put together as its pieces, which take several times the memory, until it is searched. */
function flatten(text: string): string {
  text.indexOf("\0");
  return text;
}
