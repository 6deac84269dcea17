/**
 * What a screen test has: the shop's own route modules in a document without layout, over a backend and a database of
 * the test file's own. Loaders, guards, error boundaries and the Supabase clients are those of the shop; only the
 * document is happy-dom's, and requests reach the backend without a network.
 */
import { randomUUID } from "node:crypto";
import { configure, screen } from "@testing-library/dom";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, type DataRouter, RouterContextProvider, RouterProvider } from "react-router";
import { test as base, expect, vi } from "vitest";
import "@testing-library/jest-dom/vitest";
import { TOAST_MS } from "../../../app/components/ui/toast/toast.ts";
import type { AppContext } from "../../../app/lib/app-context.ts";
import { SESSION_KEY } from "../../../app/lib/stored-session.ts";
import { createUser } from "../../../backend/auth/accounts.ts";
import type { Sql } from "../../../backend/core/database.ts";
import { startTestBackend } from "../../support/backend.ts";
import { Network } from "./network.ts";
import { loadRoutes } from "./routes.ts";

export { screen, waitFor, within } from "@testing-library/dom";
export { expect };

/** Bounds a screen that never comes; one that comes is seen at once. */
const PATIENCE_MS = 10_000;
configure({ asyncUtilTimeout: PATIENCE_MS });

export interface Account {
  id: string;
  email: string;
  password: string;
}

interface Shop {
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

interface Opened {
  user: UserEvent;
  router: DataRouter;
}

interface Fixtures {
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
      expect(errors, "the screen logged no error").toEqual([]);
    },
    { auto: true },
  ],
  open: async ({ shop }, use) => {
    const browser = new Browser(shop);
    await use((path, options) => browser.open(path, options));
    await browser.close();
  },
  customer: async ({ shop }, use) => {
    await use(() => createAccount(shop.sql));
  },
  administrator: async ({ shop }, use) => {
    await use(async (name = "Mariam Kaboré") => {
      const account = await createAccount(shop.sql);
      await shop.sql`insert into admin_users (id, name, email) values (${account.id}, ${name}, ${account.email})`;
      return account;
    });
  },
});

async function createAccount(sql: Sql): Promise<Account> {
  const email = `cliente-${randomUUID().slice(0, 8)}@exemple.bf`;
  const password = "mot-de-passe-1";
  const data = { first_name: "Fatou", last_name: "Sawadogo", phone: "+22676543210" };
  const { id } = await createUser(sql, { email, password, data, confirmed: true });
  return { id, email, password };
}

/** One tab: its storage and its address stay from page to page. */
class Browser {
  readonly #shop: Shop;
  readonly #timeout = globalThis.setTimeout;
  #leave = () => {};

  constructor(shop: Shop) {
    this.#shop = shop;
    shop.network.isOpen = true;
    vi.stubGlobal("fetch", shop.network.fetch);
    // A toast stays until it is closed: what goes away by itself cannot be asserted on.
    const holdToasts = (handler: () => void, ms?: number, ...rest: unknown[]) =>
      this.#timeout(handler, ms === TOAST_MS ? 2 ** 31 - 1 : ms, ...rest);
    vi.stubGlobal("setTimeout", Object.assign(holdToasts, this.#timeout));
    vi.stubGlobal("WebSocket", SilentSocket);
  }

  async open(path: string, { as, storage = {} }: OpenOptions = {}): Promise<Opened> {
    this.#leave();
    for (const [key, text] of Object.entries(storage)) localStorage.setItem(key, text);
    if (as) localStorage.setItem(SESSION_KEY, await this.#shop.signIn(as));
    document.head.innerHTML = `<meta name="supabase-url" content=""><meta name="supabase-anon-key" content="${this.#shop.anonKey}">`;
    window.history.replaceState(null, "", path);
    vi.resetModules();
    const routes = await loadRoutes(window.location.pathname);
    const { appContext } = await import("../../../app/lib/app-context.ts");
    const context: AppContext = {
      supabase: {
        url: window.location.origin,
        anonKey: this.#shop.anonKey,
        fetch: this.#shop.network.fetch,
      },
      siteUrl: window.location.origin,
      publicSupabaseUrl: "",
    };
    const router = createBrowserRouter(routes, {
      getContext: () => new RouterContextProvider(new Map([[appContext, context]])),
    });
    const root = createRoot(document.body.appendChild(document.createElement("div")));
    root.render(createElement(RouterProvider, { router }));
    this.#leave = () => {
      root.unmount();
      router.dispose();
      document.body.innerHTML = "";
    };
    return { user: userEvent.setup({ delay: null }), router };
  }

  async close(): Promise<void> {
    this.#leave();
    await this.#shop.network.close();
    localStorage.clear();
    sessionStorage.clear();
    vi.stubGlobal("setTimeout", this.#timeout);
  }
}

/** Realtime's socket while it never opens: a screen does without it. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  send(): void {}
  close(): void {}
}

/** Takes the errors that a test provoked off the list; every other one still fails it. */
export function forgive(errors: string[], what: RegExp): void {
  errors.splice(0, errors.length, ...errors.filter((error) => !what.test(error)));
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
