/**
 * What a screen test has: the shop's own route modules in a document without layout, over a backend and a database of
 * the test file's own. Loaders, guards, error boundaries and the Supabase clients are those of the shop; only the
 * document is happy-dom's, and requests reach the backend without a network.
 */
import { configure, screen, within } from "@testing-library/dom";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, type DataRouter, RouterProvider } from "react-router";
import { test as base, expect, vi } from "vitest";
import "@testing-library/jest-dom/vitest";
import { TOAST_MS } from "../../../app/components/ui/toast/toast.ts";
import type { AppContext } from "../../../app/lib/app-context.ts";
import { SESSION_KEY } from "../../../app/lib/stored-session.ts";
import type { Sql } from "../../../backend/core/database.ts";
import { type Account, createAdministrator, createCustomer } from "../../support/accounts.ts";
import { startTestBackend } from "../../support/backend.ts";
import { forgive, unforgiven } from "../../support/errors.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { Network } from "./network.ts";
import { loadRoutes } from "./routes.ts";
import { uploadOver } from "./upload.ts";

export { screen, waitFor, within } from "@testing-library/dom";
export { type Account, expect, forgive };

// It fetches the files of a page ahead of need, which only the framework's own router knows.
vi.mock(import("react-router"), async (importOriginal) => ({
  ...(await importOriginal()),
  PrefetchPageLinks: () => null,
}));

/** Node's own, whatever clock a test stops. */
const nextTask = globalThis.setTimeout;
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // React draws what a press changes right after it, before the test goes on.
  asyncWrapper: async (act) => {
    const result = await act();
    await new Promise((resolve) => nextTask(resolve, 0));
    return result;
  },
});

export interface Shop {
  /** The file's database, as the superuser. */
  sql: Sql;
  network: Network;
  anonKey: string;
  /** A new session of this account, as the browser stores it. */
  signIn(account: Account): Promise<string>;
}

interface OpenOptions {
  /** Signed in since an earlier visit. */
  as?: Account;
  /** Local storage as an earlier visit left it. */
  storage?: Record<string, string>;
}

export interface Opened {
  user: UserEvent;
  router: DataRouter;
}

export interface Fixtures {
  /** Shows an address as a page that is loaded anew: what was opened before is gone but for the storage. */
  open(path: string, options?: OpenOptions): Promise<Opened>;
  /** What was logged as an error; a test that provokes one takes it off with `expectLogged` or `forgive`. */
  errors: string[];
  /** An account with a filled profile. */
  customer(): Promise<Account>;
  administrator(name?: string): Promise<Account>;
}

export const test = base.extend<Fixtures & { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      const backend = await startTestBackend("demo");
      const network = new Network(backend.fetch);
      await use({
        sql: backend.database.connect("supabase_admin", 3),
        network,
        anonKey: backend.keys.anonKey,
        signIn: async ({ email, password }) => {
          const response = await backend.fetch("/auth/v1/token?grant_type=password", {
            method: "POST",
            headers: { apikey: backend.keys.anonKey, "content-type": "application/json" },
            body: JSON.stringify({ email, password }),
          });
          expect(response.status).toBe(200);
          return response.text();
        },
      });
      await backend.close();
    },
    { scope: "file" },
  ],
  errors: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const errors: string[] = [];
      const spy = vi.spyOn(console, "error").mockImplementation((...said) => {
        const text = said.map(String).join(" ");
        // React names an element that happy-dom does not know yet.
        if (!/is unrecognized in this browser/.test(text)) errors.push(text);
      });
      // Each page that is opened has a client of its own, as a page that is loaded anew has.
      const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
      await use(errors);
      spy.mockRestore();
      warned.mockRestore();
      expect(unforgiven(errors), "the screen logged no error").toEqual([]);
    },
    { auto: true },
  ],
  open: async ({ shop }, use) => {
    const browser = new Browser(shop);
    await use((path, options) => browser.open(path, options));
    await browser.close();
  },
  customer: async ({ shop }, use) => {
    await use(() => createCustomer(shop.sql));
  },
  administrator: async ({ shop }, use) => {
    await use((name) => createAdministrator(shop.sql, name));
  },
});

/** One tab: its storage and its address stay from page to page. */
class Browser {
  readonly #shop: Shop;
  readonly #timeout = globalThis.setTimeout;
  readonly #channels = new Set<BroadcastChannel>();
  readonly #intervals = new Set<NodeJS.Timeout>();
  #leave = () => {};

