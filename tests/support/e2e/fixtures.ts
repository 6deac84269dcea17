/**
 * The fixtures of the browser tests: one shop per worker, a page that fails the test on unexpected errors,
 * and rows that are removed when the test ends.
 */
import { test as base, expect } from "@playwright/test";
import { TOAST_MS } from "#app/components/ui/toast/toast.ts";
import { type Account, createAdministrator, createCustomer } from "#tests/support/accounts.ts";
import { restrictRows, revokeRead } from "#tests/support/anon-access.ts";
import { allowErrors, listUnexpectedErrors } from "#tests/support/errors.ts";
import { createProduct, type NewProduct, type StoredProduct, TestProducts } from "#tests/support/products.ts";
import { type Shop, startShopCopy } from "#tests/support/shop.ts";
import { DEVICES, type Device, getDeviceOfFolder } from "./devices.ts";
import { waitForInterception } from "./network.ts";
import { TestTechnicians } from "./technicians.ts";
import { waitForIdle } from "./wait-for-idle.ts";

interface WorkerFixtures {
  /** The data directory to copy, created by the global setup. */
  template: string;
  shop: Shop;
}

interface TestFixtures {
  /** The size of the page and its input: by default those of the test's folder. */
  device: Device;
  /**
   * By default `goto` and `reload` wait for hydration. A test that looks at an unhydrated page turns this
   * off.
   */
  autoWaitForIdle: boolean;
  /**
   * By default toasts stay until they are closed. A test of toasts that disappear by themselves turns this
   * off.
   */
  holdToasts: boolean;
  /**
   * The errors that the page logged. A test that provokes one allows it with `allowErrors` or
   * `expectLoggedError`.
   */
  pageErrors: string[];
  /**
   * Registers an action that runs when the test ends, whether it passes or not. The pages are closed first,
   * so that they request nothing that is being removed.
   */
  onTestEnd(action: () => Promise<unknown>): void;
  /** New products of this test, with a unique word in their names. */
  products: TestProducts;
  /** Inserts a product for this test, old enough to stay off the first pages. */
  createProduct(values?: NewProduct): Promise<StoredProduct>;
  /** New technicians of this test, with a unique word in their names. */
  technicians: TestTechnicians;
  /** Creates an account with a complete profile, without a session. */
  customer(): Promise<Account>;
  /** Creates an administrator, without a session. */
  administrator(name?: string): Promise<Account>;
  /** Revokes the select privilege of visitors on a table: every read of it fails, as with a backend fault. */
  revokeRead(table: string): Promise<void>;
  /** Shows visitors only the rows of a table that satisfy an SQL condition. */
  restrictRows(table: string, condition: string): Promise<void>;
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  device: async ({}, use, { file }) => use(getDeviceOfFolder(file)),
  viewport: async ({ device }, use) => use(device.viewport),
  hasTouch: async ({ device }, use) => use(device.hasTouch),
  isMobile: async ({ device }, use) => use(device.isMobile),
  autoWaitForIdle: [true, { option: true }],
  holdToasts: [true, { option: true }],
  page: async ({ page, autoWaitForIdle, holdToasts, javaScriptEnabled }, use) => {
    if (holdToasts) await page.addInitScript(holdTimers, TOAST_MS);
    const { goto, reload, route } = page;
    const hasScript = javaScriptEnabled !== false;
    if (hasScript) {
      page.route = async (...args) => {
        const disposable = await route.apply(page, args);
        await waitForInterception(page, route.bind(page));
        return disposable;
      };
    }
    if (autoWaitForIdle && hasScript) {
      page.goto = async (...args) => {
        const response = await goto.apply(page, args);
        await waitForIdle(page);
        return response;
      };
      page.reload = async (...args) => {
        const response = await reload.apply(page, args);
        await waitForIdle(page);
        return response;
      };
    }
    await use(page);
  },
  onTestEnd: async ({ page }, use) => {
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
      expect(listUnexpectedErrors(errors), "the page logged no error").toEqual([]);
    },
    { auto: true },
  ],
  products: async ({ shop, onTestEnd }, use) => {
    const products = new TestProducts(shop.sql);
    onTestEnd(() => products.remove());
    await use(products);
  },
  createProduct: async ({ shop, onTestEnd }, use) => {
    const ids: string[] = [];
    onTestEnd(() => shop.sql`delete from products where id = any (${ids})`);
    await use(async (values) => {
      const product = await createProduct(shop.sql, values);
      ids.push(product.id);
      return product;
    });
  },
  technicians: async ({ shop, onTestEnd }, use) => {
    const technicians = new TestTechnicians(shop);
    onTestEnd(() => technicians.remove());
    await use(technicians);
  },
  customer: async ({ shop }, use) => {
    await use(() => createCustomer(shop.sql));
  },
  administrator: async ({ shop, onTestEnd }, use) => {
    const ids: string[] = [];
    onTestEnd(() => shop.sql`delete from admin_users where id = any (${ids})`);
    await use(async (name) => {
      const account = await createAdministrator(shop.sql, name);
      ids.push(account.id);
      return account;
    });
  },
  revokeRead: async ({ shop, onTestEnd }, use) => {
    await use(async (table) => onTestEnd(await revokeRead(shop.sql, table)));
  },
  restrictRows: async ({ shop, onTestEnd }, use) => {
    await use(async (table, condition) => onTestEnd(await restrictRows(shop.sql, table, condition)));
  },
});

/** Declares tests twice, once for each size; `isMobile` tells them apart. */
export function testAtBothSizes(declare: () => void): void {
  for (const [name, device] of Object.entries(DEVICES)) {
    test.describe(name, { tag: device === DEVICES.phone ? [] : "@long" }, () => {
      test.use({ device });
      declare();
    });
  }
}

/** Timers of this length never fire. Runs in the page. */
function holdTimers(length: number): void {
  const start = window.setTimeout;
  const hold = (handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
    start(handler, ms === length ? 2 ** 31 - 1 : ms, ...rest);
  window.setTimeout = Object.assign(hold, start);
}

/** Asserts that an error with this text was logged, and removes it from the unexpected ones. */
export async function expectLoggedError(pageErrors: string[], pattern: RegExp): Promise<void> {
  await expect.poll(() => pageErrors.some((error) => pattern.test(error)), `logs ${pattern}`).toBe(true);
  allowErrors(pageErrors, pattern);
}

export { allowErrors, expect };
