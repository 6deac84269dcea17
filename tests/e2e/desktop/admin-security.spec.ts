/** axe audits of «Sécurité», and of the dialog over a screen whose session is over. */
import { expectScreen, openAdmin } from "#tests/support/e2e/admin.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";

for (const width of [360, 1280]) {
  test(`axe: the screen and the end of the session at ${width} px`, { tag: "@long" }, async ({
    page,
    shop,
    administrator,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const account = await administrator();
    await openAdmin(page, shop, account, "/admin/security");
    await expectScreen(page, "Sécurité");
    await expect(page.getByRole("region", { name: "Appareils connectés" })).toBeVisible();
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await shop.sql`
      update auth.sessions set created_at = created_at - interval '31 minutes' where user_id = ${account.id}`;
    await shop.sql`
      update private.admin_activity set at = at - interval '31 minutes'
      where session_id in (select id from auth.sessions where user_id = ${account.id})`;
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const dialog = page.getByRole("dialog", { name: "Reconnectez-vous" });
    await expect(dialog).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    await dialog.getByLabel("Mot de passe").fill(account.password);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expectScreen(page, "Sécurité");
  });
}
