/** «Vus récemment» where it depends on the layout: it is fetched on the way down a page, and moves sideways in it. */
import type { Page } from "@playwright/test";
import { expect, remember, type StoredProduct, test } from "../support/shopper.ts";

const strip = (page: Page) => page.getByRole("region", { name: "Vus récemment" });
const names = (page: Page) => strip(page).getByRole("heading", { level: 3 });

/** Screen by screen to the end of the page: what was seen before is fetched on the way. */
async function goDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}

/** Counts how often the code of the strip was asked for. */
function watch(page: Page): () => number {
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("recently-seen-strip")) asked += 1;
  });
  return () => asked;
}

test("products that were looked at are found again, fetched only near the screen", async ({
  page,
  goods,
}) => {
  const [drill, pipe] = [await goods(), await goods()];
  const asked = watch(page);
  await page.goto(`/product/${drill.slug}`);
  await goDown(page);
  await page.waitForLoadState("networkidle");
  expect(asked(), "nothing was seen before").toBe(0);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(asked(), "its place is far down").toBe(0);
  await goDown(page);
  await expect(names(page)).toHaveText([drill.name]);
  await page.goto(`/product/${pipe.slug}`);
  await goDown(page);
  await names(page).getByRole("link", { name: drill.name }).click();
  await expect(page).toHaveURL(`/product/${drill.slug}`);
  await goDown(page);
  await expect(names(page)).toHaveText([pipe.name]);
});

test("the strip moves sideways within the page, by finger and by arrows", async ({ page, goods }) => {
  const seen: StoredProduct[] = [];
  for (let index = 0; index < 8; index++) seen.push(await goods());
  await remember(page, { seen: seen.map(({ id }) => id).join("") });
  for (const path of ["/", `/product/${(await goods()).slug}`, "/cart"]) {
    await page.goto(path);
    await goDown(page);
    await expect(names(page)).toHaveCount(path === "/cart" ? 9 : 8);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
  }
  const last = strip(page).getByRole("article").last();
  const arrow = (name: string) => strip(page).getByRole("button", { name, includeHidden: true });
  await expect(last).not.toBeInViewport();
  await expect(arrow("Produits suivants")).toBeHidden();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await goDown(page);
  await expect(last).not.toBeInViewport();
  await arrow("Produits suivants").click();
  await expect(last).toBeInViewport();
  await arrow("Produits précédents").click();
  await expect(last).not.toBeInViewport();
});
