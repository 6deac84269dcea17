/**
 * The fixtures of the screen tests: the shop's route modules in a document without layout, with a backend and
 * a database per worker or test file. Loaders, guards, error boundaries and the Supabase clients are those of the shop;
 * only the document is happy-dom's, and requests reach the backend without a network.
 */
import { configure, getConfig, screen, within } from "@testing-library/dom";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, type DataRouter, RouterProvider } from "react-router";
import { test as base, expect, vi } from "vitest";
import "@testing-library/jest-dom/vitest";
import { TOAST_MS } from "#app/components/ui/toast/toast.ts";
import type { AppContext } from "#app/lib/app-context.ts";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { type Account, createAdministrator, createCustomer } from "#tests/support/accounts.ts";
import { allowErrors, listUnexpectedErrors } from "#tests/support/errors.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";
import { loadRoutes } from "./routes.ts";
import { getSharedShop, openOwnShop, type Shop } from "./shop.ts";
import { createXhrStub } from "./xhr-stub.ts";

export { screen, waitFor, within } from "@testing-library/dom";
export { type Account, allowErrors, expect, type Shop };

// PrefetchPageLinks needs the manifest of the framework's own router.
vi.mock(import("react-router"), async (importOriginal) => ({
  ...(await importOriginal()),
  PrefetchPageLinks: () => null,
}));

/** Node's own timers, also under fake ones. */
const { setTimeout: nextTask, setImmediate: nextImmediate } = globalThis;
const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: WAIT_TIMEOUT_MS,
  // A query that is retried fails often, and printing the document is most of its time: only the last error has it.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics") === true
      ? new Error(message ?? "")
      : getElementError(message, container),
  // React renders the changes of a click before the test continues: in an immediate, which a slow machine runs after
  // the timer.
  asyncWrapper: async (act) => {
    const result = await act();
    await new Promise((resolve) => nextTask(resolve, 0));
    await new Promise((resolve) => nextImmediate(resolve));
    return result;
  },
});

interface OpenOptions {
  /** The account of the stored session. */
  as?: Account;
  /** Entries of local storage from an earlier visit. */
  storage?: Record<string, string>;
}

export interface OpenedPage {
  user: UserEvent;
  router: DataRouter;
}

export interface Fixtures {
  /** Loads a page anew: the previous page is closed, only the storage remains. */
  open(path: string, options?: OpenOptions): Promise<OpenedPage>;
  /** The logged errors. A test that provokes one removes it with `expectLoggedError` or `allowErrors`. */
  errors: string[];
  /** Creates an account with a complete profile. */
  customer(): Promise<Account>;
  /** A member of the staff, by default an owner. */
  administrator(name?: string, role?: StaffRole): Promise<Account>;
}

export const test = base.extend<Fixtures & { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      await use(await getSharedShop());
    },
    { scope: "file" },
  ],
  errors: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const errors: string[] = [];
      const spy = vi.spyOn(console, "error").mockImplementation((...parts) => {
        const text = parts
          .map((part) =>
            part instanceof Error || Object(part) !== part ? String(part) : JSON.stringify(part),
          )
          .join(" ");
        // React warns about elements that happy-dom does not know yet.
        if (!/is unrecognized in this browser/.test(text)) errors.push(text);
      });
      // Each opened page has its own auth client, as after a reload, which auth-js warns about.
      const warnSpy = vi.spyOn(console, "warn").mockImplementation(() => {});
      await use(errors);
      spy.mockRestore();
      warnSpy.mockRestore();
      expect(listUnexpectedErrors(errors).join("\n"), "the errors that the screen logged").toBe("");
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
    await use((name, role) => createAdministrator(shop.sql, name, role));
  },
});

/** For a file that counts rows of others, or changes settings: it has a shop of its own. */
export const testWithOwnShop = test.extend<{ shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const { shop, close } = await openOwnShop();
      await use(shop);
      await close();
    },
    { scope: "file" },
  ],
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
    shop.network.isPageOpen = true;
    vi.stubGlobal("fetch", shop.network.fetch);
    // A toast stays until it is closed: one that disappears by itself cannot be asserted reliably.
    const holdToasts = (handler: () => void, ms?: number, ...rest: unknown[]) =>
      this.#timeout(handler, ms === TOAST_MS ? 2 ** 31 - 1 : ms, ...rest);
    vi.stubGlobal("setTimeout", Object.assign(holdToasts, this.#timeout));
    // As in the browser's build: lazily hydrated parts are not rendered before they are visible.
    vi.stubEnv("SSR", false);
    this.#endWithPage();
    vi.stubGlobal("WebSocket", NeverOpenWebSocket);
    vi.stubGlobal("XMLHttpRequest", createXhrStub(shop.network.fetch));
  }

  /**
   * Closes the channels and intervals of a page with it: the auth client of a page that was left must not
   * respond.
   */
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

  async open(path: string, { as, storage = {} }: OpenOptions = {}): Promise<OpenedPage> {
    this.#leave();
    for (const [key, text] of Object.entries(storage)) localStorage.setItem(key, text);
    if (as) localStorage.setItem(SESSION_KEY, await this.#shop.signIn(as));
    // The admin area's stylesheet counts as loaded: a document without layout needs none.
    document.head.innerHTML = `<meta name="supabase-url" content=""><meta name="supabase-anon-key" content="${this.#shop.anonKey}"><style id="admin-styles"></style>`;
    window.history.replaceState(null, "", path);
    const page = new PageWindow();
    vi.resetModules();
    const routes = await loadRoutes(window.location.pathname);
    const { appContext } = await import("#app/lib/app-context.ts");
    const provided: AppContext = {
      supabase: {
        url: window.location.origin,
        anonKey: this.#shop.anonKey,
        fetch: this.#shop.network.fetch,
      },
      siteUrl: window.location.origin,
      publicSupabaseUrl: "",
      sharedForMs: 0,
      pages: [],
    };
    // Not by `getContext`, which would delay each navigation, unlike in a browser.
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
    // Requests that the page still sends get no response.
    vi.stubGlobal("fetch", this.#shop.network.fetch);
  }
}

/**
 * The window for the router of one page. A navigation that is pending when the page is left continues, and
 * must not change the URL of the next page.
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

/** The WebSocket of Realtime, which never opens: the screens work without it. */
class NeverOpenWebSocket extends EventTarget {
  readonly readyState = 0;
  send(): void {}
  close(): void {}
}

/** Asserts that an error with this text was logged, and removes it from the unexpected ones. */
export async function expectLoggedError(errors: string[], pattern: RegExp): Promise<void> {
  await vi.waitFor(
    () =>
      expect(
        errors.some((error) => pattern.test(error)),
        `logs ${pattern}`,
      ).toBe(true),
    WAIT_TIMEOUT_MS,
  );
  allowErrors(errors, pattern);
}

/** Replaces the text of a field. */
export async function fillField(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text === "") return;
  await user.click(field);
  await user.paste(text);
}

/** An amount as the shop formats it, in a text with plain spaces. */
export const formatXof = (amount: number) => `${String(amount).replace(/\B(?=(\d{3})+$)/g, " ")} XOF`;

export const getHeader = () => within(screen.getByRole("banner"));
export const getMain = () => within(screen.getByRole("main"));

/** The path and the query of the open page. */
export const getCurrentPath = () => window.location.pathname + window.location.search;
