/** What every browser test has: a shop of its worker's own, and a page that fails on unexpected errors. */
import { randomUUID } from "node:crypto";
import { test as base, expect, type Page } from "@playwright/test";
import { TOAST_MS } from "../../../app/components/ui/toast/toast.ts";
import { unforgiven } from "../../support/errors.ts";
import { type Shop, startShopCopy } from "../../support/shop.ts";
import { settled } from "./settled.ts";

interface WorkerFixtures {
  /** The data directory to copy, made by the global setup. */
  template: string;
  shop: Shop;
}

interface TestFixtures {
  /** Off where a test looks at a page that has not taken over yet: otherwise `goto` and `reload` wait until it has. */
  waitUntilSettled: boolean;
  /** Off where a test looks at toasts that go by themselves: otherwise they stay until they are closed. */
  holdToasts: boolean;
  /** What the page logged as an error; a test that provokes one empties the list. */
  pageErrors: string[];
  /**
   * Keeps an action for the end of the test, whether it passes or not. The pages are closed before: they ask for
   * nothing that is being taken away.
   */
  undo(action: () => Promise<unknown>): void;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  template: [process.env.SHOP_TEMPLATE ?? "", { scope: "worker", option: true }],
  shop: [
    async ({ template }, use) => {
      const shop = await startShopCopy(template);
      await use(shop);
      await shop.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  waitUntilSettled: [true, { option: true }],
  holdToasts: [true, { option: true }],
  page: async ({ page, waitUntilSettled, holdToasts, javaScriptEnabled }, use) => {
    if (holdToasts) await page.addInitScript(holdTimers, TOAST_MS);
    if (waitUntilSettled && javaScriptEnabled !== false) {
      const { goto, reload } = page;
      page.goto = async (...args) => {
        const response = await goto.apply(page, args);
        await settled(page);
        return response;
      };
      page.reload = async (...args) => {
        const response = await reload.apply(page, args);
        await settled(page);
        return response;
      };
    }
    await use(page);
  },
  undo: async ({ page }, use) => {
    const actions: (() => Promise<unknown>)[] = [];
    await use((action) => actions.push(action));
    for (const open of page.context().pages()) await open.close();
    for (const action of actions.reverse()) await action();
  },
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        const text = `${message.text()} (${message.location().url})`;
        if (message.type() === "error") errors.push(text);
      });
      await use(errors);
      expect(unforgiven(errors), "the page logged no error").toEqual([]);
    },
    { auto: true },
  ],
});

/** Timers of this length never end; runs in the page. */
function holdTimers(length: number): void {
  const start = window.setTimeout;
  const held = (handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
    start(handler, ms === length ? 2 ** 31 - 1 : ms, ...rest);
  window.setTimeout = Object.assign(held, start);
}

export { forgive } from "../../support/errors.ts";
export { expect };

export interface Customer {
  email: string;
  password: string;
}

/** Registers a new customer through the screen, as a visitor would. Ends where `returnUrl` leads. */
export async function register(page: Page, returnUrl = "/"): Promise<Customer> {
  const customer = { email: `client-${randomUUID().slice(0, 8)}@exemple.bf`, password: "mot-de-passe-1" };
  await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
  await page.getByRole("tab", { name: "Inscription" }).click();
  const form = page.getByRole("tabpanel", { name: "Inscription" });
  await form.getByLabel("Prénom").fill("Aminata");
  await form.getByLabel("Nom", { exact: true }).fill("Ouédraogo");
  await form.getByLabel("Téléphone").fill("70 12 34 56");
  await form.getByLabel("Email").fill(customer.email);
  await form.getByLabel("Mot de passe", { exact: true }).fill(customer.password);
  await form.getByLabel("Confirmer le mot de passe").fill(customer.password);
  await form.getByRole("button", { name: "Créer mon compte" }).click();
  await expect(page.getByText("Inscription réussie")).toBeVisible();
  return customer;
}
