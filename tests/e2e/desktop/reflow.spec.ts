/** Reflow: screens in a narrow window, zoomed to 200 %, and with text of twice the size lose no content. */
import { chromium } from "@playwright/test";
import { test } from "#tests/support/e2e/fixtures.ts";
import { listLayoutIssues } from "#tests/support/e2e/layout-issues.ts";
import { checkScreens, SCREEN_GROUPS } from "#tests/support/e2e/screen-groups.ts";

for (const group of SCREEN_GROUPS) {
  test(`a window of 320 px: ${group.name}`, async ({ browser, shop }) => {
    await checkScreens(group, { browser, shop }, { viewport: { width: 320, height: 640 } }, listLayoutIssues);
  });

  test(`a window of 1,280 px at 200 %: ${group.name}`, { tag: "@long" }, async ({ browser, shop }) => {
    const enlarged = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 };
    await checkScreens(group, { browser, shop }, enlarged, listLayoutIssues);
  });

  for (const width of [360, 1280]) {
    test(`text of twice the size in a window of ${width} px: ${group.name}`, { tag: "@long" }, async ({
      shop,
    }) => {
      // The browser's own font size setting: nothing else changes the breakpoints of the layout.
      const { launchOptions } = test.info().project.use;
      const args = [...(launchOptions?.args ?? []), "--blink-settings=defaultFontSize=32"];
      const browser = await chromium.launch({ ...launchOptions, args });
      try {
        await checkScreens(group, { browser, shop }, { viewport: { width, height: 800 } }, listLayoutIssues);
      } finally {
        await browser.close();
      }
    });
  }
}
