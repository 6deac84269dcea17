/**
 * The server-rendered page /request-quote: its number is a setting of the shop, and is missing only after a
 * failed read.
 */
import { within } from "@testing-library/dom";
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const OPTIONS = ["Envoyer une image", "Envoyer un fichier"];

test("the WhatsApp number is the shop's setting", async ({ shop }) => {
  await shop.sql`update shop_settings set whatsapp = '22650000000'`;
  const page = await fetchDocument(shop, "/request-quote", UNCACHED);
  const links = within(page.body).getAllByText("Continuer vers WhatsApp");
  expect(links).toHaveLength(OPTIONS.length);
  for (const link of links) {
    expect(link.getAttribute("href")).toMatch(/^https:\/\/wa\.me\/22650000000\?text=Bonjour/);
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toContain("noopener");
  }
});

test("after a failed read of the settings WhatsApp is unavailable", async ({ shop }) => {
  const columns = await shop.sql<{ name: string }[]>`
    select column_name as name from information_schema.column_privileges
    where table_schema = 'public' and table_name = 'shop_settings' and grantee = 'anon'
      and privilege_type = 'SELECT'`;
  await shop.sql`revoke select on shop_settings from anon`;
  try {
    const { body } = await fetchDocument(shop, "/request-quote", UNCACHED);
    const notices = Array.from(body.querySelectorAll("[role=alert]"), ({ textContent }) => textContent);
    expect(notices.filter((text) => text?.includes("WhatsApp est momentanément indisponible"))).toHaveLength(
      OPTIONS.length,
    );
    expect(within(body).queryByText("Continuer vers WhatsApp")).toBeNull();
  } finally {
    const names = columns.map(({ name }) => name);
    await shop.sql`grant select (${shop.sql(names)}) on shop_settings to anon`;
  }
});