  constructor(shop: Shop) {
    this.#shop = shop;
    shop.network.isOpen = true;
    vi.stubGlobal("fetch", shop.network.fetch);
    // A toast stays until it is closed: what goes away by itself cannot be asserted on.
    const holdToasts = (handler: () => void, ms?: number, ...rest: unknown[]) =>
      this.#timeout(handler, ms === TOAST_MS ? 2 ** 31 - 1 : ms, ...rest);
    vi.stubGlobal("setTimeout", Object.assign(holdToasts, this.#timeout));
    // As in the browser's build: what waits to be looked at is not drawn before.
    vi.stubEnv("SSR", false);
    this.#endWithPage();
    vi.stubGlobal("WebSocket", SilentSocket);
    vi.stubGlobal("XMLHttpRequest", uploadOver(shop.network.fetch));
  }

  /** What listens or ticks for a page ends with it: the session's client of a page that was left must not answer. */
  #endWithPage(): void {
    const channels = this.#channels;
    const Channel = globalThis.BroadcastChannel;
    vi.stubGlobal(
      "BroadcastChannel",
      class extends Channel {
        constructor(name: string) {
          super(name);
          channels.add(this);
        }
      },
    );
    const tick = globalThis.setInterval;
    vi.stubGlobal("setInterval", (...args: Parameters<typeof setInterval>) => {
      const interval = tick(...args);
      this.#intervals.add(interval);
      return interval;
    });
  }

  async open(path: string, { as, storage = {} }: OpenOptions = {}): Promise<Opened> {
    this.#leave();
    for (const [key, text] of Object.entries(storage)) localStorage.setItem(key, text);
    if (as) localStorage.setItem(SESSION_KEY, await this.#shop.signIn(as));
    // The sheets are there already: a document without layout fetches none.
    document.head.innerHTML = `<meta name="supabase-url" content=""><meta name="supabase-anon-key" content="${this.#shop.anonKey}"><style data-sheet="whole"></style><style data-sheet="office"></style>`;
    window.history.replaceState(null, "", path);
    const page = new PageWindow();
    vi.resetModules();
    const routes = await loadRoutes(window.location.pathname);
    const { appContext } = await import("../../../app/lib/app-context.ts");
    const provided: AppContext = {
      supabase: {
        url: window.location.origin,
        anonKey: this.#shop.anonKey,
        fetch: this.#shop.network.fetch,
      },
      siteUrl: window.location.origin,
      publicSupabaseUrl: "",
    };
    // Not by `getContext`: a navigation would wait for it, which it does in no browser.
    for (const route of routes) {
      route.middleware = [({ context }) => context.set(appContext, provided), ...(route.middleware ?? [])];
    }
    const router = createBrowserRouter(routes, { window: page.window });
    const root = createRoot(document.body.appendChild(document.createElement("div")), {
      onUncaughtError: (error) => console.error("The screen broke:", error),
    });
    root.render(createElement(RouterProvider, { router }));
    this.#leave = () => {
      root.unmount();
      router.dispose();
      page.close();
      for (const channel of this.#channels) channel.close();
      for (const interval of this.#intervals) clearInterval(interval);
      document.body.innerHTML = "";
    };
    return { user: userEvent.setup({ delay: null }), router };
  }

  async close(): Promise<void> {
    this.#leave();
    await this.#shop.network.close();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    // What a page has begun to ask leads nowhere.
    vi.stubGlobal("fetch", this.#shop.network.fetch);
  }
}

/**
 * The window as the router of one page sees it. What that router has begun when the page is left goes on, and must not
 * change the address of the next page.
 */
class PageWindow {
  readonly window: Window;
  #isOpen = true;

  constructor() {
    const isOpen = () => this.#isOpen;
    const read = (target: object, key: string | symbol) => {
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    };
    const history = new Proxy(window.history, {
      get: (target, key) =>
        (key === "pushState" || key === "replaceState") && !isOpen() ? () => {} : read(target, key),
    });
    this.window = new Proxy(window, {
      get: (target, key) => (key === "history" ? history : read(target, key)),
    });
  }

  close(): void {
    this.#isOpen = false;
  }
}

/** Realtime's socket while it never opens: a screen does without it. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  send(): void {}
  close(): void {}
}

/** Asserts that an error of this kind was logged, and takes it off the list. */
export async function expectLogged(errors: string[], what: RegExp): Promise<void> {
  await vi.waitFor(
    () =>
      expect(
        errors.some((error) => what.test(error)),
        `logs ${what}`,
      ).toBe(true),
    PATIENCE_MS,
  );
  forgive(errors, what);
}

/** The toasts on show, newest first. */
export const toasts = () =>
  screen.queryByRole("region", { name: "Notifications" })?.querySelectorAll("li") ?? [];

/** Writes into a field in place of what stands there. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text === "") return;
  await user.click(field);
  await user.paste(text);
}

/** Francs as the shop writes them, in a text whose spaces are all the same. */
export const francs = (amount: number) => `${String(amount).replace(/\B(?=(\d{3})+$)/g, " ")} XOF`;

/** The region of the toasts, which is there while there are any. */
export const notifications = () => within(screen.getByRole("region", { name: "Notifications" }));
