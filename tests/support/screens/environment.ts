/**
 * The Vitest environment of the screen tests: the document and its events are happy-dom's, while the network
 * globals stay Node's own, so that the backend runs in the same process.
 */
import { GlobalWindow } from "happy-dom";
import { type Environment, populateGlobal } from "vitest/runtime";

/** Globals that stay Node's own, as the backend and the Supabase clients expect. */
const NODE_GLOBALS = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "BroadcastChannel",
  "DOMException",
  "File",
  "Headers",
  "Request",
  "Response",
  "URL",
  "URLSearchParams",
  "WebSocket",
  "fetch",
] as const;

export default {
  name: "screen",
  viteEnvironment: "ssr",
  async setup(global) {
    const native = new Map(NODE_GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(global, name)]));
    const window = new GlobalWindow({
      url: "http://shop.test/",
      console,
      width: 1280,
      height: 900,
      // All files of a worker share this window, and a document that is left is destroyed with it.
      settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
    });
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true });
    for (const [name, descriptor] of native) if (descriptor) Object.defineProperty(global, name, descriptor);
    return {
      async teardown() {
        await window.happyDOM.close();
        for (const key of keys) Reflect.deleteProperty(global, key);
        for (const [key, descriptor] of originals) Object.defineProperty(global, key, descriptor);
      },
    };
  },
} satisfies Environment;
