/** One shopper with a browser: fills in the checkout, confirms, and goes on until the screen says that it is ordered. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import type { DrillProduct, Shopper } from "./drill-shop.ts";
import { toSeconds } from "./report.ts";
import type { SlowNetwork } from "./slow-network.ts";

export interface Outcome {
  customer: string;
  /** Of the order, as the screen shows it. */
  number: string | null;
  milliseconds: number;
  /** How often the screen said that the outcome is not known. */
  told: number;
  retries: number;
  reloads: number;
  /** What the screen showed when the shopper gave up, and on the way there; null when they know. */
  problem: string | null;
}

interface Purchase {
  customer: Shopper;
  product: DrillProduct;
}

const PATIENCE_MS = 240_000;
const LOOK_INTERVAL_MS = 300;
/** Whoever sees a white page for so long loads it again. */
const BLANK_PATIENCE_MS = 20_000;
/** The part of shoppers whose network is cut while the order is on its way, and of those who load the page again then. */
const CUT_PART = 0.6;
const RELOAD_PART = 0.2;

const FIELDS: Readonly<Record<string, string>> = {
  Prénom: "Fatou",
  Nom: "Sawadogo",
  Téléphone: "70 12 34 56",
  Adresse: "Patte d'Oie, portail bleu en face de la pharmacie",
  Ville: "Ouagadougou",
};

export async function orderInBrowser(
  browser: Browser,
  network: SlowNetwork,
  purchase: Purchase,
): Promise<Outcome> {
  const start = performance.now();
  const origin = `http://localhost:${network.port}`;
  const context = await browser.newContext({
    baseURL: origin,
    locale: "fr-FR",
    viewport: { width: 360, height: 740 },
    storageState: { cookies: [], origins: [{ origin, localStorage: toStorage(purchase) }] },
  });
  const stopping = new AbortController();
  const cutting = cutNowAndThen(network, stopping.signal);
  const outcome: Outcome = {
    customer: purchase.customer.id,
    number: null,
    milliseconds: 0,
    told: 0,
    retries: 0,
    reloads: 0,
    problem: null,
  };
  try {
    const page = await context.newPage();
    await order(page, network, outcome, start + PATIENCE_MS);
    outcome.milliseconds = performance.now() - start;
    return outcome;
  } finally {
    stopping.abort();
    await cutting;
    await context.close();
  }
}

async function order(page: Page, network: SlowNetwork, outcome: Outcome, end: number): Promise<void> {
  const confirm = page.getByRole("button", { name: /Confirmer la commande/ });
  const alert = page.getByRole("region", { name: "Votre commande" }).getByRole("alert");
  const load = async () => {
    // A page that the network loses is loaded again, as a shopper does.
    await page.goto("/checkout", { waitUntil: "domcontentloaded", timeout: 30_000 }).catch(() => {});
  };
  await load();
  const start = performance.now();
  const seen: string[] = [];
  /** Remembers what the screen shows from now on. */
  const note = (state: string) => {
    if (seen.at(-1)?.endsWith(state)) return;
    seen.push(`${toSeconds(performance.now() - start)} ${state}`);
  };
  let told = "";
  let blankSince: number | null = null;
  for (;;) {
    if (performance.now() > end) {
      const text = await page.locator("body").innerText().catch(String);
      outcome.problem = `${page.url()}: ${text.replaceAll(/\s+/g, " ").slice(0, 300)}; before: ${seen.slice(-20).join(", ")}`;
      return;
    }
    await sleep(LOOK_INTERVAL_MS);
    const path = toPath(page.url());
    note(page.url().startsWith("chrome-error:") ? "no page" : path);
    if (path === "/order-confirmation") {
      outcome.number = await readNumber(page);
      if (outcome.number !== null) return;
      // The page says that it failed, and what to do.
      const again = page.getByRole("main").getByText("Réessayer", { exact: true });
      blankSince = (await page.getByRole("main").isVisible()) ? null : (blankSince ?? performance.now());
      if (blankSince !== null && performance.now() - blankSince > BLANK_PATIENCE_MS) {
        blankSince = null;
        outcome.reloads += 1;
        await page.reload({ waitUntil: "domcontentloaded", timeout: 30_000 }).catch(() => {});
      } else if (await again.isVisible()) {
        outcome.reloads += 1;
        await again.click({ timeout: 1000 }).catch(() => {});
        await sleep(1000);
      }
    } else if (path !== "/checkout" || !(await page.getByLabel("Adresse").isVisible())) {
      outcome.reloads += 1;
      await sleep(1000);
      await load();
      continue;
    }
    if (await alert.isVisible()) {
      const text = await alert.innerText().catch(() => "");
      if (text !== told) outcome.told += 1;
      told = text;
    }
    if (!(await confirm.isEnabled({ timeout: 500 }).catch(() => false))) {
      note("waits for the button");
      continue;
    }
    if (!(await fill(page))) {
      note("waits for the fields");
      continue;
    }
    note("presses");
    if (told !== "") outcome.retries += 1;
    told = "";
    await confirm.click({ timeout: 2000 }).catch(() => {});
    if (Math.random() < CUT_PART) {
      await sleep(Math.random() * 1500);
      void network.cut(500 + Math.random() * 4000);
    }
    if (Math.random() < RELOAD_PART) {
      await sleep(Math.random() * 2000);
      outcome.reloads += 1;
      await load();
    }
  }
}

/** False when the form is not there any more. */
async function fill(page: Page): Promise<boolean> {
  try {
    for (const [label, value] of Object.entries(FIELDS)) {
      const field = page.getByLabel(label, { exact: true });
      if ((await field.inputValue({ timeout: 1000 })) === "") await field.fill(value, { timeout: 1000 });
    }
    return true;
  } catch {
    return false;
  }
}

async function readNumber(page: Page): Promise<string | null> {
  const text = await page
    .locator("dl")
    .first()
    .innerText({ timeout: 1000 })
    .catch(() => "");
  return /Numéro de commande\s+(?<number>\S+)/.exec(text)?.groups?.number ?? null;
}

const toPath = (url: string) => (URL.canParse(url) ? new URL(url).pathname : "");

/** As after an earlier visit. */
function toStorage({ customer, product }: Purchase): { name: string; value: string }[] {
  const line = { ...product, slug: "article", old_price: null, stock: 1000, quantity: 2 };
  return [
    { name: "cart", value: JSON.stringify([line]) },
    { name: SESSION_KEY, value: JSON.stringify(customer.session) },
  ];
}

async function cutNowAndThen(network: SlowNetwork, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(3000 + Math.random() * 15_000, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await network.cut(500 + Math.random() * 5000);
  }
}
