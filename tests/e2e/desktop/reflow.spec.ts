/** Screens in a narrow window, enlarged twice, and with letters twice as large: nothing is lost. */
import { chromium } from "@playwright/test";
import { lookAtScreens, WALKS } from "../support/every-screen.ts";
import { layoutFaults } from "../support/layout-faults.ts";
import { test } from "../support/storefront.ts";

for (const walk of WALKS) {
  test(`a window of 320 px: ${walk.name}`, async ({ browser, shop }) => {
    await lookAtScreens(walk, { browser, shop }, { viewport: { width: 320, height: 640 } }, layoutFaults);
  });

  test(`a window of 1,280 px at 200 %: ${walk.name}`, async ({ browser, shop }) => {
    const enlarged = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 };
    await lookAtScreens(walk, { browser, shop }, enlarged, layoutFaults);
  });

  for (const width of [360, 1280]) {
    test(`letters of twice the size in a window of ${width} px: ${walk.name}`, async ({ shop }) => {
      // The browser's own setting: nothing else reaches the widths at which the layout changes.
      const { launchOptions } = test.info().project.use;
      const args = [...(launchOptions?.args ?? []), "--blink-settings=defaultFontSize=32"];
      const browser = await chromium.launch({ ...launchOptions, args });
      try {
        await lookAtScreens(walk, { browser, shop }, { viewport: { width, height: 800 } }, layoutFaults);
      } finally {
        await browser.close();
      }
    });
  }
}
